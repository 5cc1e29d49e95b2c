/**
 * `npm run container:compose` starts deploy/compose.yaml as described in docs/install.md and tests it. Without NGINX_IMAGE and
 * POSTGRES_IMAGE, substitutes from Debian packages replace these external images, because the test is about our file and scripts. Needs
 * docker-compose, netavark, aardvark-dns, catatonit, and everything that `npm run container` needs.
 */
import { execFile } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@trailwarden/testkit/database/postgres'
import { pause, until } from '@trailwarden/testkit/wait'
import { buildFrom, buildImages, hold, must, obstacle, podman, root, serveDocker, timed, tryPodman, USER_ID } from './container-engine.ts'

const NAME = 'trails.test'
const SERVICES = ['app1', 'app2', 'migrate', 'backup'] as const

/** The real images run these script folders at startup too. */
const STAND_INS = {
  NGINX_IMAGE: {
    entry: `for script in /docker-entrypoint.d/*.sh; do if [ -x "$script" ]; then "$script"; fi; done`,
    install: 'nginx-light && rm /etc/nginx/sites-enabled/default',
    more: '',
    command: ['nginx', '-g', 'daemon off;'],
  },
  POSTGRES_IMAGE: {
    entry: `export PGDATA=/var/lib/postgresql/data
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres "$PGDATA" /var/run/postgresql
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" >/tmp/password
  initdb --username=postgres --pwfile=/tmp/password $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -w -o "-c listen_addresses=''" start
  for script in /docker-entrypoint-initdb.d/*.sh; do PGUSER=postgres sh "$script"; done
  pg_ctl -w stop
fi`,
    install: 'postgresql',
    more: 'ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\nVOLUME /var/lib/postgresql/data\nSTOPSIGNAL SIGINT',
    command: ['postgres', '-c', 'listen_addresses=*'],
  },
} as const

function standIn(folder: string, base: string, name: keyof typeof STAND_INS): string {
  const { entry, install, more, command } = STAND_INS[name]
  const tag = `localhost/stand-in-${name.split('_')[0]?.toLowerCase()}`
  const at = join(folder, name)
  mkdirSync(at)
  writeFileSync(join(at, 'entry.sh'), `#!/bin/sh\nset -e\n${entry}\nexec "$@"\n`)
  chmodSync(join(at, 'entry.sh'), 0o755)
  writeFileSync(
    join(at, 'Containerfile'),
    `FROM ${base}
RUN install -d /etc/postgresql-common && echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
RUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${install}
${more}
COPY entry.sh /usr/local/bin/entry.sh
ENTRYPOINT ["/usr/local/bin/entry.sh"]
CMD ${JSON.stringify(command)}
`,
  )
  buildFrom(at, tag)
  return tag
}

