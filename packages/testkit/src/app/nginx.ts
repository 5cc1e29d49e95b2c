/**
 * Runs the configuration that we ship (deploy/nginx.conf). Only ports, paths and the certificate differ from the file. Each replacement
 * throws if its line isn't found, so changes to the file can't go unnoticed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { freePort } from '../database/postgres.ts'
import type { Certificate } from './certificate.ts'
import { runWhenWeEnd } from './run-when-we-end.ts'

export type Nginx = {
  url: string
  /** Tests measure the cost of the worker's work by its process id. */
  workerPid(): number
  /** New workers take over, and each old worker exits when its last connection ends. */
  reload(): void
  start(): Promise<void>
  stop(): Promise<void>
  destroy(): Promise<void>
}

const shipped = resolve(import.meta.dirname, '../../../../deploy/nginx.conf')

function replaceLine(text: string, line: RegExp, by: string): string {
  if (text.search(line) === -1) throw new Error(`deploy/nginx.conf has no line like ${line}`)
  return text.replace(line, by)
}

function configuration(
  port: number,
  { directory, appPorts, tls, more = '', fileKeys, copyLifetime, connections = 4096, workers = 1 }: Options,
): string {
  let site = readFileSync(shipped, 'utf8')
  site = replaceLine(site, /proxy_cache_path \/\S+\//g, `proxy_cache_path ${directory}/cache-`)
  // The key zone is smaller than in production, so that a small flood fills it like a large one.
  if (fileKeys) site = replaceLine(site, /keys_zone=trailwarden_files:\w+/, `keys_zone=trailwarden_files:${fileKeys}`)
  if (copyLifetime)
    site = replaceLine(
      site,
      /proxy_ignore_headers Vary;/,
      `proxy_ignore_headers Vary Cache-Control; proxy_cache_valid 200 ${copyLifetime};`,
    )
  site = replaceLine(site, /server 127\.0\.0\.1:8080 ([^;]*);/, appPorts.map((one) => `server 127.0.0.1:${one} $1;`).join(' '))
  site = replaceLine(site, /server \{\n {4}listen 80;[\s\S]*?\n\}\n/, '')
  site = replaceLine(site, /listen 443 ssl http2;/, `listen 127.0.0.1:${port}${tls ? ' ssl http2' : ''};`)
  site = replaceLine(site, /\n *listen \[::\]:443[^\n]*/, '')
  if (tls) {
    site = replaceLine(site, /ssl_certificate \S+;/, `ssl_certificate ${tls.certificateFile};`)
    site = replaceLine(site, /ssl_certificate_key \S+;/, `ssl_certificate_key ${tls.keyFile};`)
    // nginx's `$host` doesn't include the port, which tests need because they don't use the standard port.
    site = replaceLine(site, /proxy_set_header Host \$host;/, 'proxy_set_header Host $http_host;')
  } else site = replaceLine(site, /(\n *ssl_[^\n]*)+/, '')
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

type Options = {
  directory: string
  appPorts: readonly number[]
  /** Without a certificate, nginx serves plain http. */
  tls?: Certificate
  port?: number
  /** Extra configuration beside our servers, for comparisons in a bench. */
  more?: string
  /** The size of the key zone that external clients can fill. */
  fileKeys?: string
  /** Overrides the cache lifetime in the app's replies, for tests that read a cached copy again after a short time. */
  copyLifetime?: string
  connections?: number
  workers?: number
}

const canConnect = (port: number) =>
  new Promise<boolean>((answered) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => answered(true)).once('error', () => answered(false))
    socket.once('connect', () => socket.destroy())
  })

export async function startNginx(options: Options): Promise<Nginx> {
  const { directory } = options
  const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', 'nginx'].find((path) => spawnSync(path, ['-v']).status === 0)
  if (!program) throw new Error('nginx is not installed: install it (Debian: nginx-light)')
  const port = options.port ?? (await freePort())
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'nginx.conf')
  writeFileSync(file, configuration(port, options))
  let child: ChildProcess | null = null
  const nginx: Nginx = {
    url: options.tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    workerPid() {
      const pid = readFileSync(`/proc/${child?.pid}/task/${child?.pid}/children`, 'utf8').trim().split(' ')
      // The master's child processes are the workers, and sometimes cache processes. The first worker comes first.
      return Number(pid[0])
    },
    async start() {
      child = spawn(program, ['-c', file, '-e', join(directory, 'error.log')], { stdio: ['ignore', 'ignore', 'inherit'] })
      child.once('exit', runWhenWeEnd('kill', String(child.pid)))
      for (let tries = 0; tries < 400; tries++) {
        if (await canConnect(port)) return
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
