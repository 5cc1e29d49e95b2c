import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { COMMITS_WAIT } from '#db/waiting-commits.ts'
import { sendProblem } from './problem.ts'

/**
 * Whether this database can be written to: while commits wait, whoever only reads gets an answer. pg reads `query_timeout` from a query too;
 * its types do not name it.
 */
const QUESTION: pg.QueryConfig & { query_timeout: number } = {
  text: `select current_setting('transaction_read_only') = 'on' as "isReadOnly", ${COMMITS_WAIT} as "isWaiting"`,
  query_timeout: 2000,
}

/** However many ask, the database is asked so often at most. */
const SHARED_MS = 500

/** Why the database is of no use just now; null when it is. */
function askDatabase(pool: pg.Pool): () => Promise<string | null> {
  const ask = async () => {
    try {
      const { rows } = await pool.query<{ isReadOnly: boolean; isWaiting: boolean }>(QUESTION)
      if (rows[0]?.isReadOnly) return 'the database is a standby: nothing can be saved'
      return rows[0]?.isWaiting ? 'commits wait for a standby: nothing can be saved' : null
    } catch {
      // Whatever the cause, the answer is the same: not ready. The pool reports the cause itself.
      return 'the database does not answer'
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
 * `/healthz`: this process runs. `/readyz`: it can do its work, perhaps with something to notice; proxies send visitors elsewhere while
 * it is not ready.
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
