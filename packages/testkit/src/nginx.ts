/**
 * A real nginx with the configuration that we ship (deploy/nginx.conf), on ports of its own: what fault tests and benches put in front of
 * the app. Only ports, paths and the certificate differ from the file; each replacement must find its line, so the file cannot drift
 * away.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from './postgres.ts'

export type Nginx = {
  url: string
  /** Of the process that answers, one of them where there are several: what its work costs can be read there. */
  workerPid(): number
  /** Reads its configuration again: new processes answer, the old ones end with their last connection. */
  reload(): void
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops it and removes its files, the cached copies included. */
  destroy(): Promise<void>
}

const shipped = resolve(import.meta.dirname, '../../../deploy/nginx.conf')

function replaceLine(text: string, line: RegExp, by: string): string {
  if (text.search(line) === -1) throw new Error(`deploy/nginx.conf has no line like ${line}`)
  return text.replace(line, by)
}

function configuration(port: number, { directory, appPorts, more = '', fileKeys, connections = 4096, workers = 1 }: Wishes): string {
  let site = readFileSync(shipped, 'utf8')
  site = replaceLine(site, /proxy_cache_path \/\S+\//g, `proxy_cache_path ${directory}/cache-`)
  // Fewer addresses than in service: a small flood then does what a large one would.
  if (fileKeys) site = replaceLine(site, /keys_zone=trailwarden_files:\w+/, `keys_zone=trailwarden_files:${fileKeys}`)
  site = replaceLine(site, /server 127\.0\.0\.1:8080 ([^;]*);/, appPorts.map((one) => `server 127.0.0.1:${one} $1;`).join(' '))
  // Without the redirect to TLS and without a certificate: the rest is the same.
  site = replaceLine(site, /server \{\n {4}listen 80;[\s\S]*?\n\}\n/, '')
  site = replaceLine(site, /listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
  site = replaceLine(site, /\n *listen \[::\]:443[^\n]*/, '')
  site = replaceLine(site, /(\n *ssl_[^\n]*)+/, '')
  const isRoot = process.getuid?.() === 0
  return `${isRoot ? 'user root;\n' : ''}daemon off;
pid ${join(directory, 'nginx.pid')};
error_log ${join(directory, 'error.log')} crit;
worker_processes ${workers};
worker_rlimit_nofile ${2 * connections};
events { worker_connections ${connections}; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  keepalive_requests 1000000;
  client_body_temp_path ${join(directory, 'body')};
  proxy_temp_path ${join(directory, 'proxy')};
  fastcgi_temp_path ${join(directory, 'fastcgi')};
  uwsgi_temp_path ${join(directory, 'uwsgi')};
  scgi_temp_path ${join(directory, 'scgi')};
${site}
${more}
}
`
}

type Wishes = {
  directory: string
  /** Of each process of the app. */
  appPorts: readonly number[]
  /** Put beside our servers: what a bench compares with. */
  more?: string
  /** Size of the zone that strangers can fill. */
  fileKeys?: string
  /** Open at once, those to the app included. */
  connections?: number
  workers?: number
}

export async function startNginx(wishes: Wishes): Promise<Nginx> {
  const { directory } = wishes
  const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', 'nginx'].find((path) => spawnSync(path, ['-v']).status === 0)
  if (!program) throw new Error('nginx is not installed: install it (Debian: nginx-light)')
  const port = await freePort()
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'nginx.conf')
  writeFileSync(file, configuration(port, wishes))
  let child: ChildProcess | null = null
  const nginx: Nginx = {
    url: `http://127.0.0.1:${port}`,
    workerPid() {
      const pid = readFileSync(`/proc/${child?.pid}/task/${child?.pid}/children`, 'utf8').trim().split(' ')
      // The master's children are the worker and, now and then, those that manage the cache: the worker is the first.
      return Number(pid[0])
    },
    async start() {
      child = spawn(program, ['-c', file, '-e', join(directory, 'error.log')], { stdio: ['ignore', 'ignore', 'inherit'] })
      for (let tries = 0; tries < 400; tries++) {
        const isUp = await fetch(`${nginx.url}/healthz`).then(
          () => true,
          () => false,
        )
        if (isUp) return
        if (child.exitCode !== null) break
        await new Promise((wake) => setTimeout(wake, 25))
      }
      throw new Error(`nginx did not start: ${readFileSync(join(directory, 'error.log'), 'utf8')}`)
    },
    reload: () => void child?.kill('SIGHUP'),
    async stop() {
      const running = child
      child = null
      if (!running || running.exitCode !== null) return
      await new Promise((ended) => {
        running.once('exit', ended)
        running.kill('SIGTERM')
      })
    },
    async destroy() {
      await nginx.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  await nginx.start()
  return nginx
}
