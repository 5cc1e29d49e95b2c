/**
 * Commits that wait for a standby. PostgreSQL lets them wait without any limit, also when nobody waits for their answer any more, and each
 * keeps its place among PostgreSQL's connections. So the client gives up (`query_timeout`), and from then on nothing new is begun until none waits.
 */
import type pg from 'pg'

const PATIENCE_SECONDS = 5

/** Whether a commit has waited for longer than a standby may take. Of other roles' connections nothing is seen here, of our own all. */
export const COMMITS_WAIT = `exists (select from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'
  and query_start < now() - interval '${PATIENCE_SECONDS} s')`

// Passing, like a database that is starting up: the same request may succeed a little later.
const refusal = () => Object.assign(new Error('commits wait for a standby'), { code: '57P03' })

type Ask = (...args: unknown[]) => Promise<{ rows: { isWaiting: boolean }[] }>

/**
 * Closes the connection of a query that was given up: it goes on there, and whoever got the connection next would wait behind it, a rollback
 * first of all. A commit is not undone by that; its outcome stays unknown.
 */
export function giveUpCleanly(pool: pg.Pool): void {
  let isSuspect = false
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as Ask
    const begin = async (...args: unknown[]) => {
      const { rows } = await ask(`select ${COMMITS_WAIT} as "isWaiting"`)
      if (rows[0]?.isWaiting) throw refusal()
      isSuspect = false
      return ask(...args)
    }
    const asking = (...args: unknown[]) => {
      const isBegin = typeof args[0] === 'string' && /^(begin|start transaction)\b/.test(args[0])
      const answer = isSuspect && isBegin ? begin(...args) : ask(...args)
      // With a callback, as `pool.query` asks, there is no promise: the pool closes that connection itself.
      if (answer instanceof Promise)
        answer.catch((error: unknown) => {
          if (!(error instanceof Error && error.message === 'Query read timeout')) return
          isSuspect = true
          ;(client as unknown as pg.Client).end(() => undefined)
        })
      return answer
    }
    Object.assign(client, { query: asking })
  })
}
