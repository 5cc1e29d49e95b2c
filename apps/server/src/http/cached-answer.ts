import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PUBLIC_READ } from './cache-headers.ts'

export type CachedAnswer = { send(request: FastifyRequest, reply: FastifyReply): FastifyReply }

/** A public answer that stays the same for long: written and compressed once, then only handed out. */
export const cacheAnswer = (value: unknown, cacheControl = PUBLIC_READ): CachedAnswer =>
  cacheText(JSON.stringify(value), { 'cache-control': cacheControl, 'content-type': 'application/json; charset=utf-8' })

export function cacheText(text: string, headers: Readonly<Record<string, string>>): CachedAnswer {
  const plain = Buffer.from(text)
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const copies = {
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    gzip: gzipSync(plain),
  }
  return {
    send(request, reply) {
      reply.headers({ ...headers, etag: tag, vary: 'accept-encoding' })
      // A proxy that compresses on its own marks the tag as weak; it still names the same content.
      if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
      const accepted = request.headers['accept-encoding'] ?? ''
      for (const encoding of ['br', 'gzip'] as const) {
        if (new RegExp(`\\b${encoding}\\b`).test(accepted)) return reply.header('content-encoding', encoding).send(copies[encoding])
      }
      return reply.send(plain)
    },
  }
}
