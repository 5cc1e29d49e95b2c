import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

type Options = { env?: Record<string, string | undefined>; asPostgres?: boolean }

const isRoot = process.getuid?.() === 0

/** `asPostgres` is for programs that refuse to run as root or must own the database files. */
export function runProgram(program: string, args: readonly string[], { env = {}, asPostgres = false }: Options = {}): Promise<string> {
  const [command, all] = asPostgres && isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args]
  return new Promise((done, failed) => {
    // `postgres` may not be allowed to enter the current folder, so the program runs in `/`.
    const child = spawn(command, all, { env: { ...process.env, ...env }, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
    let [output, complaint] = ['', '']
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (complaint += chunk))
    child.on('error', (error: NodeJS.ErrnoException) => failed(error.code === 'ENOENT' ? new Error(`${program} is not installed.`) : error))
    // 'exit' instead of 'close', because a server started by pg_ctl keeps running and holds the pipes open.
    child.on('exit', (code) =>
      code === 0 ? done(output) : failed(new Error(`${program} ended with ${code}: ${(complaint || output).trim().slice(-2000)}`)),
    )
  })
}

/** The newest installed PostgreSQL version can read the formats of older versions. */
export function postgresProgram(name: string): string {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  const folder = versions.map((version) => join(base, version, 'bin')).find((bin) => existsSync(join(bin, name)))
  return folder ? join(folder, name) : name
}

/** All users on the machine can read arguments, including a password in them, but not environment variables. */
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
