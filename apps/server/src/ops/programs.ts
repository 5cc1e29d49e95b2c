/** Other people's programs, run to their end: PostgreSQL's own, pgBackRest, restic. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

type Wishes = { env?: Record<string, string | undefined>; asPostgres?: boolean }

const isRoot = process.getuid?.() === 0

/** What it printed; throws what it complained about. `asPostgres`: it refuses root, or must own the files of the database. */
export function runProgram(program: string, args: readonly string[], { env = {}, asPostgres = false }: Wishes = {}): Promise<string> {
  const [command, all] = asPostgres && isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args]
  return new Promise((done, failed) => {
    // Not in the folder that we were started in: `postgres` may not be allowed to enter it.
    const child = spawn(command, all, { env: { ...process.env, ...env }, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
    let [output, complaint] = ['', '']
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (complaint += chunk))
    child.on('error', (error: NodeJS.ErrnoException) => failed(error.code === 'ENOENT' ? new Error(`${program} is not installed.`) : error))
    // Not 'close': what pg_ctl starts goes on and holds our pipes open.
    child.on('exit', (code) =>
      code === 0 ? done(output) : failed(new Error(`${program} ended with ${code}: ${(complaint || output).trim().slice(-2000)}`)),
    )
  })
}

/** A program of PostgreSQL, of the newest version that is installed: it reads what older ones wrote. */
export function postgresProgram(name: string): string {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  const folder = versions.map((version) => join(base, version, 'bin')).find((bin) => existsSync(join(bin, name)))
  return folder ? join(folder, name) : name
}

/** For libpq. Not as an argument, which everybody on the machine could read, password and all. */
export function libpqEnvironment(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const sslmode = searchParams.get('sslmode')
  return {
    PGHOST: decodeURIComponent(host),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(sslmode && { PGSSLMODE: sslmode }),
  }
}
