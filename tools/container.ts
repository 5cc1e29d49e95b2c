/**
 * `npm run container`: builds the images of deploy/Containerfile and runs them as a careful operator would: read-only, without capabilities, as a
 * user without rights, with the roles that deploy/compose.yaml makes. Ends with 0 when all holds; prints sizes and times.
 *
 * The image to build upon is NODE_IMAGE; without it, one is made of Debian packages and the Node of this checkout, so that nothing but Debian
 * and npm is needed. Images stay in CONTAINER_WORK (default: a folder under /var/tmp), and a second run is faster.
 * `--if-possible`: where containers cannot run it says why and ends with 0.
 *
 * Needs root, and podman, buildah, crun, mmdebstrap and PostgreSQL.
 */
import { spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Cluster, databaseUrl, freePort, startTestCluster } from '@trailwarden/testkit/postgres'
import { until } from '@trailwarden/testkit/wait'

const root = resolve(import.meta.dirname, '..')
const work = process.env.CONTAINER_WORK ?? '/var/tmp/trailwarden-container'
const BASE = 'localhost/node-base:24'
const [SERVER, BACKUP] = ['localhost/trailwarden', 'localhost/trailwarden-backup']
const USER_ID = 10_001
/** Of a network whose proxy has a certificate of its own: handed on to npm, and in no image. */
const certificates = process.env.NODE_EXTRA_CA_CERTS
/** What only browsers and builds need. */
const NOT_ON_A_SERVER = [
  'react',
  'react-dom',
  '@mui',
  '@emotion',
  'ol',
  'dexie',
  'vite',
  'rolldown',
  'esbuild',
  'workbox-build',
  'typescript',
  'vitest',
  'node',
]

