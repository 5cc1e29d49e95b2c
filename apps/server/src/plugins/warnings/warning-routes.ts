import { createHash } from 'node:crypto'
import { PublicWarnings } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { PUBLIC_READ } from '#http/caching/cache-headers.ts'
import type { WarningFeeds } from './warning-feeds.ts'

/** The maximum age of `asOf` in a cached copy that the server still confirms with "not modified". */
const TAG_SPAN_MS = 60_000

function tagOf({ asOf, warnings }: PublicWarnings): string {
  const span = Math.floor(Date.parse(asOf) / TAG_SPAN_MS)
  return `"${createHash('sha256')
    .update(JSON.stringify([span, warnings]))
    .digest('base64url')
    .slice(0, 22)}"`
}

export function warningRoutes(app: FastifyInstance, warnings: WarningFeeds): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/public/warnings',
    {
      schema: {
        summary: 'Warnings from other agencies about the networks, with their source and age',
        tags: ['public'],
        response: { 200: PublicWarnings, 304: z.undefined() },
      },
    },
    async (request, reply) => {
      const answer = await warnings.read()
      const tag = tagOf(answer)
      reply.headers({ 'cache-control': PUBLIC_READ, etag: tag, 'access-control-allow-origin': '*' })
      if (request.headers['if-none-match'] === tag) return reply.code(304).send(undefined)
      return answer
    },
  )
}
