import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { versionLabel } from '@trailwarden/domain'
import { APP_HEADER } from '@trailwarden/site'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { aServer } from '../testing/test-server.ts'
import { aWebBuild } from '../testing/web-build.ts'
import { openPages, type Pages } from './pages.ts'
import { createLimiter, visitorKey } from './rate-limit.ts'

test('an unknown address under /api answers with problem details and a request id', async () => {
  const { app } = await aServer()
  const reply = await app.inject('/api/nothing-here')
  expect(reply.statusCode).toBe(404)
  expect(reply.headers['content-type']).toContain('application/problem+json')
  expect(reply.json()).toMatchObject({ code: 'not-found', status: 404, requestId: reply.headers['x-request-id'] })
})

test('an error shows no inner detail', async () => {
  const { app } = await aServer()
  app.get('/error', async () => {
    throw new Error('password=secret')
  })
  const reply = await app.inject('/error')
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toMatchObject({ code: 'internal' })
  expect(reply.body).not.toContain('secret')
})

test('a database that refuses connections is "unavailable", with a time to come back', async () => {
  const { app } = await aServer()
  app.get('/down', async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  })
  const reply = await app.inject('/down')
  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBe('2')
})

test('every answer carries the security headers', async () => {
  const { app } = await aServer()
  for (const url of ['/api/public/status', '/healthz', '/api/nothing', '/api/docs']) {
    const { headers } = await app.inject(url)
    expect(headers['content-security-policy'], url).toContain("default-src 'none'")
    expect(headers['content-security-policy'], url).not.toContain('unsafe')
    expect(headers['x-content-type-options'], url).toBe('nosniff')
    expect(headers['strict-transport-security'], url).toContain('max-age=31536000')
  }
})

