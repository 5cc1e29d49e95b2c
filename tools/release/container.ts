/**
 * `npm run container` builds the images of deploy/Containerfile and runs them read-only, without capabilities, as an unprivileged user.
 * NODE_IMAGE is the base image, and without it, the base comes from Debian packages. `--save <folder>` writes tested images for `npm run
 * release`. Where containers can't run, the exit status is 75, which makes a CI run incomplete. Needs root, podman, buildah, crun,
 * mmdebstrap and PostgreSQL.
 */
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Cluster, databaseUrl, freePort, startTestCluster } from '@trailwarden/testkit/database/postgres'
import { until } from '@trailwarden/testkit/wait'
import { LEFT_OUT } from '../ci/tiers.ts'
import { BACKUP, buildImages, hold, must, obstacle, podman, root, SERVER, timed, tryPodman, USER_ID } from './container-engine.ts'

/** Only browsers and builds need these packages, so the images must not contain them. */
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

type Passwords = { owner: string; serving: string }
function makeRoles(cluster: Cluster): Passwords {
  const passwords = { owner: 'of-the-owner', serving: 'of-the-server' }
  const { port, username } = new URL(cluster.url)
  const env = { PGHOST: '127.0.0.1', PGPORT: port, PGUSER: username, OWNER_PASSWORD: passwords.owner, SERVING_PASSWORD: passwords.serving }
  must('sh', [join(root, 'deploy/compose/database-roles.sh')], env)
  return passwords
}

/**
 * The options are those of deploy/compose.yaml, except for the machine's own network, because a private one needs more permissions than CI
 * has.
 */
const CAREFUL = [
  '--network=host',
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

type Options = { image: string; env: Record<string, string>; mounts: readonly string[]; command?: readonly string[] }
const runArguments = ({ image, env, mounts, command = [] }: Options) => [
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
    if (!isReady) throw new Error(`not ready:\n${tryPodman('logs', id).stdout.slice(-3000)}`)
    hold((await (await answers('/'))?.text())?.includes('St Helens') ?? false, 'home shows its network')
    const inside = (...command: string[]) => tryPodman('exec', id, ...command)
    hold(inside('id', '-u').stdout.trim() === String(USER_ID), `runs as user ${USER_ID}`)
    hold(inside('sh', '-c', 'grep -q "^CapBnd:[[:space:]]*0*$" /proc/1/status').status === 0, 'has no capabilities')
    const [refused, taken] = [
      ['/app/x', '/etc/x', '/usr/x'],
      ['/data/photos/x', '/tmp/x'],
    ]
    hold(
      refused.every((file) => inside('touch', file).status !== 0),
      `${refused.join(', ')} are not writable`,
    )
    hold(
      taken.every((file) => inside('touch', file).status === 0),
      `${taken.join(', ')} are writable`,
    )
    const { Healthcheck } = JSON.parse(podman('image', 'inspect', SERVER))[0] as { Healthcheck?: { Test: string[] } }
    hold(inside(...(Healthcheck?.Test.slice(1) ?? ['false'])).status === 0, 'its health check succeeds')
    await timed('stopped', () => podman('stop', '--time', '30', id))
    hold(podman('inspect', '--format', '{{.State.ExitCode}}', id) === '0', 'exits with 0 when stopped')
  } finally {
    tryPodman('rm', '--force', '--time', '1', id)
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
  hold(has('fastify') && has('pg'), 'the image contains the server’s packages')
  const unwanted = NOT_ON_A_SERVER.filter(has)
  hold(
    unwanted.length === 0,
    `and no packages for browsers and builds${unwanted.length > 0 ? `, but ${unwanted.join(', ')}` : ''} among its ${list.filter((path) => path.startsWith('node_modules/')).length} packages`,
  )
  const env = podman('image', 'inspect', '--format', '{{.Config.Env}} {{.Config.User}}', SERVER)
  hold(
    !/PASSWORD|SECRET|TOKEN|CERTS/.test(env) && env.endsWith(`${USER_ID}:${USER_ID}`),
    'has no secrets in its settings, and an unprivileged user',
  )
}

function saveImages(to: string): void {
  mkdirSync(to, { recursive: true })
  for (const [name, image] of Object.entries({ server: SERVER, backup: BACKUP })) {
    const file = join(to, `${name}-image.tar`)
    rmSync(file, { force: true })
    podman('save', '--quiet', '--format', 'docker-archive', '--output', file, image)
    // Without name and time, equal images result in equal files.
    must('gzip', ['--force', '--no-name', file])
  }
}

const main = async () => {
  const why = obstacle()
  if (why) {
    console.log(`cannot run: ${why}`)
    process.exitCode = LEFT_OUT
    return
  }
  await buildImages()
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
      'a backup is in its folder',
    )
    hold(
      /rows of \d+ tables match/.test(once(BACKUP, 'node', 'apps/server/src/ops.ts', 'restore-test')),
      'restored to another database, it is the same',
    )
    const saved = process.argv.indexOf('--save')
    if (saved > 0) await timed('saved', () => saveImages(resolve(process.argv[saved + 1] ?? '.')))
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
