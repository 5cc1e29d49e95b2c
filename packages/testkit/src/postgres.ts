/**
 * A private PostgreSQL for development and tests, so that nobody needs to set one up.
 *
 * Hides: finding the programs, a free port, running as the `postgres` user when we are root (PostgreSQL refuses root),
 * and stopping what was started. A cluster listens on loopback only and trusts it: never use it for anything real.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Cluster = {
  /** Address of the `postgres` database; replace the path for another one. */
  url: string
  stop(mode?: 'fast' | 'immediate'): void
  start(): void
  /** All its processes stand still, as on a machine that hangs: connections stay open, and nothing is answered until `thaw`. */
  freeze(): void
  thaw(): void
  /** Where its files lie; `dump` and `load` may write and read beside them. */
  directory: string
  dump(database: string, file: string): void
  /** Makes the database again from a dump, also while it is in use. */
  load(database: string, file: string): void
  /** Another cluster that follows this one, and can only be read. */
  follow(directory: string): Promise<Cluster>
  /** Stops and removes the data. */
  destroy(): void
}

const isRoot = process.getuid?.() === 0

function programs(): string {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  for (const version of versions) if (existsSync(join(base, version, 'bin/initdb'))) return join(base, version, 'bin')
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  if (found.status === 0) return found.stdout.trim()
  throw new Error('PostgreSQL is not installed: install it (Debian: postgresql) or set DATABASE_URL')
}

function run(program: string, args: string[]): string {
  const [command, all] = isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args]
  // pg_ctl leaves the server running with our pipes open: ignoring its output keeps spawnSync from waiting for it.
  const result = spawnSync(command as string, all as string[], { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], cwd: tmpdir() })
  if (result.status !== 0) throw new Error(`${program} failed: ${result.stderr}`)
  return result.stderr
}

/** Nobody listens on it, on either kind of loopback: `localhost` may mean both. */
async function isFree(port: number): Promise<boolean> {
  const canListen = (host: string) =>
    new Promise<boolean>((resolve) => {
      const probe = createServer()
      // A machine without IPv6 has no such address to be taken.
      probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'))
      probe.listen(port, host, () => probe.close(() => resolve(true)))
    })
  return (await canListen('127.0.0.1')) && (await canListen('::1'))
}

/**
 * A port below 32768 that nothing listens on: above it the system hands out ports to outgoing connections and one may be taken by chance.
 */
export async function freePort(from = 20_000, to = 32_000): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = from + Math.floor(Math.random() * (to - from))
    if (await isFree(port)) return port
  }
  throw new Error(`no free port between ${from} and ${to}`)
}

/** This port, or the next one that nothing listens on. */
export async function firstFreePort(from: number): Promise<number> {
  for (let port = from; port < from + 200; port++) if (await isFree(port)) return port
  throw new Error(`no free port from ${from} on`)
}

function makeDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true })
  if (!isRoot) return
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  chownSync(directory, id('-u'), id('-g'))
}

type ClusterWishes = {
  directory: string
  durable: boolean
  /** Settings of PostgreSQL, as `-c name=value`; they win over those from here. */
  more?: readonly string[]
}

/** Starts the cluster in `directory`, making it first if need be. `durable: false` trades safety for speed: for tests. */
export async function startCluster({ directory, durable, more = [] }: ClusterWishes): Promise<Cluster> {
  const bin = programs()
  const data = join(directory, 'data')
  const fresh = !existsSync(join(data, 'PG_VERSION'))
  makeDirectory(directory)
  if (fresh) run(join(bin, 'initdb'), ['-D', data, '-U', 'trailwarden', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'])
  const running = join(data, 'postmaster.pid')
  if (existsSync(running)) {
    const port = Number(readFileSync(running, 'utf8').split('\n')[3])
    if (spawnSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0) return cluster(port)
  }
  const port = await freePort()
  const started = cluster(port)
  started.start()
  return started

  function cluster(port: number): Cluster {
    const settings = [`-p ${port}`, '-c listen_addresses=127.0.0.1', '-c unix_socket_directories=', '-c max_connections=200']
    if (!durable) settings.push('-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off', '-c autovacuum=off')
    settings.push(...more)
    const control = (...args: string[]) => run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-t', '30', ...args])
    const stop = (mode: 'fast' | 'immediate' = 'fast') => {
      if (existsSync(running)) control('-m', mode, 'stop')
    }
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
      if (!existsSync(running)) return
      const postmaster = Number(readFileSync(running, 'utf8').split('\n')[0])
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
      // The one that starts others first, and last when they go on.
      for (const pid of name === 'SIGSTOP' ? [postmaster, ...children] : [...children, postmaster]) {
        try {
          process.kill(pid, name)
        } catch (error) {
          if ((error as { code?: string }).code !== 'ESRCH') throw error
        }
      }
    }
    const at = ['-h', '127.0.0.1', '-p', String(port), '-U', 'trailwarden']
    return {
      freeze: () => signal('SIGSTOP'),
      thaw: () => signal('SIGCONT'),
      url: `postgres://trailwarden@127.0.0.1:${port}/postgres`,
      directory,
      dump: (database, file) => void run(join(bin, 'pg_dump'), [...at, '-Fc', '-f', file, database]),
      load: (database, file) => {
        run(join(bin, 'dropdb'), [...at, '--if-exists', '--force', database])
        run(join(bin, 'createdb'), [...at, database])
        run(join(bin, 'pg_restore'), [...at, '-d', database, file])
      },
      start: () => control('-o', settings.join(' '), '-l', join(directory, 'postgres.log'), 'start'),
      stop,
      follow: (other) => {
        makeDirectory(other)
        run(join(bin, 'pg_basebackup'), [...at, '-D', join(other, 'data'), '--write-recovery-conf', '--checkpoint=fast', '--no-sync'])
        return startCluster({ directory: other, durable, more })
      },
      destroy: () => {
        signal('SIGCONT')
        stop('immediate')
        rmSync(directory, { recursive: true, force: true })
      },
    }
  }
}

/**
 * Where development keeps its cluster: in the checkout, or, when we are root and `postgres` may not enter the checkout
 * (somebody's home folder), in a place of its own that stays the same for this checkout.
 */
export function developmentDirectory(root: string): string {
  const canEnter = !isRoot || spawnSync('runuser', ['-u', 'postgres', '--', 'test', '-x', root]).status === 0
  if (canEnter) return join(root, '.local/postgres')
  return join(tmpdir(), `trailwarden-dev-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`)
}

/** A throw-away cluster for one run of tests. */
export function startTestCluster(): Promise<Cluster> {
  return startCluster({ directory: mkdtempSync(join(tmpdir(), 'trailwarden-')), durable: false })
}

/** The same server, another database. */
export function databaseUrl(cluster: Pick<Cluster, 'url'>, database: string): string {
  const url = new URL(cluster.url)
  url.pathname = `/${database}`
  return url.href
}
