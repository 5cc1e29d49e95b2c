import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const [web = '', packages = '', image = ''] = read('deploy/Containerfile')
  .split(/^FROM .*$/m)
  .slice(1)
const copied = (stage: string) => [...stage.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))

function workspacesOf(folder: string, found = new Set<string>()): Set<string> {
  found.add(folder)
  const { dependencies = {} } = JSON.parse(read(join(folder, 'package.json')))
  for (const name of Object.keys(dependencies).filter((one) => one.startsWith('@trailwarden/'))) {
    const next = `packages/${name.slice('@trailwarden/'.length)}`
    if (!found.has(next)) workspacesOf(next, found)
  }
  return found
}

test('OPS-CONTAINER the image copies only files that exist and that .dockerignore doesn’t exclude', () => {
  const passing = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
  for (const source of [web, packages, image].flatMap(copied)) {
    expect(existsSync(join(root, source)), source).toBe(true)
    expect(passing, source).toContain(`!${source.split('/')[0]}`)
  }
})

test('OPS-CONTAINER the image contains every workspace that the server needs', () => {
  expect(
    copied(packages)
      .filter((source) => /^(apps|packages)\//.test(source))
      .sort(),
  ).toEqual([...workspacesOf('apps/server')].sort())
})

const example = read('deploy/compose/example.env').replaceAll('=\n', '=0123456789abcdef01234567\n')

/** The error is returned as a value, because some settings must fail. */
function composed(settings: string, ...options: string[]): { status: number | null; stdout: string; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'compose-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'env'), settings)
  const args = ['--file', join(root, 'deploy/compose.yaml'), '--env-file', join(folder, 'env'), ...options, 'config']
  const ended = spawnSync('docker-compose', args, { encoding: 'utf8' })
  if (ended.error) throw ended.error
  return ended
}

test('OPS-CONTAINER docker-compose accepts compose.yaml with the example settings', () => {
  const { status, stdout, stderr } = composed(example)
  expect([status, stderr]).toEqual([0, ''])
  const service = (name: string) => new RegExp(`^  ${name}:\\n((?:    .*\\n)*)`, 'm').exec(stdout)?.[1] ?? ''
  for (const name of ['nginx', 'app1', 'app2', 'migrate', 'backup', 'database']) expect(service(name), name).not.toBe('')
  // The processes that serve visitors can't change the tables' structure.
  for (const name of ['app1', 'app2']) expect(service(name)).not.toContain('trailwarden_owner')
  for (const name of ['app1', 'app2', 'migrate', 'backup']) expect(service(name)).toMatch(/cap_drop:\n +- ALL[\s\S]*read_only: true/)
  // Only nginx can be reached from outside.
  expect(stdout.match(/^ {4}ports:/gm)).toHaveLength(1)
})

test('OPS-CONTAINER the app uses the cluster’s proxy with the ha profile, and compose has all the proxy’s settings', () => {
  const cluster = `${example}\nDATABASE_HOST=database-proxy:6432\nNODE1=10.1.0.1\nNODE2=10.1.0.2\nNODE3=10.1.0.3\n`
  const { status, stdout, stderr } = composed(cluster, '--profile', 'ha')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout.match(/@database-proxy:6432\/trailwarden/g)?.length).toBeGreaterThanOrEqual(4)
  const proxy = /^ {2}database-proxy:\n((?: {4}.*\n)*)/m.exec(stdout)?.[1] ?? ''
  expect(proxy).toMatch(/profiles:\n +- ha\n/)
  const environment = /environment:\n((?: {6}.*\n)*)/.exec(proxy)?.[1] ?? ''
  const set = new Set(Array.from(environment.matchAll(/^ +(\w+):/gm), ([, name]) => name))
  const asked = new Set(Array.from(read('deploy/ha/haproxy.cfg').matchAll(/\$\{(\w+)\}/g), ([, name]) => name))
  expect([...set].sort()).toEqual([...asked].sort())
})

test('OPS-CONTAINER every command stops if a secret is missing', () => {
  const { status, stderr } = composed(example.replace(/^SERVING_PASSWORD=.*$/m, ''))
  expect(status).toBe(1)
  expect(stderr).toContain('is not set')
  // All settings in the example are required, except CERTIFICATES, which has a default.
  const demanded = new Set(Array.from(read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?/g), ([, name]) => name))
  const named = Array.from(example.matchAll(/^(\w+)=/gm), ([, name]) => name).filter((name) => name !== 'CERTIFICATES')
  expect([...demanded].sort()).toEqual(named.sort())
})

test('OPS-CONTAINER nginx accepts the nginx.conf that the container generates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const certificate = join(folder, 'live/trails.test')
  mkdirSync(certificate, { recursive: true })
  const key = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=trails.test']
  spawnSync('openssl', [...key, '-keyout', join(certificate, 'privkey.pem'), '-out', join(certificate, 'fullchain.pem')])
  const site = join(folder, 'site.conf')
  const script = join(root, 'deploy/compose/nginx-site.sh')
  const made = spawnSync('sh', [script, join(root, 'deploy/nginx.conf'), site], { env: { ...process.env, SITE_NAME: 'trails.test' } })
  expect(made.status).toBe(0)
  const text = readFileSync(site, 'utf8')
  for (const address of ['172.30.0.11', '172.30.0.12']) {
    expect(text).toContain(`server ${address}:8080 fail_timeout=1s;`)
    expect(read('deploy/compose.yaml')).toContain(`ipv4_address: ${address}`)
  }
  expect(text).not.toContain('trails.example.org')
  // The test configuration differs from the container's only in paths.
  writeFileSync(site, text.replaceAll('/etc/letsencrypt', folder).replaceAll('/var/cache/nginx', folder))
  const whole = join(folder, 'nginx.conf')
  writeFileSync(whole, `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp { access_log off; include ${site}; }\n`)
  const { status, stderr } = spawnSync('/usr/sbin/nginx', ['-t', '-q', '-c', whole], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})
