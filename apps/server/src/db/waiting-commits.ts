/**
 * PostgreSQL lets a commit wait for a standby without limit, even after the client has given up, and each waiting commit occupies a
 * connection. The client therefore stops waiting after `query_timeout` and starts no new transaction until no commit is waiting.
 */
import type pg from 'pg'

const PATIENCE_SECONDS = 5

/** True if a commit has waited too long for a standby. It sees only connections with the role of this server. */
export const COMMITS_WAIT = `exists (select from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'
  and query_start < now() - interval '${PATIENCE_SECONDS} s')`

// The code of a database that is starting, so callers treat the error as transient and retry.
const refusal = () => Object.assign(new Error('commits are waiting for a standby'), { code: '57P03' })

type Ask = (...args: unknown[]) => Promise<{ rows: { isWaiting: boolean }[] }>

/**
 * After a timeout, the query is still running on its connection, and the next user's first statement would wait behind it. Closing the
 * connection doesn't undo a commit, so the outcome stays unknown.
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
      // With a callback, as used by `pool.query`, there is no promise, and the pool closes the connection.
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