test('a page says which windows, links and sensors it may use; data, which has none, does not', async () => {
  const { app } = await aServer()
  app.get('/page', async (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>'))
  const page = await app.inject('/page')
  expect(page.headers).toMatchObject({
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'geolocation=(self), camera=(self)',
  })
  const { headers } = await app.inject('/api/public/status')
  expect(headers).not.toHaveProperty('permissions-policy')
  // The copy is handed to many; the number would be that of the first who asked.
  expect(headers).not.toHaveProperty('x-request-id')
})

test('request n+1 of one address is refused with Retry-After while another address is served', async () => {
  const { app } = await aServer({ environment: { REQUESTS_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1' } })
  const from = (address: string) => app.inject({ url: '/api/public/status', headers: { 'x-forwarded-for': address } })
  for (let i = 0; i < 3; i++) expect((await from('203.0.113.1')).statusCode).toBe(200)
  const refused = await from('203.0.113.1')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await from('203.0.113.2')).statusCode).toBe(200)
})

test('a visitor cannot choose an address: X-Forwarded-For counts only from our own proxy', async () => {
  const { app } = await aServer({ environment: { REQUESTS_PER_MINUTE: '1' } })
  const from = (address: string) => app.inject({ url: '/api/public/status', headers: { 'x-forwarded-for': address } })
  expect((await from('203.0.113.1')).statusCode).toBe(200)
  expect((await from('203.0.113.2')).statusCode).toBe(429)
})

test('SEC-H2 in production, what comes through a proxy that was not named is refused and logged; named, it is answered', async () => {
  const production = {
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://trails.example.org',
    LOG_LEVEL: 'error',
  }
  const log: string[] = []
  const logTo = { write: (line: string) => void log.push(line) }
  const { app } = await aServer({ environment: production, logTo })
  for (const headers of [{ 'x-forwarded-for': '203.0.113.1' }, { forwarded: 'for=203.0.113.1' }, { 'x-real-ip': '203.0.113.1' }]) {
    const reply = await app.inject({ url: '/api/public/status', headers })
    expect([reply.statusCode, reply.json().code, reply.headers['cache-control']]).toEqual([503, 'unavailable', 'no-store'])
    expect(reply.json().detail).toContain('Set TRUSTED_PROXIES')
  }
  expect(log).toHaveLength(1)
  expect(log[0]).toContain('Set TRUSTED_PROXIES')
  expect((await app.inject('/api/public/status')).statusCode).toBe(200)

  const named = await aServer({ environment: { ...production, TRUSTED_PROXIES: '127.0.0.1' } })
  const reply = await named.app.inject({ url: '/api/public/status', headers: { 'x-forwarded-for': '203.0.113.1' } })
  expect(reply.statusCode).toBe(200)
})

test('SEC-M8 an address is limited however it is written', async () => {
  const { app } = await aServer({ environment: { REQUESTS_PER_MINUTE: '3' } })
  const statuses = []
  for (const url of ['/api/public/status', '/%61pi/public/status', '/a%70i/public/status', '/%61%70%69/public/status', '/%61pi/none'])
    statuses.push((await app.inject(url)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('SEC-M8 a limit remembers a bounded number of keys, and forgets the one not seen for longest', () => {
  const limiter = createLimiter(1, 60_000, 1000)
  expect(limiter.take('guesser', 0)).toBe(0)
  for (let i = 0; i < 5000; i++) {
    limiter.take(`stranger ${i}`, 0)
    if (i % 500 === 0) expect(limiter.take('guesser', 0)).toBe(60)
  }
  // Only the last 1000 are remembered: the first stranger begins again.
  expect([limiter.take('stranger 4999', 0), limiter.take('stranger 0', 0)]).toEqual([60, 0])
})

test('SEC-H3 a page is the same however its address is written, and of markers only the network’s own are stored by caches', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'dist-'))
  mkdirSync(join(dist, 'client'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  const pages: Pages = {
    send: async (_request, reply, { path, cacheControl }) => reply.header('cache-control', cacheControl).send(path),
    sendEmbed: (reply) => reply.send('embed'),
  }
  const { app } = await aServer({ pages, environment: { WEB_DIST: dist } })
  const read = async (url: string) => {
    const { body, headers } = await app.inject(url)
    return [body, String(headers['cache-control']).split(',')[0]]
  }
  // nginx decodes an address before it looks for a copy: another page under this one would be everybody's Emergency.
  for (const url of ['/emergency', '/%65mergency', '/emergenc%79?x']) expect(await read(url)).toEqual(['/emergency', 'public'])
  expect(await read('/%6d/BF17')).toEqual(['/m/BF17', 'public'])
  expect(await read('/m/BT%2FBF01')).toEqual(['/m/BT%2FBF01', 'public'])
  for (const url of ['/m/ZZ99', '/m/bf17', '/m/BF17/', '/m/BF17%20']) expect((await read(url))[1]).toBe('no-store')
})

test('SEC-M4 home is rendered once a second, however many ask; other pages are theirs', async () => {
  const WEB_DIST = aWebBuild()
  const { app } = await aServer({ pages: await openPages(WEB_DIST), environment: { WEB_DIST } })
  // On a busy machine the first read of the status may take longer than home waits for it.
  await expect.poll(async () => (await app.inject('/')).statusCode).toBe(200)
  const started = performance.now()
  const homes = await Promise.all(Array.from({ length: 60 }, () => app.inject('/')))
  const seconds = 1 + Math.ceil((performance.now() - started) / 1000)
  const renders = new Set(homes.map(({ body }) => /<i>render \d+/.exec(body)?.[0]))
  expect(renders.size).toBeLessThanOrEqual(seconds)
  for (const { statusCode, body } of homes) expect([statusCode, body.includes('<p>home</p>')]).toEqual([200, true])
  expect((await app.inject('/emergency')).body).toContain('<p>/emergency</p>')
  expect((await app.inject('/m/BF17')).body).toContain('<p>/m/BF17</p>')
  expect((await app.inject('/login')).body).toContain('<p>not started</p>')
  expect((await app.inject('/shell.html')).body).toContain('<p>kept, not started</p>')
  const packed = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  expect(gunzipSync(packed.rawPayload).toString()).toContain('<p>home</p>')
})

test('TRAILS-3 pages of trails have a title, a description and structured data of their own; where no trail is, the answer is 404', async () => {
  const WEB_DIST = aWebBuild()
  const { app } = await aServer({ pages: await openPages(WEB_DIST), environment: { WEB_DIST, PUBLIC_URL: 'http://127.0.0.1:8080' } })
  for (const path of ['/trails', '/trails/old-salty-dog', '/trails/old-%73alty-dog?x']) {
    const { statusCode, headers, body } = await app.inject(path)
    const own = path.split('?')[0]?.replace('%73', 's')
    expect([statusCode, String(headers['cache-control']).split(',')[0]], path).toEqual([200, 'public'])
    expect(body).toContain(`<p>${own}</p>`)
    expect(body).toContain('<title>Trail &#60;1&#62;</title>')
    expect(body).toContain('<meta name="description" content="A &#34;trail&#34;">')
    expect(body).toContain(`<link rel="canonical" href="http://127.0.0.1:8080${own}">`)
    const structured = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(structured)).toEqual({ url: `http://127.0.0.1:8080${own}`, name: '</script>' })
  }
  for (const path of ['/trails/nowhere', '/trails/Old-Salty-Dog', '/trails/']) {
    const { statusCode, headers, body } = await app.inject(path)
    expect([statusCode, headers['cache-control']], path).toEqual([404, 'no-store'])
    expect(body).toContain('<p>not found</p>')
  }
})

test('TRAILS-3 the site map names every trail once, and the pages of the guide', async () => {
  const { app } = await aServer({ environment: { PUBLIC_URL: 'https://trails.example.org' } })
  const { headers, body } = await app.inject('/sitemap.xml')
  expect(headers['content-type']).toContain('application/xml')
  const addresses = [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
  expect(new Set(addresses).size).toBe(addresses.length)
  const { trails } = (await app.inject('/api/public/site-data')).json<{ trails: { id: string }[] }>()
  for (const path of ['', 'trails', 'information/report-problem', ...trails.map(({ id }) => `trails/${id}`)])
    expect(addresses).toContain(`https://trails.example.org/${path}`)
  expect(addresses.filter((address) => address?.includes('/trails/'))).toHaveLength(21)
})

test('a limit starts again with its window, and an IPv6 subscriber counts once', () => {
  const limiter = createLimiter(1, 1000)
  expect([limiter.take('a', 1000), limiter.take('a', 1500), limiter.take('b', 1500), limiter.take('a', 2000)]).toEqual([0, 1, 0, 0])
  expect(visitorKey('2001:db8:1:2:3::4')).toBe('2001:db8:1:2::/64')
  expect(visitorKey('2001:db8::4')).toBe('2001:db8:0:0::/64')
  expect(visitorKey('::ffff:203.0.113.9')).toBe('203.0.113.9')
})

test('a wrong setting stops the start with a sentence that names it', () => {
  expect(() => readConfig({})).toThrow('The server cannot start: DATABASE_URL is not set; PUBLIC_URL is not set; SMTP_URL is not set.')
  expect(() => readConfig({ DATABASE_URL: 'mysql://x', PORT: 'soon' })).toThrow(/DATABASE_URL is wrong.*PORT is wrong/)
})

test('SEC-H2 in production emails are never shown, and people come by https or from the same machine', () => {
  const service = { DATABASE_URL: 'postgres://localhost/x', SMTP_URL: 'smtp://localhost', PUBLIC_URL: 'https://trails.example.org' }
  expect(readConfig(service)).toMatchObject({ NODE_ENV: 'production', DEV_MAIL: false })
  expect(() => readConfig({ ...service, DEV_MAIL: 'true' })).toThrow('DEV_MAIL shows everybody’s emails')
  for (const PUBLIC_URL of ['http://trails.example.org', 'http://localhost.example.org', 'http://127.0.0.1.example.org'])
    expect(() => readConfig({ ...service, PUBLIC_URL })).toThrow('PUBLIC_URL must begin with https://')
  for (const PUBLIC_URL of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080/'])
    expect(readConfig({ ...service, PUBLIC_URL }).PUBLIC_URL).toBe(PUBLIC_URL)
  const { SMTP_URL: _, ...unsent } = service
  expect(() => readConfig({ ...unsent, NODE_ENV: 'development' })).toThrow('neither SMTP_URL nor DEV_MAIL is set')
})

test('SHELL-06 every answer and the description of the API name the version of package.json', async () => {
  const { app } = await aServer()
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8'))
  expect((await app.inject('/healthz')).headers[APP_HEADER]).toBe(versionLabel(version))
  expect((await app.inject('/api/docs/openapi.json')).json().info.version).toBe(versionLabel(version))
})

test('the API describes itself from its schemas', async () => {
  const { app } = await aServer()
  const openapi = (await app.inject('/api/docs/openapi.json')).json()
  expect(openapi.paths['/api/public/status'].get.responses['200']).toBeDefined()
  expect((await app.inject('/api/docs')).body).toContain('GET /api/public/status')
})
