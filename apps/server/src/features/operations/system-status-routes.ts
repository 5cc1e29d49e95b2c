import { SystemStatus } from '@trailwarden/api'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { SystemReader } from './system-reader.ts'

export function systemStatusRoutes(app: FastifyInstance, system: SystemReader, version: string): void {
  const startedAt = new Date().toISOString()
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/api/system-status',
      { schema: { summary: 'Status of the deployment', tags: ['operations'], response: { 200: SystemStatus } } },
      async (): Promise<SystemStatus> => {
        const { databaseVersion, databaseBytes, queues, runs, restore, doubtfulAddresses } = await system.read()
        const { used, size, waiting } = system.pool()
        return {
          version,
          startedAt,
          database: { version: databaseVersion, bytes: databaseBytes, poolUsed: used, poolSize: size, waitingRequests: waiting },
          queues: queues.map(({ active: _, ...queue }) => queue),
          tasks: runs.map(({ task, succeededAt, failedAt }) => {
            return { task, succeededAt: succeededAt?.toISOString() ?? null, failedAt: failedAt?.toISOString() ?? null }
          }),
          restore: restore && {
            at: restore.at.toISOString(),
            restoredTo: restore.restoredTo?.toISOString() ?? null,
            ended: restore.ended,
          },
          doubtfulAddresses,
          photosFreeBytes: await system.photosFreeBytes(),
        }
      },
    )
}
