import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { COMMITS_WAIT } from '#db/waiting-commits.ts'
import { sendProblem } from '../problem.ts'

/**
 * Reads still work while commits wait for a standby, so the check is about writes. pg accepts `query_timeout` for a single query, but its
 * types don't include it.
 */
const QUESTION: pg.QueryConfig & { query_timeout: number } = {
  text: `select current_setting('transaction_read_only') = 'on' as "isReadOnly", ${COMMITS_WAIT} as "isWaiting"`,
  query_timeout: 2000,
}

/** How long a result is reused, to limit how often the database is checked. */
const SHARED_MS = 500

function askDatabase(pool: pg.Pool): () => Promise<string | null> {
  const ask = async () => {
    try {
      const { rows } = await pool.query<{ isReadOnly: boolean; isWaiting: boolean }>(QUESTION)
      if (rows[0]?.isReadOnly) return 'the database is a standby, so nothing can be saved'
      return rows[0]?.isWaiting ? 'commits are waiting for a standby, so nothing can be saved' : null
    } catch {
      // Any failure counts as "not ready". The pool reports the cause.
      return 'the database is not responding'
    }
  }
  let last: { answer: Promise<string | null>; until: number } | null = null
  return () => {
    if (last && performance.now() < last.until) return last.answer
    const asked = { answer: ask(), until: Number.POSITIVE_INFINITY }
    void asked.answer.then(() => {
      asked.until = performance.now() + SHARED_MS
    })
    last = asked
    return asked.answer
  }
}

/**
 * `/healthz` reports that this process is running. `/readyz` reports that the process can serve requests. Proxies send visitors elsewhere
 * while it can't.
 */
export function healthRoutes(app: FastifyInstance, pool: pg.Pool, isStopping: () => boolean, notice: string | null): void {
  const whyUseless = askDatabase(pool)
  const silent = { schema: { hide: true }, logLevel: 'silent' as const }
  app.get('/healthz', silent, async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  app.get('/readyz', silent, async (_request, reply) => {
    if (isStopping()) return sendProblem(reply, 'unavailable', 'stopping')
    const reason = await whyUseless()
    if (reason) return sendProblem(reply, 'unavailable', reason)
    return reply.header('cache-control', 'no-store').send({ ok: true, ...(notice && { notice }) })
  })
}
