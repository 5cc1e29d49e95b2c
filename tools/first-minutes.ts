/**
 * `npm run first-minutes` runs README.md's commands in a clone of the last commit, as an unprivileged user on a Debian 12 with only its own
 * packages, and measures the time until home shows trail status. `--production` then also tests the commands for a production server. Needs
 * root and debootstrap. FIRST_MINUTES_ROOT (default: a folder under /var/tmp) holds the Debian between runs. The user is new each time, so
 * that no cache contains data from an earlier run.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { PullReply } from '@trailwarden/api'
import { until } from '@trailwarden/testkit/wait'

const root = resolve(import.meta.dirname, '..')
const debian = process.env.FIRST_MINUTES_ROOT ?? '/var/tmp/trailwarden-debian-12'
const LIMIT_SECONDS = 300
const USER = 'newcomer'
/** Nothing else on this machine uses the user ID, so all its processes were started by this script. */
const USER_ID = '23456'
const CLONE = `/home/${USER}/trailwarden`
/** In a network whose proxy uses its own certificate, every machine would have that certificate. */
const certificates = process.env.NODE_EXTRA_CA_CERTS

function must(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr || stdout}`)
  return stdout
}
const inDebian = (...command: string[]) => must('chroot', [debian, ...command])

function makeDebian(): void {
  if (process.getuid?.() !== 0) throw new Error('This must run as root, because it creates a separate Debian system.')
  if (existsSync(join(debian, 'usr/bin/npm'))) return
  console.log(`creating a Debian 12 in ${debian}`)
  must('debootstrap', ['--variant=minbase', 'bookworm', debian, 'http://deb.debian.org/debian'])
  copyFileSync('/etc/resolv.conf', join(debian, 'etc/resolv.conf'))
  inDebian('apt-get', 'update', '-qq')
  // README names Node.js, npm and PostgreSQL. The clone needs git and certificates.
  inDebian('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'nodejs', 'npm', 'postgresql', 'git', 'ca-certificates')
}

/** A running system mounts these directories. */
const MOUNTS = ['/proc', '/dev', '/dev/shm']
function mount(): void {
  for (const path of MOUNTS) if (spawnSync('mountpoint', ['-q', debian + path]).status !== 0) must('mount', ['--bind', path, debian + path])
}
const unmount = () => MOUNTS.toReversed().forEach((path) => void spawnSync('umount', ['--lazy', debian + path]))

function cloneForNewcomer(): void {
  spawnSync('chroot', [debian, 'userdel', '--remove', USER])
  inDebian('useradd', '--uid', USER_ID, '--create-home', '--shell', '/bin/bash', USER)
  must('git', ['clone', '--quiet', '--no-hardlinks', root, debian + CLONE])
  inDebian('chown', '-R', `${USER}:${USER}`, CLONE)
  if (certificates) copyFileSync(certificates, join(debian, 'etc/ssl/certs/ca-certificates.crt'))
}

function start(line: string, settings: Record<string, string> = {}): ChildProcess {
  const exports = Object.entries({ ...settings, ...(certificates && { NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt' }) })
  const script = `cd ${CLONE}; ${exports.map(([name, value]) => `export ${name}='${value}'; `).join('')}${line}`
  // A clean environment excludes this machine's own Node and npm.
  return spawn('chroot', [debian, 'su', '-', USER, '-c', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    detached: true,
  })
}

async function run(line: string, settings?: Record<string, string>): Promise<void> {
  const child = start(line, settings)
  child.stdout?.pipe(process.stdout)
  const code = await new Promise((done) => child.once('exit', done))
  if (code !== 0) throw new Error(`${line} ended with ${code}`)
}

async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done))
  spawnSync('pkill', ['-TERM', '--uid', USER_ID, '--full', 'tools/dev.ts|start.js'])
  await gone
}

async function addressFrom(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = ''
  child.stdout?.on('data', (text: Buffer) => {
    output += text
    process.stdout.write(text)
  })
  if (!(await until(() => pattern.test(output) || child.exitCode !== null, LIMIT_SECONDS * 1000))) throw new Error('It did not start.')
  const address = pattern.exec(output)?.[1]
  if (!address) throw new Error('It ended before it printed its address.')
  return address
}

/** The Actions are those that a person sees after logging in. */
async function contentAt(url: string): Promise<{ networks: number; actions: number }> {
  const page = await (await fetch(url)).text()
  const data = /<script type="application\/json" id="page-data"[^>]*>(.*?)<\/script>/s.exec(page)?.[1]
  const { status } = JSON.parse(data ?? '{}') as { status?: { networks: { status: string | null }[] } }
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const body = JSON.stringify({ email: 'manager@example.org', password: 'trailwarden sample' })
  const login = await fetch(`${url}/api/account/login`, { method: 'POST', headers, body })
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  let actions = 0
  for (let [cursor, more] = ['', true]; more; ) {
    const pulled = PullReply.parse(
      await (await fetch(`${url}/api/pull${cursor && `?cursor=${encodeURIComponent(cursor)}`}`, { headers: { cookie } })).json(),
    )
    actions += pulled.documents.filter(({ kind }) => kind === 'action').length
    cursor = pulled.cursor
    more = pulled.more
  }
  return { networks: status?.networks.filter((network) => network.status !== null).length ?? 0, actions }
}

const commandsOfReadme = (): string[] => {
  const block = /## Run it in five minutes[\s\S]*?```sh\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? ''
  return block
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter(Boolean)
}

