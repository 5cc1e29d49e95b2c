/** Reachable only through a socket in a private folder. */
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postgresProgram, runProgram } from '../programs.ts'

export type ScratchCluster = {
  folder: string
  data: string
  start(): Promise<void>
  url(database: string, role: string): string
  remove(): Promise<void>
}

const PORT = 5432
// `hot_standby=off`: PostgreSQL then refuses connections during recovery and doesn't require the real server's limits.
const SETTINGS = [
  "listen_addresses=''",
  'archive_mode=off',
  "synchronous_standby_names=''",
  'hot_standby=off',
  'max_connections=20',
  'fsync=off',
]

export async function createScratchCluster(parent = tmpdir()): Promise<ScratchCluster> {
  // Socket paths are limited to 107 bytes, so the name is short.
  const folder = mkdtempSync(join(parent, 'tw-'))
  const data = join(folder, 'data')
  if (process.getuid?.() === 0) {
    const id = async (flag: string) => Number(await runProgram('id', [flag, 'postgres']))
    chownSync(folder, await id('-u'), await id('-g'))
  }
  const control = (...args: string[]) => runProgram(postgresProgram('pg_ctl'), ['-D', data, '-w', ...args], { asPostgres: true })
  /** pg_ctl considers the server started when recovery begins. */
  async function untilRecovered(): Promise<void> {
    const answers = () =>
      runProgram(postgresProgram('pg_isready'), ['-h', folder, '-p', String(PORT)]).then(
        () => true,
        () => false,
      )
    while (!(await answers())) {
      await control('status').catch(() => {
        throw new Error(`The restored database stopped during recovery: ${readFileSync(join(folder, 'log'), 'utf8').slice(-1000)}`)
      })
      await pause(500)
    }
  }
  return {
    folder,
    data,
    async start() {
      // Debian stores the configuration outside the data folder, so backups don't contain it. The real server's configuration must not
      // apply here either.
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

export async function createDatabaseCluster(cluster: ScratchCluster, role: string): Promise<void> {
  const args = ['-D', cluster.data, '-U', role, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  await runProgram(postgresProgram('initdb'), args, { asPostgres: true })
  await cluster.start()
}
