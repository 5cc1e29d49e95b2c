/**
 * Uses the unmodified files of deploy/ha on loopback. As root, runs them as the user `postgres`, because PostgreSQL refuses to run as root.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pause, until } from '../wait.ts'
import { freePort } from './postgres.ts'

const FILES = resolve(import.meta.dirname, '../../../../deploy/ha')
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/lib/postgresql/15/bin/postgres']
const PACKAGES = 'patroni python3-etcd etcd-server haproxy postgresql-15'

const isRoot = process.getuid?.() === 0
const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)

function familyOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  const children = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
  return [pid, ...children.flatMap(familyOf)]
}

function send(signal: NodeJS.Signals, pids: readonly number[]): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ESRCH') throw error
    }
}

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string }
export type FailoverCluster = Awaited<ReturnType<typeof startFailoverCluster>>

export async function startFailoverCluster() {
  const missing = PROGRAMS.filter((program) => !existsSync(program))
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')} (Debian 12: apt-get install ${PACKAGES})`)
  const directory = mkdtempSync(join(tmpdir(), 'failover-'))
  const give = (path: string) => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (isRoot) chownSync(path, idOf('-u'), idOf('-g'))
  }
  give(directory)
  const running = new Map<string, ChildProcess>()
  function run(name: string, program: string, args: string[], env: Record<string, string>): void {
    const log = openSync(join(directory, `${name}.log`), 'a')
    const [command, all] = isRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]]
      : [program, args]
    const child = spawn(command, all, {
      stdio: ['ignore', log, log],
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: directory, LC_ALL: 'C.UTF-8', ...env },
    })
    running.set(name, child)
  }
  const password = randomBytes(12).toString('hex')
  const ports: number[] = []
  const findPort = async () => {
    for (;;) {
      const port = await freePort(23_000, 24_000)
      if (ports.includes(port)) continue
      ports.push(port)
      return String(port)
    }
  }
  const [client, peer, database, metrics] = [await findPort(), await findPort(), await findPort(), await findPort()]
  const nodes = await Promise.all(
    ['n1', 'n2', 'n3'].map(async (name) => {
      give(join(directory, name))
      return { name, postgres: await findPort(), patroni: await findPort(), data: join(directory, name, 'pg') }
    }),
  )
  type Node = (typeof nodes)[number]
  const rest = ({ patroni }: Node, path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${patroni}${path}`, { signal: AbortSignal.timeout(5000), ...init }).catch(() => null)
  const asPatroni = { authorization: `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}`, 'content-type': 'application/json' }

  const startNode = (node: Node) =>
    run(node.name, '/usr/bin/patroni', [join(FILES, 'patroni.yml')], {
      PATRONI_NAME: node.name,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${node.patroni}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${node.patroni}`,
      PATRONI_RESTAPI_USERNAME: 'patroni',
      PATRONI_RESTAPI_PASSWORD: password,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${node.postgres}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${node.postgres}`,
      PATRONI_POSTGRESQL_DATA_DIR: node.data,
      PATRONI_POSTGRESQL_PGPASS: join(directory, node.name, 'pgpass'),
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${client}`,
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: password,
      PATRONI_REWIND_USERNAME: 'rewinder',
      PATRONI_REWIND_PASSWORD: password,
    })

  const who = async (path: string): Promise<Node | null> => {
    const asked = await Promise.all(nodes.map(async (node) => ((await rest(node, path))?.status === 200 ? node : null)))
    return asked.find((node) => node !== null) ?? null
  }
  const leader = () => who('/primary')
  /** For up to `ttl` after an etcd outage, no other node becomes the leader, even if the leader requests a switchover. */
  const isFailsafe = async (node: Node) =>
    ((await (await rest(node, '/patroni'))?.json()) as { failsafe_mode_is_active?: boolean } | undefined)?.failsafe_mode_is_active === true
  /** All three nodes must be on one timeline. In synchronous mode, one standby must also have every acknowledged write. */
  async function isWhole(isSynchronous: boolean): Promise<boolean> {
    const first = await leader()
    if (!first || (isSynchronous && !(await who('/sync')))) return false
    if ((await Promise.all(nodes.map(isFailsafe))).includes(true)) return false
    const reply = await rest(first, '/cluster')
    if (!reply) return false
    const { members } = (await reply.json()) as { members: Member[] }
    const timeline = members.find(({ role }) => role === 'leader')?.timeline
    return members.filter((one) => ['running', 'streaming'].includes(one.state) && one.timeline === timeline).length === nodes.length
  }
  const postmasterOf = ({ data }: Node) => {
    const file = join(data, 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  }
  const etcd = () => [running.get('etcd')?.pid ?? 0].filter(Boolean)

  const cluster = {
    directory,
    /** haproxy always connects to the leader. */
    url: `postgres://postgres:${password}@127.0.0.1:${database}/postgres`,
    leader,
    whole: (isSynchronous = true) => until(() => isWhole(isSynchronous), 180_000),
    killPostgres: (node: Node) => send('SIGKILL', [postmasterOf(node)]),
    /** Simulates a power failure of the node's machine. */
    killNode(node: Node) {
      const patroni = running.get(node.name)?.pid ?? 0
      const postmaster = postmasterOf(node)
      send('SIGKILL', [...familyOf(patroni), ...(postmaster ? familyOf(postmaster) : [])].filter(Boolean))
    },
    startNode,
    /** Later writes on the leader don't reach any standby. The leader's sender processes stay suspended until they are killed. */
    holdBack(node: Node): void {
      const senders = familyOf(postmasterOf(node)).filter((pid) =>
        existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender') : false,
      )
      send('SIGSTOP', senders)
    },
    pauseEtcd: () => send('SIGSTOP', etcd()),
    resumeEtcd: () => send('SIGCONT', etcd()),
    async switchover(node: Node): Promise<void> {
      const reply = await rest(node, '/switchover', {
        method: 'POST',
        headers: asPatroni,
        body: JSON.stringify({ leader: node.name }),
        signal: AbortSignal.timeout(60_000),
      })
      if (reply?.status !== 200) throw new Error(`the switchover failed: ${reply?.status} ${await reply?.text()}`)
    },
    async configure(changes: Record<string, unknown>): Promise<void> {
      const first = await leader()
      const reply = first && (await rest(first, '/config', { method: 'PATCH', headers: asPatroni, body: JSON.stringify(changes) }))
      if (reply?.status !== 200) throw new Error(`the configuration failed: ${reply?.status}`)
    },
    async stop(): Promise<void> {
      cluster.resumeEtcd()
      for (const node of nodes) cluster.killNode(node)
      for (const child of running.values()) child.kill('SIGKILL')
      await until(() => [...running.values()].every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null), 10_000)
      await pause(200)
      rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }

  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  run('etcd', '/usr/bin/etcd', [], {
    ETCD_NAME: 'e1',
    ETCD_DATA_DIR: join(directory, 'etcd'),
    ETCD_LISTEN_CLIENT_URLS: clientUrl,
    ETCD_ADVERTISE_CLIENT_URLS: clientUrl,
    ETCD_LISTEN_PEER_URLS: peerUrl,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peerUrl,
    ETCD_INITIAL_CLUSTER: `e1=${peerUrl}`,
  })
  for (const node of nodes) startNode(node)
  const ofNodes = nodes.flatMap(({ postgres, patroni }, i) => [
    [`NODE${i + 1}`, '127.0.0.1'],
    [`NODE${i + 1}_PORT`, postgres],
    [`NODE${i + 1}_PATRONI`, patroni],
  ])
  run('haproxy', '/usr/sbin/haproxy', ['-db', '-f', join(FILES, 'haproxy.cfg')], {
    DATABASE_PORT: database,
    LISTEN_ON: '127.0.0.1',
    METRICS_PORT: metrics,
    ...Object.fromEntries(ofNodes),
  })
  if (!(await cluster.whole())) {
    const logs = ['etcd', 'haproxy', 'n1'].map((name) => `${name}: ${readFileSync(join(directory, `${name}.log`), 'utf8').slice(-2000)}`)
    await cluster.stop()
    throw new Error(`the cluster did not start\n${logs.join('\n')}`)
  }
  return cluster
}
