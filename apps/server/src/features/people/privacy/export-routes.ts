import { ExportNote } from '@trailwarden/api'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { sendProblem } from '#http/problem.ts'
import { signedIn } from '#http/security/guard.ts'
import { createBucket } from '#http/security/rate-limit.ts'

const EXPORTS_PER_HOUR = 10

/** The device creates the files from data it already has, so the server records only who exported and how much. */
export function exportRoutes(app: FastifyInstance, db: Db): void {
  const exports_ = createBucket(EXPORTS_PER_HOUR / 60, EXPORTS_PER_HOUR)
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/exports',
    {
      schema: {
        summary: 'Record that a list was exported to a file',
        tags: ['users'],
        body: ExportNote,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const { id } = signedIn(request)
      const waitSeconds = exports_.take(id, performance.now())
      if (waitSeconds > 0) return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many exports.')
      await audit(db, 'exported', { actorId: id, details: request.body }, new Date())
      return reply.code(204).send()
    },
  )
}
