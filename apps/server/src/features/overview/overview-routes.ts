import { Overview } from '@trailwarden/api'
import type { Site } from '@trailwarden/site'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { OverviewReader } from './overview.ts'

export function overviewRoutes(app: FastifyInstance, overview: OverviewReader, { networks }: Pick<Site, 'networks'>): void {
  const Asked = z.object({ network: z.optional(z.enum(networks.map(({ id }) => id))) })
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/management/overview',
    {
      schema: {
        summary: 'What needs attention, and figures about Actions, for all networks or one',
        tags: ['operations'],
        querystring: Asked,
        response: { 200: Overview },
      },
    },
    async ({ query: { network } }, reply) => reply.header('cache-control', 'no-store').send(await overview.read(network ?? null)),
  )
}
