/**
 * `npm run walk` runs docs/install.md and docs/backup-restore.md command by command on a minimal Debian 12, and moves the site to another
 * machine, after which every table and photo must have its original hash. tools/docs/operations-page.ts lists the substitutions. Needs
 * root, mmdebstrap, slirp4netns and Chromium. WALK_WORK (default: a folder under /var/tmp) holds the minimal Debian between walks.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg, networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { type Mailbox, openMailbox } from '@trailwarden/testkit/servers/mailbox'
import { until } from '@trailwarden/testkit/wait'
import { type Step, stepsOf, substitutions } from './operations-page.ts'

const source = resolve(import.meta.dirname, '../..')
const work = process.env.WALK_WORK ?? '/var/tmp/trailwarden-walk'
const debian = join(work, 'root')
const log = join(work, 'walk.log')
const EMAIL = 'you@example.org'
/** In a network whose proxy uses its own certificate, every machine would have that certificate. */
const certificates = process.env.NODE_EXTRA_CA_CERTS
const CA_FILE = '/etc/ssl/certs/ca-certificates.crt'

const sleepless = { DEBIAN_FRONTEND: 'noninteractive' }
function must(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...sleepless } })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stderr || stdout}`)
  return stdout
}

async function inNamespaces(): Promise<number> {
  const options = ['--net', '--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', '--mount-proc']
  const inside = spawn('unshare', [...options, process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, WALK_INSIDE: '1' },
  })
  const ended = new Promise<number>((done) => inside.once('exit', (code) => done(code ?? 1)))
  // The namespaces exist once unshare has started its child process.
  await until(
    () =>
      existsSync(`/proc/${inside.pid}/task/${inside.pid}/children`) &&
      readFileSync(`/proc/${inside.pid}/task/${inside.pid}/children`, 'utf8') !== '',
  )
  const network = spawn('slirp4netns', ['--configure', '--mtu=65520', '--disable-host-loopback', String(inside.pid), 'tap0'], {
    stdio: 'ignore',
  })
  const code = await ended
  network.kill()
  return code
}

function bareDebian(): void {
  const archive = join(work, 'debian-12.tar')
  mkdirSync(work, { recursive: true })
  if (!existsSync(archive)) {
    must('mmdebstrap', '--variant=minbase', 'bookworm', `${archive}.part.tar`)
    must('mv', `${archive}.part.tar`, archive)
  }
  must('rm', '-rf', '--one-file-system', debian)
  mkdirSync(debian)
  must('tar', '-C', debian, '-xf', archive)
  for (const path of ['/proc', '/dev', '/dev/pts', '/dev/shm']) must('mount', '--bind', path, debian + path)
  copyFileSync('/etc/resolv.conf', join(debian, 'etc/resolv.conf'))
  writeFileSync(join(debian, 'etc/hosts'), '127.0.0.1 localhost\n')
  // An operator would answer yes to apt's questions.
  writeFileSync(join(debian, 'etc/apt/apt.conf.d/yes'), 'APT::Get::Assume-Yes "true";\n')
  must('git', 'clone', '--quiet', '--bare', '--no-hardlinks', source, join(debian, 'srv/trailwarden.git'))
  must('chown', '-R', 'root:root', join(debian, 'srv/trailwarden.git'))
  mkdirSync(join(debian, 'usr/local/bin'), { recursive: true })
  copyFileSync(join(source, 'tools/docs/walk-systemctl.sh'), join(debian, 'usr/local/bin/systemctl'))
}

let directory = '/root'
/** Each command starts in the directory where the previous one ended. This process also runs the mailbox, so it must not block. */
async function type(commands: string): Promise<string> {
  const script = `set -e\ncd ${directory}\n${commands}\npwd >/run/walk-directory\n`
  appendFileSync(log, `\n### ${commands}\n`)
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
    ...sleepless,
    ...(certificates && { NODE_EXTRA_CA_CERTS: CA_FILE }),
  }
  const file = join(work, 'output')
  // Processes that keep running would keep a pipe open, so output goes to a file.
  const shell = spawn('sh', ['-c', `exec chroot ${debian} bash -s >${file} 2>&1`], { stdio: ['pipe', 'ignore', 'ignore'], env })
  shell.stdin.end(script)
  const status = await new Promise<number | null>((done) => shell.once('exit', done))
  const output = readFileSync(file, 'utf8')
  appendFileSync(log, output)
  if (status !== 0) throw new Error(`ended with ${status}:\n${commands}\n${output.slice(-3000)}`)
  directory = readFileSync(join(debian, 'run/walk-directory'), 'utf8').trim()
  return output
}

