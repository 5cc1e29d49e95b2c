/** The database by pgBackRest: full and incremental backups, every write since (WAL), and so a way back to any moment. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { type ContentHashes, differences, hashesOf, withClient } from './content-hash.ts'
import type { DatabaseEngine } from './dump-engine.ts'
import { runProgram } from './programs.ts'

const BACK_WITHIN_MS = 30 * 60_000

/** pgBackRest reads its stanza and configuration from PGBACKREST_STANZA and PGBACKREST_CONFIG. */
const backRest = (...args: string[]) => runProgram('pgbackrest', args, { asPostgres: true })

export function pgBackRestEngine({ DATABASE_URL }: Config): DatabaseEngine {
  const database = new URL(DATABASE_URL)

  /** A moment, and what the database held then: the tables that were the same before and after. */
  async function aMoment(): Promise<{ at: string; content: ContentHashes }> {
    const before = await hashesOf(DATABASE_URL)
    const at = await withClient(DATABASE_URL, async (client) => {
      const { rows } = await client.query<{ at: string }>('select clock_timestamp()::text as at')
      return rows[0]?.at ?? ''
    })
    await pause(100)
    const after = await hashesOf(DATABASE_URL)
    const changed = new Set(differences(before, after))
    // A restore to a moment needs something that was committed after it.
    await withClient(DATABASE_URL, (client) => client.query('select pg_current_xact_id()'))
    return { at, content: Object.fromEntries(Object.entries(before).filter(([name]) => !changed.has(name))) }
  }

  /** Until it answers and has recovered. */
  async function untilBack(): Promise<void> {
    const started = Date.now()
    for (;;) {
      const isBack = await withClient(DATABASE_URL, async (client) => {
        const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers')
        return rows[0]?.recovers === false
      }).catch(() => false)
      if (isBack) return
      if (Date.now() - started > BACK_WITHIN_MS)
        throw new Error('The database was restored, and has not come up within half an hour: read its log.')
      await pause(1000)
    }
  }

  return {
    async backup(isFull) {
      await backRest(`--type=${isFull ? 'full' : 'incr'}`, 'backup')
      // Safe: its documented form; what is missing is left out.
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
      const { at, content } = await aMoment()
      // Waits until all that was written so far lies in the repository.
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
        throw new Error('With --replace the files of the database are put back to what they were; anything written since is lost.')
      const target = to ? ['--type=time', `--target=${to}`, '--target-action=promote'] : []
      // It refuses while PostgreSQL runs.
      await backRest('--delta', ...target, 'restore')
      if (start) await runProgram('sh', ['-c', start])
      else console.log('The files are back. Start PostgreSQL now (systemctl start postgresql); this command waits for it.')
      await untilBack()
    },
  }
}
