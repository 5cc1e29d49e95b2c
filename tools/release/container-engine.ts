/** podman and buildah use a store separate from the machine's own. */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')
export const work = process.env.CONTAINER_WORK ?? '/var/tmp/trailwarden-container'
const BASE = 'localhost/node-base:24'
export const [SERVER, BACKUP] = ['localhost/trailwarden', 'localhost/trailwarden-backup']
export const USER_ID = 10_001
/** In a network whose proxy uses its own certificate, npm needs that certificate. It is never part of an image. */
const certificates = process.env.NODE_EXTRA_CA_CERTS
type Ended = { status: number | null; stdout: string; stderr: string }
export function run(command: string, args: readonly string[], env: Record<string, string> = {}): Ended {
  const ended = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 2 ** 28 })
  if (ended.error) throw ended.error
  return ended
}
export function must(command: string, args: readonly string[], env?: Record<string, string>): string {
  const { status, stdout, stderr } = run(command, args, env)
  if (status !== 0) throw new Error(`${command} ${args.slice(0, 12).join(' ')} ended with ${status}:\n${(stderr + stdout).slice(-4000)}`)
  return stdout.trim()
}
export async function timed<T>(what: string, action: () => T | Promise<T>): Promise<T> {
  const from = performance.now()
  const result = await action()
  console.log(`${what}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
  return result
}
export function hold(isSo: boolean, sentence: string): void {
  if (!isSo) throw new Error(`failed: ${sentence}`)
  console.log(`passed: ${sentence}`)
}

const settingsFile = join(work, 'containers.conf')
const storage = (driver: string) => ['--storage-driver', driver, '--root', join(work, `store-${driver}`), '--runroot', join(work, 'run')]
export const engine = { CONTAINERS_CONF: settingsFile }
/** Not every disk supports overlay. */
const driver = () => (run('podman', [...storage('overlay'), '--runtime', 'crun', 'info'], engine).status === 0 ? 'overlay' : 'vfs')
let at: string[] = []
export const podman = (...args: string[]) => must('podman', [...at, '--runtime', 'crun', ...args], engine)
export const tryPodman = (...args: string[]) => run('podman', [...at, '--runtime', 'crun', ...args], engine)

const CGROUP2_MAGIC = 0x63677270
/** podman needs version 2 cgroups. On a machine with version 1, the process restarts with version 2 in its own mount namespace. */
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

/** Null means that containers can run. */
export function obstacle(): string | null {
  if (process.getuid?.() !== 0) return 'it must run as root'
  const missing = ['podman', 'buildah', 'crun', 'mmdebstrap'].filter((name) => run('sh', ['-c', `command -v ${name}`]).status !== 0)
  if (missing.length > 0) return `${missing.join(', ')} not installed`
  try {
    inOwnMounts()
  } catch (error) {
    return `no version 2 cgroups: ${error instanceof Error ? error.message : error}`
  }
  mkdirSync(work, { recursive: true })
  const network = existsSync('/usr/lib/podman/netavark') ? '[network]\nnetwork_backend = "netavark"\n' : ''
  writeFileSync(settingsFile, `[containers]\ndefault_ulimits = []\ncgroups = "disabled"\n${network}[engine]\ncgroup_manager = "cgroupfs"\n`)
  at = storage(driver())
  const { status, stderr } = tryPodman('info')
  return status === 0 ? null : `podman cannot run: ${stderr.trim().slice(-300)}`
}

/** Debian packages, this checkout's Node and this machine's npm are enough for a base image, so no registry is needed. */
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
  // npm has cached most packages on this machine.
  const cache = must('npm', ['config', 'get', 'cache'])
  const fetched = existsSync(cache) ? ['--volume', `${cache}:/root/.npm`] : []
  const options = ['--isolation', 'chroot', '--format', 'docker', '--layers', '--build-arg', `NODE=${base}`, ...trusted, ...fetched]
  must('buildah', [...at, 'build', ...options, '-f', join(root, 'deploy/Containerfile'), '--target', target, '-t', tag, root], engine)
}

export async function buildImages(): Promise<string> {
  const base = process.env.NODE_IMAGE || BASE
  if (base === BASE && tryPodman('image', 'exists', BASE).status !== 0) await timed('base', makeBase)
  await timed('image', () => build('server', SERVER, base))
  await timed('image for backups', () => build('backup', BACKUP, base))
  return base
}

export function buildFrom(folder: string, tag: string): void {
  must('buildah', [...at, 'build', '--isolation', 'chroot', '--format', 'docker', '--layers', '-t', tag, folder], engine)
}

export function serveDocker(socket: string): { stop(): void } {
  const service = spawn('podman', [...at, '--runtime', 'crun', 'system', 'service', '--time=0', `unix://${socket}`], {
    stdio: 'ignore',
    env: { ...process.env, ...engine },
  })
  return { stop: () => void service.kill() }
}
