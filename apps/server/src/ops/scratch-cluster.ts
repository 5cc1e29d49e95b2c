/** A PostgreSQL beside the real one, for looking into a backup: reached only through a socket in a folder that nobody else may enter. */
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postgresProgram, runProgram } from './programs.ts'

export type ScratchCluster = {
  folder: string
  data: string
  /** Starts what lies in `data`, and waits until it has recovered. */
  start(): Promise<void>
  url(database: string, role: string): string
  /** Stops it and removes everything. */
  remove(): Promise<void>
}

const PORT = 5432
// `hot_standby=off`: while it recovers nobody can ask it anything, and it need not be sized as the real one is.
const SETTINGS = [
  "listen_addresses=''",
  'archive_mode=off',
  "synchronous_standby_names=''",
  'hot_standby=off',
  'max_connections=20',
  'fsync=off',
]

export async function aScratchCluster(parent = tmpdir()): Promise<ScratchCluster> {
  // Socket paths may be no longer than 107 bytes, so the name is short.
  const folder = mkdtempSync(join(parent, 'tw-'))
  const data = join(folder, 'data')
  if (process.getuid?.() === 0) {
    const id = async (flag: string) => Number(await runProgram('id', [flag, 'postgres']))
    chownSync(folder, await id('-u'), await id('-g'))
  }
  const control = (...args: string[]) => runProgram(postgresProgram('pg_ctl'), ['-D', data, '-w', ...args], { asPostgres: true })
  /** pg_ctl has it for started when it begins to recover. */
  async function untilRecovered(): Promise<void> {
    const answers = () =>
      runProgram(postgresProgram('pg_isready'), ['-h', folder, '-p', String(PORT)]).then(
        () => true,
        () => false,
      )
    while (!(await answers())) {
      await control('status').catch(() => {
        throw new Error(`The restored database ended while it recovered: ${readFileSync(join(folder, 'log'), 'utf8').slice(-1000)}`)
      })
      await pause(500)
    }
  }
  return {
    folder,
    data,
    async start() {
      // Debian's configuration lies elsewhere and is not in backups; and the real one's must not count here.
      const config = join(folder, 'postgresql.conf')
      writeFileSync(config, `${SETTINGS.join('\n')}\nhba_file='${folder}/hba.conf'\nident_file='${folder}/ident.conf'\n`, { mode: 0o644 })
      writeFileSync(join(folder, 'hba.conf'), 'local all all trust\n', { mode: 0o644 })
      writeFileSync(join(folder, 'ident.conf'), '', { mode: 0o644 })
      const options = `-p ${PORT} -k ${folder} -c config_file=${config}`
      await control('-l', join(folder, 'log'), '-o', options, 'start')
      await untilRecovered()
    },
    url: (database, role) => `postgres://${encodeURIComponent(role)}@localhost:${PORT}/${database}?host=${encodeURIComponent(folder)}`,
    async remove() {
      if (existsSync(join(data, 'postmaster.pid'))) await control('-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** An empty one, with a role that owns everything. */
export async function anEmptyCluster(cluster: ScratchCluster, role: string): Promise<void> {
  const args = ['-D', cluster.data, '-U', role, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  await runProgram(postgresProgram('initdb'), args, { asPostgres: true })
  await cluster.start()
}