const started = performance.now()
const seconds = () => Math.round((performance.now() - started) / 1000)
async function follow(steps: readonly Step[]): Promise<string> {
  let output = ''
  for (const { title, commands } of steps) {
    const from = seconds()
    output += await type(commands)
    console.log(`${title}: ${seconds() - from} s`)
  }
  return output
}

const answers = (url: string, text: string) =>
  until(() => spawnSync('curl', ['-sk', '--max-time', '5', url], { encoding: 'utf8' }).stdout.includes(text), 120_000)

async function visit(link: string, mailbox: Mailbox): Promise<void> {
  const certificate = new X509Certificate(readFileSync(join(debian, 'etc/letsencrypt/live/localhost/fullchain.pem')))
  const key = createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  // The browser process reads the administrator's emails from this file.
  const emails = join(work, 'emails.txt')
  const writeEmails = () =>
    writeFileSync(
      emails,
      mailbox
        .all()
        .map(({ text = '' }) => text)
        .join('\n'),
    )
  writeEmails()
  const writing = setInterval(writeEmails, 500)
  const env = {
    ...process.env,
    WALK_LINK: link,
    WALK_EMAIL: EMAIL,
    WALK_EMAILS: emails,
    WALK_URL: 'https://localhost',
    WALK_CERTIFICATE: key,
  }
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/e2e/walk/playwright.config.ts']
  const browser = spawn(process.execPath, args, { cwd: source, stdio: 'inherit', env })
  const code = await new Promise((done) => browser.once('exit', done))
  clearInterval(writing)
  if (code !== 0) throw new Error('The administrator’s steps in the browser failed.')
}

/** A second PostgreSQL cluster and other folders stand in for the other machine of "Move to another machine". */
const ELSEWHERE = `
pg_createcluster 15 elsewhere --port 5433 --start
owner=$(openssl rand -hex 24) serving=$(openssl rand -hex 24)
runuser -u postgres -- psql --port 5433 <<END
create role trailwarden_owner login password '$owner';
create role trailwarden_server login password '$serving';
create database trailwarden owner trailwarden_owner;
END
install -d -m 700 /etc/elsewhere
sed -e "s/_server:[^@]*@127.0.0.1/_server:$serving@127.0.0.1:5433/" -e 's#/var/lib/trailwarden#/var/lib/elsewhere#' /etc/trailwarden/env >/etc/elsewhere/env
sed "s/_owner:[^@]*@127.0.0.1/_owner:$owner@127.0.0.1:5433/" /etc/trailwarden/owner-env >/etc/elsewhere/owner-env
install -d -o trailwarden -g trailwarden -m 750 /var/lib/elsewhere /var/lib/elsewhere/photos
cp -a /mnt/backup/trailwarden /mnt/backup/elsewhere
echo BACKUP_DIR=/mnt/backup/elsewhere >/etc/elsewhere/backup-env
sed 's#/etc/trailwarden#/etc/elsewhere#g' /usr/local/sbin/trailwarden >/usr/local/sbin/elsewhere
chmod 700 /usr/local/sbin/elsewhere`

type Manifest = { content: Record<string, { rows: number; hash: string }>; photos: Record<string, string> }
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(debian, folder, 'manifest.json'), 'utf8')) as Manifest

