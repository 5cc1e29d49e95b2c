/** For the smallest deployments, because dumps can't restore the state between two dumps. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { libpqEnvironment, postgresProgram, runProgram } from '../programs.ts'
import { type ContentHashes, contentHashes, withClient } from './content-hash.ts'
import { createDatabaseCluster, type ScratchCluster } from './scratch-cluster.ts'

export type Details = Record<string, string | number>
type RestoreOptions = {
  /** Only some engines can restore to a point in time. */
  to?: string | undefined
  start?: string | undefined
  replace: boolean
}

export type DatabaseEngine = {
  backup(isFull: boolean): Promise<Details>
  verify(): Promise<Details>
  /** `expected` are the hashes that the tables of the restored backup must have. */
  restoreBeside(cluster: ScratchCluster): Promise<{ url: string; expected: ContentHashes }>
  /** Afterwards, the caller must prepare the database and start a new epoch. */
  restore(options: RestoreOptions): Promise<void>
}

type Manifest = { sha256: string; content: ContentHashes }

const DUMP = /^trailwarden-[0-9TZ-]+\.dump$/
/** The newest dumps are never deleted, regardless of their age. */
const LEAST_DUMPS = 2

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

export function dumpEngine({ DATABASE_URL, MIGRATION_DATABASE_URL }: Config, folder: string, keepDays: number): DatabaseEngine {
  const url = MIGRATION_DATABASE_URL ?? DATABASE_URL
  const manifestOf = (dump: string) => dump.replace(/dump$/, 'json')

  const dumps = async () => (await readdir(folder).catch(() => [])).filter((name) => DUMP.test(name)).sort()

  async function latest(): Promise<{ file: string; manifest: Manifest }> {
    const name = (await dumps()).at(-1)
    if (!name) throw new Error(`There is no dump in ${folder}.`)
    const file = join(folder, name)
    // The cast is safe: `backup` wrote this file. The comparison would reveal any errors in it.
    const manifest = JSON.parse(await readFile(manifestOf(file), 'utf8')) as Manifest
    if ((await sha256Of(file)) !== manifest.sha256) throw new Error(`${file} is damaged: it differs from the dump that was written.`)
    return { file, manifest }
  }

  async function prune(): Promise<void> {
    const oldest = Date.now() - keepDays * 86_400_000
    for (const name of (await dumps()).slice(0, -LEAST_DUMPS)) {
      const file = join(folder, name)
      if ((await stat(file)).mtimeMs >= oldest) continue
      await rm(file)
      await rm(manifestOf(file), { force: true })
    }
  }

  const load = (file: string, into: string) =>
    runProgram(
      postgresProgram('pg_restore'),
      ['--no-owner', '--no-privileges', '--exit-on-error', '-d', libpqEnvironment(into).PGDATABASE ?? '', file],
      {
        env: libpqEnvironment(into),
      },
    )

  return {
    async backup() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `trailwarden-${new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}.dump`)
      const part = `${file}.part`
      const content = await withClient(url, async (client) => {
        // The dump and the hashes come from one snapshot, so changes in the meantime affect neither.
        await client.query('begin isolation level repeatable read read only')
        const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
        const args = ['-Fc', `--snapshot=${rows[0]?.snapshot}`, '--file', part]
        await runProgram(postgresProgram('pg_dump'), args, { env: libpqEnvironment(url) })
        return contentHashes(client)
      })
      const manifest: Manifest = { sha256: await sha256Of(part), content }
      // A dump without a manifest isn't valid, so the manifest comes first.
      await writeFile(manifestOf(file), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true })
      // If root runs a backup manually, the user that runs the backup timers must still be able to read it.
      const { uid, gid } = await stat(folder)
      if (process.getuid?.() === 0) for (const made of [manifestOf(file), part]) await chown(made, uid, gid)
      await rename(part, file)
      await prune()
      return { file, bytes: (await stat(file)).size }
    },
    async verify() {
      const { file } = await latest()
      await runProgram(postgresProgram('pg_restore'), ['--list', file])
      return { file }
    },
    async restoreBeside(cluster) {
      const { file, manifest } = await latest()
      await createDatabaseCluster(cluster, 'postgres')
      const beside = cluster.url('postgres', 'postgres')
      await load(file, beside)
      return { url: beside, expected: manifest.content }
    },
    async restore({ to, replace }) {
      if (to) throw new Error('A moment between two dumps cannot be restored: leave out --to, or use pgBackRest.')
      const { file } = await latest()
      await withClient(url, async (client) => {
        const { rows } = await client.query<{ n: number }>(
          `select count(*)::int as n from pg_tables where schemaname in ('public', 'pgboss')`,
        )
        if (rows[0]?.n && !replace) throw new Error('The database is not empty. With --replace, the dump replaces everything in it.')
        if (rows[0]?.n) await client.query('drop schema public cascade; drop schema if exists pgboss cascade; create schema public')
      })
      await load(file, url)
    },
  }
}