type Ended = { status: number | null; stdout: string; stderr: string }
function run(command: string, args: readonly string[], env: Record<string, string> = {}): Ended {
  const ended = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 2 ** 28 })
  if (ended.error) throw ended.error
  return ended
}
function must(command: string, args: readonly string[], env?: Record<string, string>): string {
  const { status, stdout, stderr } = run(command, args, env)
  if (status !== 0) throw new Error(`${command} ${args.slice(0, 12).join(' ')} ended with ${status}:\n${(stderr + stdout).slice(-4000)}`)
  return stdout.trim()
}
async function timed<T>(what: string, action: () => T | Promise<T>): Promise<T> {
  const from = performance.now()
  const result = await action()
  console.log(`${what}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
  return result
}
function hold(isSo: boolean, sentence: string): void {
  if (!isSo) throw new Error(`does not hold: ${sentence}`)
  console.log(`holds: ${sentence}`)
}

const settingsFile = join(work, 'containers.conf')
const storage = (driver: string) => ['--storage-driver', driver, '--root', join(work, `store-${driver}`), '--runroot', join(work, 'run')]
const engine = { CONTAINERS_CONF: settingsFile }
/** overlay where the disk can, else plain copies. */
const driver = () => (run('podman', [...storage('overlay'), '--runtime', 'crun', 'info'], engine).status === 0 ? 'overlay' : 'vfs')
let at: string[] = []
const podman = (...args: string[]) => must('podman', [...at, '--runtime', 'crun', ...args], engine)
const triesPodman = (...args: string[]) => run('podman', [...at, '--runtime', 'crun', ...args], engine)

const CGROUP2_MAGIC = 0x63677270
/** podman wants cgroups of the second kind. Where the machine has the first, a mount namespace of our own has the second, and ends with us. */
function inOwnMounts(): void {
  if (statfsSync('/sys/fs/cgroup').type === CGROUP2_MAGIC) return
  if (!process.env.CONTAINER_OWN_MOUNTS) {
    const args = ['--mount', '--propagation', 'private', process.execPath, ...process.argv.slice(1)]
    const { status } = spawnSync('unshare', args, { stdio: 'inherit', env: { ...process.env, CONTAINER_OWN_MOUNTS: '1' } })
    process.exit(status ?? 1)
  }
  must('umount', ['--recursive', '/sys/fs/cgroup'])
  must('mount', ['-t', 'cgroup2', 'none', '/sys/fs/cgroup'])
}

/** Why containers cannot run here; null when they can. */
function obstacle(): string | null {
  if (process.getuid?.() !== 0) return 'it must be run by root'
  const missing = ['podman', 'buildah', 'crun', 'mmdebstrap'].filter((name) => run('sh', ['-c', `command -v ${name}`]).status !== 0)
  if (missing.length > 0) return `${missing.join(', ')} not installed`
  try {
    inOwnMounts()
  } catch (error) {
    return `no cgroups of the second kind: ${error instanceof Error ? error.message : error}`
  }
  mkdirSync(work, { recursive: true })
  writeFileSync(settingsFile, '[containers]\ndefault_ulimits = []\n[engine]\ncgroup_manager = "cgroupfs"\n')
  at = storage(driver())
  const { status, stderr } = triesPodman('info')
  return status === 0 ? null : `podman cannot run: ${stderr.trim().slice(-300)}`
}

/** Debian's packages, the Node of this checkout and the npm of this machine. */
function makeBase(): void {
  const target = join(work, 'base')
  rmSync(target, { recursive: true, force: true })
  must('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', target])
  const local = join(target, 'usr/local')
  cpSync(process.execPath, join(local, 'bin/node'))
  const npm = dirname(dirname(realpathSync(must('sh', ['-c', 'command -v npm']))))
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true, dereference: true })
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name))
  must('sh', ['-c', `rm -rf ${target}/var/cache/apt/archives/*.deb ${target}/var/lib/apt/lists/*`])
  const archive = join(work, 'base.tar')
  must('tar', ['-C', target, '-cf', archive, '.'])
  podman('import', '--quiet', archive, BASE)
  rmSync(target, { recursive: true })
  rmSync(archive)
}

function build(target: string, tag: string, base: string): void {
  const trusted = certificates
    ? ['--volume', `${realpathSync(certificates)}:/run/registry.crt:ro`, '--build-arg', 'NODE_EXTRA_CA_CERTS=/run/registry.crt']
    : []
  // What npm has fetched on this machine before is not fetched again.
  const cache = must('npm', ['config', 'get', 'cache'])
  const fetched = existsSync(cache) ? ['--volume', `${cache}:/root/.npm`] : []
  const options = ['--isolation', 'chroot', '--format', 'docker', '--layers', '--build-arg', `NODE=${base}`, ...trusted, ...fetched]
  must('buildah', [...at, 'build', ...options, '-f', join(root, 'deploy/Containerfile'), '--target', target, '-t', tag, root], engine)
}

type Passwords = { owner: string; serving: string }
function makeRoles(cluster: Cluster): Passwords {
  const passwords = { owner: 'of-the-owner', serving: 'of-the-server' }
  const { port, username } = new URL(cluster.url)
  const env = { PGHOST: '127.0.0.1', PGPORT: port, PGUSER: username, OWNER_PASSWORD: passwords.owner, SERVING_PASSWORD: passwords.serving }
  must('sh', [join(root, 'deploy/compose/database-roles.sh')], env)
  return passwords
}

/** As deploy/compose.yaml has it; on the machine's own network, because a private one takes more rights than CI has. */
const CAREFUL = [
  '--network=host',
  '--cgroups=disabled',
  '--read-only',
  '--tmpfs',
  '/tmp:size=64m',
  '--cap-drop=all',
  '--security-opt',
  'no-new-privileges',
  '--ulimit',
  'nofile=20000:20000',
  '--ulimit',
  'nproc=4096:4096',
]

type Wishes = { image: string; env: Record<string, string>; mounts: readonly string[]; command?: readonly string[] }
const runArguments = ({ image, env, mounts, command = [] }: Wishes) => [
  ...CAREFUL,
  ...mounts.flatMap((mount) => ['--volume', mount]),
  ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  image,
  ...command,
]

async function tryServer(env: Record<string, string>, mounts: readonly string[]): Promise<void> {
  const port = String(await freePort(21_000, 21_999))
  const id = podman(
    'run',
    '--detach',
    '--no-healthcheck',
    ...runArguments({ image: SERVER, env: { ...env, HOST: '127.0.0.1', PORT: port }, mounts }),
  )
  try {
    const answers = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
    const isReady = await timed('ready', () => until(async () => (await answers('/readyz'))?.ok ?? false, 120_000))
    if (!isReady) throw new Error(`not ready:\n${triesPodman('logs', id).stdout.slice(-3000)}`)
    hold((await (await answers('/'))?.text())?.includes('St Helens') ?? false, 'home names its network')
    const inside = (...command: string[]) => triesPodman('exec', id, ...command)
    hold(inside('id', '-u').stdout.trim() === String(USER_ID), `it runs as ${USER_ID}`)
    hold(inside('sh', '-c', 'grep -q "^CapBnd:[[:space:]]*0*$" /proc/1/status').status === 0, 'without any capability')
    const [refused, taken] = [
      ['/app/x', '/etc/x', '/usr/x'],
      ['/data/photos/x', '/tmp/x'],
    ]
    hold(
      refused.every((file) => inside('touch', file).status !== 0),
      `${refused.join(', ')} cannot be written`,
    )
    hold(
      taken.every((file) => inside('touch', file).status === 0),
      `${taken.join(', ')} can`,
    )
    const { Healthcheck } = JSON.parse(podman('image', 'inspect', SERVER))[0] as { Healthcheck?: { Test: string[] } }
    hold(inside(...(Healthcheck?.Test.slice(1) ?? ['false'])).status === 0, 'its health check says that it is well')
    await timed('stopped', () => podman('stop', '--time', '30', id))
    hold(podman('inspect', '--format', '{{.State.ExitCode}}', id) === '0', 'stopped, it ends with 0')
  } finally {
    triesPodman('rm', '--force', '--time', '1', id)
  }
}

function lookInside(): void {
  const list = podman(
    'run',
    '--rm',
    '--no-healthcheck',
    ...CAREFUL,
    SERVER,
    'sh',
    '-c',
    'ls -d node_modules/* node_modules/@*/* apps/* packages/*',
  ).split('\n')
  const has = (name: string) => list.some((path) => path === `node_modules/${name}` || path.startsWith(`node_modules/${name}/`))
  hold(has('fastify') && has('pg'), 'the image has what the server runs with')
  const unwanted = NOT_ON_A_SERVER.filter(has)
  hold(
    unwanted.length === 0,
    `and nothing of browsers and builds${unwanted.length > 0 ? `, but ${unwanted.join(', ')}` : ''} among its ${list.filter((path) => path.startsWith('node_modules/')).length} packages`,
  )
  const env = podman('image', 'inspect', '--format', '{{.Config.Env}} {{.Config.User}}', SERVER)
  hold(
    !/PASSWORD|SECRET|TOKEN|CERTS/.test(env) && env.endsWith(`${USER_ID}:${USER_ID}`),
    'no secrets in its settings, and a user without rights',
  )
}

const main = async () => {
  const why = obstacle()
  if (why) {
    console.log(`${process.argv.includes('--if-possible') ? 'skipped' : 'not possible'}: ${why}`)
    if (!process.argv.includes('--if-possible')) process.exitCode = 1
    return
  }
  const base = process.env.NODE_IMAGE ?? BASE
  if (base === BASE && triesPodman('image', 'exists', BASE).status !== 0) await timed('base', makeBase)
  await timed('image', () => build('server', SERVER, base))
  await timed('image for backups', () => build('backup', BACKUP, base))
  for (const line of podman('images', '--format', '{{.Repository}} {{.Size}}').split('\n'))
    if (line.startsWith('localhost/')) console.log(line)
  lookInside()

  const cluster = await startTestCluster()
  const folder = mkdtempSync(join(tmpdir(), 'trailwarden-container-'))
  try {
    const { owner, serving } = makeRoles(cluster)
    const as = (role: string, password: string) => databaseUrl(cluster, 'trailwarden').replace('trailwarden@', `${role}:${password}@`)
    const env = {
      DATABASE_URL: as('trailwarden_server', serving),
      PUBLIC_URL: 'https://trails.example.org',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SITE: 'st-helens',
    }
    const asOwner = { ...env, MIGRATION_DATABASE_URL: as('trailwarden_owner', owner) }
    const mounts = ['data/photos', 'backup', 'scratch'].map((path) => {
      const here = join(folder, path.replace('/', '-'))
      mkdirSync(here)
      chownSync(here, USER_ID, USER_ID)
      return `${here}:/${path}`
    })
    const once = (image: string, ...command: string[]) =>
      podman('run', '--rm', '--no-healthcheck', ...runArguments({ image, env: asOwner, mounts, command }))
    await timed('migrated', () => once(SERVER, 'node', 'apps/server/src/migrate-command.ts'))
    await tryServer(env, mounts.slice(0, 1))
    hold(
      once(SERVER, 'node', 'apps/server/src/admin.ts', 'create', 'you@example.org').includes('https://trails.example.org/'),
      'the first administrator gets a link',
    )
    once(BACKUP, 'node', 'apps/server/src/ops.ts', 'backup')
    hold(
      readdirSync(join(folder, 'backup')).some((name) => name.endsWith('.dump')),
      'a backup lies in its folder',
    )
    hold(
      /rows of \d+ tables are the same/.test(once(BACKUP, 'node', 'apps/server/src/ops.ts', 'restore-test')),
      'restored beside, it is the same',
    )
  } finally {
    cluster.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
