import { PublicStatus } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { STATUS_READ } from '#http/caching/cache-headers.ts'
import { OPEN_TO_ALL } from './public/status-feeds.ts'
import { statusTag } from './public/status-tag.ts'
import type { StatusReader } from './trail-status-store.ts'

export function trailStatusRoutes(app: FastifyInstance, status: StatusReader): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/public/status',
    {
      schema: {
        summary: 'Public trail status of every network',
        tags: ['public'],
        response: { 200: PublicStatus, 304: z.undefined() },
      },
    },
    async (request, reply) => {
      const answer = await status.read()
      const tag = statusTag(answer)
      reply.headers({ 'cache-control': STATUS_READ, etag: tag, ...OPEN_TO_ALL })
      if (request.headers['if-none-match'] === tag) return reply.code(304).send(undefined)
      return answer
    },
  )
}
