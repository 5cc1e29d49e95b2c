import { createHash } from 'node:crypto'
import { REPORTER_HEADER } from '@trailwarden/api'
import type { Actor } from '@trailwarden/domain'
import type { FastifyRequest } from 'fastify'

/** The id is the hash of the device's secret, so devices don't need to register. Reports store the id, which doesn't reveal the secret. */
export function reporterOf({ headers }: FastifyRequest): Actor | null {
  const secret = headers[REPORTER_HEADER]
  if (typeof secret !== 'string' || !/^[0-9a-f]{64}$/.test(secret)) return null
  const hash = createHash('sha256').update(secret).digest()
  // Version 8 UUIDs are for custom ids.
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
  return { id, name: '', role: 0 }
}
