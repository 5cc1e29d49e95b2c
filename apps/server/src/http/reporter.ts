/** Whose a report is: a device without an account, known by a secret that it has made itself. */
import { createHash } from 'node:crypto'
import { REPORTER_HEADER } from '@trailwarden/api'
import type { Actor } from '@trailwarden/domain'
import type { FastifyRequest } from 'fastify'

/**
 * The device's id is the hash of its secret, so that nothing of it has to be registered or stored: whoever has the secret has the id, and
 * the id, which stands beside its reports, leads nobody to the secret. Null without a whole secret.
 */
export function reporterOf({ headers }: FastifyRequest): Actor | null {
  const secret = headers[REPORTER_HEADER]
  if (typeof secret !== 'string' || !/^[0-9a-f]{64}$/.test(secret)) return null
  const hash = createHash('sha256').update(secret).digest()
  // A UUID of version 8: made by a rule of one's own.
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
  return { id, name: '', role: 0 }
}
