/** Full and incremental backups and the write-ahead log (WAL) make it possible to restore any point in time. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { runProgram } from '../programs.ts'
import { type ContentHashes, differences, hashesOf, withClient } from './content-hash.ts'
import type { DatabaseEngine } from './dump-engine.ts'

const BACK_WITHIN_MS = 30 * 60_000

/** pgBackRest reads its stanza and configuration from PGBACKREST_STANZA and PGBACKREST_CONFIG. */
const backRest = (...args: string[]) => runProgram('pgbackrest', args, { asPostgres: true })

export function pgBackRestEngine({ DATABASE_URL }: Config): DatabaseEngine {
  const database = new URL(DATABASE_URL)

  /** The result omits tables that changed around the returned time. */
  async function recordMoment(): Promise<{ at: string; content: ContentHashes }> {
    const before = await hashesOf(DATABASE_URL)
    const at = await withClient(DATABASE_URL, async (client) => {
      const { rows } = await client.query<{ at: string }>('select clock_timestamp()::text as at')
      return rows[0]?.at ?? ''
    })
    await pause(100)
    const after = await hashesOf(DATABASE_URL)
    const changed = new Set(differences(before, after))
    // PostgreSQL can restore to a point in time only if the log contains a later transaction.
    await withClient(DATABASE_URL, (client) => client.query('select pg_current_xact_id()'))
    return { at, content: Object.fromEntries(Object.entries(before).filter(([name]) => !changed.has(name))) }
  }

  async function untilBack(): Promise<void> {
    const started = Date.now()
    for (;;) {
      const isBack = await withClient(DATABASE_URL, async (client) => {
        const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers')
        return rows[0]?.recovers === false
      }).catch(() => false)
      if (isBack) return
      if (Date.now() - started > BACK_WITHIN_MS)
        throw new Error('The database was restored but did not start within half an hour. Read its log.')
      await pause(1000)
    }
  }

  return {
    async backup(isFull) {
      await backRest(`--type=${isFull ? 'full' : 'incr'}`, 'backup')
      // The cast is safe: pgBackRest documents this format. The code handles missing values.
      const [info] = JSON.parse(await backRest('--output=json', 'info')) as {
        backup?: { label: string; info?: { repository?: { delta?: number } } }[]
      }[]
      const last = info?.backup?.at(-1)
      return { label: last?.label ?? '', bytes: last?.info?.repository?.delta ?? 0 }
    },
    async verify() {
      const output = await backRest('--output=text', '--verbose', 'verify')
      if (!/status: ok/.test(output)) throw new Error(output)
      return { stanza: /stanza: (\S+)/.exec(output)?.[1] ?? '' }
    },
    async restoreBeside(cluster) {
      const { at, content } = await recordMoment()
      // Waits until all previous writes are in the repository.
      await backRest('check')
      await backRest(
        `--pg1-path=${cluster.data}`,
        '--archive-mode=off',
        '--type=time',
        `--target=${at}`,
        '--target-action=promote',
        'restore',
      )
      await cluster.start()
      return { url: cluster.url(database.pathname.slice(1), decodeURIComponent(database.username)), expected: content }
    },
    async restore({ to, start, replace }) {
      if (!replace)
        throw new Error(
          'Restoring replaces the files of the database, and anything written since the backup is lost. Use --replace to confirm.',
        )
      const target = to ? ['--type=time', `--target=${to}`, '--target-action=promote'] : []
      // pgBackRest refuses to restore while PostgreSQL is running.
      await backRest('--delta', ...target, 'restore')
      if (start) await runProgram('sh', ['-c', start])
      else console.log('The files are restored. Start PostgreSQL now (systemctl start postgresql). This command then continues.')
      await untilBack()
    },
  }
}
