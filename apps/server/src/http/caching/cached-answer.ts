import { createHash } from 'node:crypto'
import { brotliCompress, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PUBLIC_READ } from './cache-headers.ts'

export type CachedAnswer = { send(request: FastifyRequest, reply: FastifyReply): FastifyReply }

/** Makes the data of a network 40 % smaller than gzip does. The highest quality, 11, takes a third longer and saves only another 4 %. */
const BROTLI_QUALITY = 10

/** For responses that rarely change, which are serialised and compressed only once. */
export const cacheAnswer = (value: unknown, cacheControl = PUBLIC_READ): CachedAnswer =>
  cacheText(JSON.stringify(value), { 'cache-control': cacheControl, 'content-type': 'application/json; charset=utf-8' })

export function cacheText(text: string, headers: Readonly<Record<string, string>>): CachedAnswer {
  const plain = Buffer.from(text)
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  let gzip: Buffer | null = null
  let brotli: Buffer | 'compressing' | null = null
  /** Brotli takes seconds, so another thread compresses, and until it's done, browsers get gzip. */
  function compress() {
    brotli = 'compressing'
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
    brotliCompress(plain, { params }, (_error, compressed) => {
      brotli = compressed
    })
  }
  return {
    send(request, reply) {
      reply.headers({ ...headers, etag: tag, vary: 'accept-encoding' })
      // A proxy with its own compression marks the tag as weak, but the content is unchanged.
      if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
      const accepted = request.headers['accept-encoding'] ?? ''
      if (/\bbr\b/.test(accepted)) {
        if (!brotli) compress()
        if (Buffer.isBuffer(brotli)) return reply.header('content-encoding', 'br').send(brotli)
      }
      if (!/\bgzip\b/.test(accepted)) return reply.send(plain)
      gzip ??= gzipSync(plain)
      return reply.header('content-encoding', 'gzip').send(gzip)
    },
  }
}
