import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { sendProblem } from './problem.ts'

/** pg reads this limit from a query too; its types do not name it. */
const QUESTION: pg.QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: 2000 }

/**
 * `/healthz`: this process runs. `/readyz`: it can do its work, perhaps with something to notice; proxies send visitors elsewhere while
 * it is not ready.
 */
export function healthRoutes(app: FastifyInstance, pool: pg.Pool, isStopping: () => boolean, notice: string | null): void {
  const silent = { schema: { hide: true }, logLevel: 'silent' as const }
  app.get('/healthz', silent, async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  app.get('/readyz', silent, async (_request, reply) => {
    if (isStopping()) return sendProblem(reply, 'unavailable', 'stopping')
    try {
      await pool.query(QUESTION)
    } catch {
      // Whatever the cause, the answer is the same: not ready. The pool reports the cause itself.
      return sendProblem(reply, 'unavailable', 'the database does not answer')
    }
    return reply.header('cache-control', 'no-store').send({ ok: true, ...(notice && { notice }) })
  })
}
