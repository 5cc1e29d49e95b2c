/**
 * For development and tests. As root, runs PostgreSQL as the `postgres` user, because PostgreSQL refuses to run as root. A cluster only
 * listens on loopback and trusts every connection there, so never use it for real data.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runWhenWeEnd } from '../app/run-when-we-end.ts'

export type Cluster = {
  /** URL of the `postgres` database. Replace the path to use another database. */
  url: string
  stop(mode?: 'fast' | 'immediate'): void
  start(): void
  /** Connections stay open, and the server doesn't respond until `thaw`, as on a machine that hangs. */
  freeze(): void
  thaw(): void
  /** `dump` and `load` may use files in the cluster's folder. */
  directory: string
  dump(database: string, file: string): void
  /** Works even while the database is in use. */
  load(database: string, file: string): void
  /** Starts a read-only replica of this cluster. */
  follow(directory: string): Promise<Cluster>
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
  // The server that pg_ctl starts keeps our pipes open. Ignoring its output prevents spawnSync from waiting for the server to end.
  const result = spawnSync(command as string, all as string[], { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], cwd: tmpdir() })
  if (result.status !== 0) throw new Error(`${program} failed: ${result.stderr}`)
  return result.stderr
}

/** IPv4 and IPv6 loopback, because `localhost` may mean either. */
async function isFree(port: number): Promise<boolean> {
  const canListen = (host: string) =>
    new Promise<boolean>((resolve) => {
      const probe = createServer()
      // On a machine without IPv6, this address doesn't exist.
      probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'))
      probe.listen(port, host, () => probe.close(() => resolve(true)))
    })
  return (await canListen('127.0.0.1')) && (await canListen('::1'))
}

/** Below 32768, because the system assigns higher ports to outgoing connections. */
export async function freePort(from = 20_000, to = 32_000): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = from + Math.floor(Math.random() * (to - from))
    if (await isFree(port)) return port
  }
  throw new Error(`no free port between ${from} and ${to}`)
}

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

type ClusterOptions = {
  directory: string
  durable: boolean
  /** Each setting has the form `name=value` and overrides the default. */
  more?: readonly string[]
}

/** `durable: false` makes tests faster but risks data loss. */
export async function startCluster({ directory, durable, more = [] }: ClusterOptions): Promise<Cluster> {
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
      // The postmaster starts the other processes, so it is suspended first and resumed last.
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
 * The folder is in the checkout. As root, if `postgres` can't enter the checkout (for example in a home folder), a temporary folder is
 * used, which is always the same for a checkout.
 */
export function developmentDirectory(root: string): string {
  const canEnter = !isRoot || spawnSync('runuser', ['-u', 'postgres', '--', 'test', '-x', root]).status === 0
  if (canEnter) return join(root, '.local/postgres')
  return join(tmpdir(), `trailwarden-dev-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`)
}

export async function startTestCluster(): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'trailwarden-'))
  const cluster = await startCluster({ directory, durable: false })
  const stop = `kill -QUIT "$(head -n 1 '${join(directory, 'data/postmaster.pid')}')"; sleep 1; rm -rf '${directory}'`
  const callOff = runWhenWeEnd('sh', '-c', stop)
  return {
    ...cluster,
    destroy() {
      callOff()
      cluster.destroy()
    },
  }
}

export function databaseUrl(cluster: Pick<Cluster, 'url'>, database: string): string {
  const url = new URL(cluster.url)
  url.pathname = `/${database}`
  return url.href
}