async function moveElsewhere(): Promise<void> {
  await follow([
    { title: 'stop, and a last backup', commands: "systemctl stop 'trailwarden@*'\ntrailwarden ops -- backup" },
    { title: 'another machine', commands: ELSEWHERE },
    { title: 'restored there', commands: 'elsewhere ops -- restore --replace' },
    { title: 'both exported', commands: 'trailwarden ops -- export /srv/here\nelsewhere ops -- export /srv/there' },
  ])
  const [here, there] = [manifestOf('srv/here'), manifestOf('srv/there')]
  const tables = Object.entries(here.content)
  const unequal = tables.filter(([name, { hash }]) => there.content[name]?.hash !== hash).map(([name]) => name)
  const photos = Object.entries(here.photos)
  const rows = tables.reduce((total, [, table]) => total + table.rows, 0)
  if (unequal.length > 0 || tables.length !== Object.keys(there.content).length)
    throw new Error(`different after the move: ${unequal.join(', ')}`)
  if (photos.length === 0 || photos.some(([name, hash]) => there.photos[name] !== hash))
    throw new Error('photos differ after the move, or there are none')
  if (!here.content.actions?.rows) throw new Error('the database contains no Action')
  console.log(`equal: ${tables.length} tables with ${rows} rows, ${photos.length} photo files`)
}

async function walk(): Promise<void> {
  if (!(await until(() => networkInterfaces().tap0 !== undefined))) throw new Error('slirp4netns did not set up a network.')
  writeFileSync(log, '')
  bareDebian()
  console.log(`a bare Debian 12: ${seconds()} s`)
  const mailbox = await openMailbox()
  for (const { from, why } of substitutions(mailbox.url)) console.log(`replaced: ${String(from)}, ${why}`)
  const { install, backUp, restore } = stepsOf(mailbox.url)
  const begun = seconds()
  const [first, ...rest] = install
  if (!first) throw new Error('the page has no steps')
  // The network's certificates can be added only after the first line, and the other lines need them.
  const [packages = '', then = ''] = first.commands.split(/(?<=^apt-get install .*\n)/m)
  await follow([{ title: 'packages', commands: packages }])
  if (certificates) copyFileSync(certificates, join(debian, CA_FILE))
  // On a Debian with systemd, these services start automatically.
  await type('service postgresql status >/dev/null || systemctl start postgresql\n[ -s /run/nginx.pid ] || systemctl start nginx')
  const output = await follow([{ title: 'source and build', commands: then }, ...rest])
  const link = /https:\/\/localhost\/\S+/.exec(output)?.[0]
  if (!link) throw new Error('no link for the administrator')
  for (const port of [8081, 8082]) if (!(await answers(`http://127.0.0.1:${port}/readyz`, 'ok'))) throw new Error(`${port} is not ready`)
  if (!(await answers('https://localhost/', 'St Helens'))) throw new Error('nginx does not serve home')
  console.log(`a site behind nginx with TLS: ${seconds() - begun} s after the first command`)
  await visit(link, mailbox)
  console.log(`an administrator with a passkey, and an Action: ${seconds() - begun} s`)
  await follow(backUp)
  console.log((await type('trailwarden ops -- doctor || [ $? = 2 ]')).trim())
  await follow(restore)
  if (!(await answers('https://localhost/readyz', 'ok'))) throw new Error('not ready after the restore')
  await moveElsewhere()
  console.log(`total: ${seconds() - begun} s, load ${loadavg()[1]?.toFixed(0)}`)
}

try {
  if (process.getuid?.() !== 0) throw new Error('This must run as root, because it creates a separate Debian system.')
  if (process.env.WALK_INSIDE) await walk()
  else process.exitCode = await inNamespaces()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`full log: ${log}`)
  process.exitCode = 1
}
// Open handles would keep the process running. Its exit also ends the namespaces and all their processes.
process.exit()