function makeCertificate(folder: string): Buffer {
  const live = join(folder, 'certificates/live', NAME)
  mkdirSync(live, { recursive: true })
  const [key, certificate] = [join(live, 'privkey.pem'), join(live, 'fullchain.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  must('openssl', ['req', ...kind, '-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`, '-keyout', key, '-out', certificate])
  return readFileSync(certificate)
}

async function main(): Promise<void> {
  const why = obstacle()
  if (why) throw new Error(`cannot run: ${why}`)
  const base = await buildImages()
  const folder = mkdtempSync(join(tmpdir(), 'trailwarden-compose-'))
  const socket = join(folder, 'podman.sock')
  const service = serveDocker(socket)
  const project = 'trailwarden-trial'
  const port = await freePort(21_000, 21_999)
  const images = Object.fromEntries(
    (['NGINX_IMAGE', 'POSTGRES_IMAGE'] as const).map((name) => [name, process.env[name] ?? standIn(folder, base, name)]),
  )
  const ca = makeCertificate(folder)
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  chownSync(backups, USER_ID, USER_ID)
  const example = readFileSync(join(root, 'deploy/compose/example.env'), 'utf8').replaceAll(/=$/gm, '=0123456789abcdef01234567')
  const settings = { SITE_NAME: NAME, SMTP_URL: 'smtp://127.0.0.1:1', BACKUPS: backups, CERTIFICATES: join(folder, 'certificates') }
  const ports = { HTTPS_PORT: String(port), HTTP_PORT: String(await freePort(22_000, 22_999)) }
  const changed = Object.entries({ ...settings, ...ports, ...images }).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, 'env'), `${example}\n${changed.join('')}`)
  // By default, podman raises the process limit to a value that the machine may not allow.
  const limits = SERVICES.map((name) => `  ${name}: { ulimits: { nofile: 20000, nproc: 4096 } }\n`)
  writeFileSync(join(folder, 'limits.yaml'), `services:\n${limits.join('')}`)
  const files = ['--file', join(root, 'deploy/compose.yaml'), '--file', join(folder, 'limits.yaml'), '--env-file', join(folder, 'env')]
  const environment = { ...process.env, DOCKER_HOST: `unix://${socket}`, COMPOSE_HTTP_TIMEOUT: '120' }
  const compose = async (...args: string[]) =>
    (await promisify(execFile)('docker-compose', ['--project-name', project, ...files, ...args], { env: environment, timeout: 240_000 }))
      .stdout

  /** podman normally uses systemd timers for health checks. */
  let isOver = false
  const timers = (async () => {
    for (; !isOver; await pause(2000))
      for (const id of podman('ps', '--quiet').split('\n').filter(Boolean)) tryPodman('healthcheck', 'run', id)
  })()
  const ask = (path: string) =>
    new Promise<{ status: number; text: string }>((answered, failed) => {
      const options = { host: '127.0.0.1', port, path, servername: NAME, headers: { host: NAME }, ca, timeout: 5000 }
      const asking = request(options, (reply) => {
        let text = ''
        reply.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        reply.on('end', () => answered({ status: reply.statusCode ?? 0, text }))
      })
      asking.on('timeout', () => asking.destroy(new Error('no answer')))
      asking.on('error', failed).end()
    }).catch((error: Error) => ({ status: 0, text: error.message }))
  const isUp = async (path: string) => (await ask(path)).status === 200

  try {
    await timed('up', () => compose('up', '--detach'))
    hold(await until(() => isUp('/api/public/status'), 60_000), 'trail status is served over TLS')
    hold((await ask('/')).text.includes('St Helens'), 'home shows its network')
    const link = await compose('exec', '-T', 'app1', 'node', 'apps/server/src/admin.ts', 'create', 'you@example.org')
    hold(link.includes(`https://${NAME}/`), 'the first administrator gets a link')
    hold(await until(() => readdirSync(backups).some((name) => name.endsWith('.dump')), 60_000), 'the first backup is in its folder')
    await compose('kill', 'app1')
    const reads = await Promise.all(Array.from({ length: 20 }, (_, n) => isUp(n % 2 === 0 ? '/m/nw01' : '/')))
    hold(reads.every(Boolean), 'with one process of the app killed, 20 of 20 reads succeed')
    // docker-compose doesn't recognise podman's networks as its own, so `up` would recreate them.
    await compose('start', 'app1')
    await compose('stop', 'database')
    hold(
      (await Promise.all(['/', '/api/public/status', '/emergency'].map(isUp))).every(Boolean),
      'with the database stopped, visitors can still read home, status and Emergency',
    )
    await compose('start', 'database')
    hold(await until(async () => (await ask('/m/nw01')).status === 200, 60_000), 'after the database restart, everything works again')
  } catch (error) {
    console.error((await compose('logs', '--no-color', '--tail', '20').catch(() => '')).slice(-6000))
    throw error
  } finally {
    isOver = true
    await timers
    await compose('down', '--volumes', '--timeout', '20').catch((error: Error) => console.error(error.message))
    service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