async function firstMinutes(): Promise<void> {
  const commands = commandsOfReadme()
  const last = commands.pop()
  if (!last) throw new Error('README.md has no commands.')
  console.log(
    `Node ${inDebian('node', '--version').trim()}, npm ${inDebian('npm', '--version').trim()}; README lists: ${[...commands, last].join('; ')}`,
  )
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  for (const command of commands) {
    await run(command)
    console.log(`${command}: ${seconds()} s`)
  }
  const app = start(last)
  try {
    const { port } = new URL(await addressFrom(app, /Trailwarden +(http:\/\/\S+)/))
    // In the Debian system, localhost may resolve to a different loopback address from this machine's.
    const { networks, actions } = await contentAt(`http://127.0.0.1:${port}`).catch(() => contentAt(`http://[::1]:${port}`))
    const took = seconds()
    console.log(
      `home with the status of ${networks} networks, and ${actions} Actions: ${took} s of ${LIMIT_SECONDS}, load ${loadavg()[1]?.toFixed(0)}`,
    )
    if (networks === 0 || actions < 40) throw new Error('Home has no content.')
    if (took > LIMIT_SECONDS) throw new Error('It took too long.')
  } finally {
    await end(app)
  }
}

/** npm omits some packages with `NODE_ENV=production`, so the installed ones are removed first. */
async function production(): Promise<void> {
  inDebian('rm', '-rf', `${CLONE}/node_modules`)
  const NODE_ENV = 'production'
  const pg = '/usr/lib/postgresql/15/bin'
  await run('npm run setup', { NODE_ENV })
  await run('npm run build', { NODE_ENV })
  await run(
    `rm -rf ~/pg && ${pg}/initdb -D ~/pg -U trailwarden --auth=trust --no-sync >/dev/null && ${pg}/pg_ctl -D ~/pg -w -o "-p 5499 -k /tmp" start >/dev/null`,
  )
  const settings = {
    NODE_ENV,
    DATABASE_URL: 'postgres://trailwarden@127.0.0.1:5499/postgres',
    PUBLIC_URL: 'http://localhost:8099',
    PORT: '8099',
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
  const server = start('npm start', settings)
  try {
    const page = async () => (await fetch('http://127.0.0.1:8099/').catch(() => null))?.text()
    if (!(await until(async () => (await page())?.includes('St Helens') ?? false, 60_000)))
      throw new Error('The production server shows no home.')
    console.log('NODE_ENV=production: set up, built, started, serves home')
  } finally {
    await end(server)
    await run(`${pg}/pg_ctl -D ~/pg -m immediate stop >/dev/null`)
  }
}

try {
  makeDebian()
  mount()
  cloneForNewcomer()
  await firstMinutes()
  if (process.argv.includes('--production')) await production()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  unmount()
}
