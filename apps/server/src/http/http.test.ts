import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { versionLabel } from '@trailwarden/domain'
import { APP_HEADER } from '@trailwarden/site'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../read-config.ts'
import { createTestServer } from '../testing/test-server.ts'
import { createWebBuild } from '../testing/web-build.ts'
import { openPages, type Pages } from './pages/pages.ts'
import { createLimiter, visitorKey } from './security/rate-limit.ts'

test('an unknown address under /api returns problem details and a request ID', async () => {
  const { app } = await createTestServer()
  const reply = await app.inject('/api/nothing-here')
  expect(reply.statusCode).toBe(404)
  expect(reply.headers['content-type']).toContain('application/problem+json')
  expect(reply.json()).toMatchObject({ code: 'not-found', status: 404, requestId: reply.headers['x-request-id'] })
})

test('an error response contains no internal details', async () => {
  const { app } = await createTestServer()
  app.get('/error', async () => {
    throw new Error('password=secret')
  })
  const reply = await app.inject('/error')
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toMatchObject({ code: 'internal' })
  expect(reply.body).not.toContain('secret')
})

test('while the database refuses connections, requests get "unavailable" with Retry-After', async () => {
  const { app } = await createTestServer()
  app.get('/down', async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  })
  const reply = await app.inject('/down')
  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBe('2')
})

test('every response has the security headers', async () => {
  const { app } = await createTestServer()
  for (const url of ['/api/public/status', '/healthz', '/api/nothing', '/api/docs']) {
    const { headers } = await app.inject(url)
    expect(headers['content-security-policy'], url).toContain("default-src 'none'")
    expect(headers['content-security-policy'], url).not.toContain('unsafe')
    expect(headers['x-content-type-options'], url).toBe('nosniff')
    expect(headers['strict-transport-security'], url).toContain('max-age=31536000')
  }
})

test('pages have headers that restrict windows, links and sensors; data responses don’t', async () => {
  const { app } = await createTestServer()
  app.get('/page', async (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>'))
  const page = await app.inject('/page')
  expect(page.headers).toMatchObject({
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'geolocation=(self), camera=(self)',
  })
  const { headers } = await app.inject('/api/public/status')
  expect(headers).not.toHaveProperty('permissions-policy')
  // nginx stores the response for many visitors, so a request id would belong to the first one.
  expect(headers).not.toHaveProperty('x-request-id')
})

test('refuses the first request over an address’s limit with Retry-After, while other addresses are still served', async () => {
  const { app } = await createTestServer({ environment: { REQUESTS_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1' } })
  const from = (address: string) => app.inject({ url: '/api/public/alerts', headers: { 'x-forwarded-for': address } })
  for (let i = 0; i < 3; i++) expect((await from('203.0.113.1')).statusCode).toBe(200)
  const refused = await from('203.0.113.1')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await from('203.0.113.2')).statusCode).toBe(200)
})

test('a visitor can’t choose their address, because X-Forwarded-For is trusted only from our own proxy', async () => {
  const { app } = await createTestServer({ environment: { REQUESTS_PER_MINUTE: '1' } })
  const from = (address: string) => app.inject({ url: '/api/public/alerts', headers: { 'x-forwarded-for': address } })
  expect((await from('203.0.113.1')).statusCode).toBe(200)
  expect((await from('203.0.113.2')).statusCode).toBe(429)
})

test('SEC-H2 in production, requests through an unknown proxy are refused and logged until the proxy is configured', async () => {
  const production = {
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://trails.example.org',
    LOG_LEVEL: 'error',
  }
  const log: string[] = []
  const logTo = { write: (line: string) => void log.push(line) }
  const { app } = await createTestServer({ environment: production, logTo })
  for (const headers of [{ 'x-forwarded-for': '203.0.113.1' }, { forwarded: 'for=203.0.113.1' }, { 'x-real-ip': '203.0.113.1' }]) {
    const reply = await app.inject({ url: '/api/public/status', headers })
    expect([reply.statusCode, reply.json().code, reply.headers['cache-control']]).toEqual([503, 'unavailable', 'no-store'])
    expect(reply.json().detail).toContain('Set TRUSTED_PROXIES')
  }
  expect(log).toHaveLength(1)
  expect(log[0]).toContain('Set TRUSTED_PROXIES')
  expect((await app.inject('/api/public/status')).statusCode).toBe(200)

  const named = await createTestServer({ environment: { ...production, TRUSTED_PROXIES: '127.0.0.1' } })
  const reply = await named.app.inject({ url: '/api/public/status', headers: { 'x-forwarded-for': '203.0.113.1' } })
  expect(reply.statusCode).toBe(200)
})

test('SEC-M8 the limit applies to an address however it’s written', async () => {
  const { app } = await createTestServer({ environment: { REQUESTS_PER_MINUTE: '3' } })
  const statuses = []
  for (const url of ['/api/public/alerts', '/%61pi/public/alerts', '/a%70i/public/alerts', '/%61%70%69/public/alerts', '/%61pi/none'])
    statuses.push((await app.inject(url)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('STAT-8 an address over its limit still gets the responses that nginx caches for everyone, but no others', async () => {
  const { app } = await createTestServer({ environment: { REQUESTS_PER_MINUTE: '1' } })
  expect((await app.inject('/api/public/alerts')).statusCode).toBe(200)
  expect((await app.inject('/api/public/alerts')).statusCode).toBe(429)
  for (const name of ['status', 'page-data', 'site-data', 'guide', 'warnings', 'hazards', 'trails.geojson'])
    expect([name, (await app.inject(`/api/public/${name}`)).statusCode]).toEqual([name, 200])
  for (const url of ['/api/public/status/', '/api/public/status%2F', '/api/public/statuses'])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 429])
  expect((await app.inject({ method: 'POST', url: '/api/public/status' })).statusCode).toBe(429)
})

test('SEC-M8 a limiter remembers a limited number of keys and evicts the one that was seen least recently', () => {
  const limiter = createLimiter(1, 60_000, 1000)
  expect(limiter.take('guesser', 0)).toBe(0)
  for (let i = 0; i < 5000; i++) {
    limiter.take(`stranger ${i}`, 0)
    if (i % 500 === 0) expect(limiter.take('guesser', 0)).toBe(60)
  }
  // The limiter remembers only the last 1000 visitors, so the first stranger starts again.
  expect([limiter.take('stranger 4999', 0), limiter.take('stranger 0', 0)]).toEqual([60, 0])
})

test('SEC-H3 a page is the same for every spelling of its address, and caches store pages only for the network’s own markers', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'dist-'))
  mkdirSync(join(dist, 'client'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  const pages: Pages = {
    mapLines: () => ({}),
    send: async (_request, reply, { path, cacheControl }) => reply.header('cache-control', cacheControl).send(path),
    sendEmbed: (reply) => reply.send('embed'),
    preview: () => ({ title: '', rows: [], text: '', asOf: '' }),
  }
  const { app } = await createTestServer({ pages, environment: { WEB_DIST: dist } })
  const read = async (url: string) => {
    const { body, headers } = await app.inject(url)
    return [body, String(headers['cache-control']).split(',')[0]]
  }
  // nginx decodes an address before it looks for a copy. If the server read these spellings differently, nginx would store another page as
  // everyone's Emergency page.
  for (const url of ['/emergency', '/%65mergency', '/emergenc%79?x']) expect(await read(url)).toEqual(['/emergency', 'public'])
  expect(await read('/%6d/BF17')).toEqual(['/m/BF17', 'public'])
  expect(await read('/m/BT%2FBF01')).toEqual(['/m/BT%2FBF01', 'public'])
  for (const url of ['/m/ZZ99', '/m/bf17', '/m/BF17/', '/m/BF17%20']) expect((await read(url))[1]).toBe('no-store')
})

test('SEC-M4 renders the home page at most once a second, however many requests arrive, and never mixes it up with other pages', async () => {
  const WEB_DIST = createWebBuild()
  const { app } = await createTestServer({ pages: await openPages(WEB_DIST), environment: { WEB_DIST } })
  // On a busy machine, reading the status for the first time may take longer than the home page waits.
  await expect.poll(async () => (await app.inject('/')).statusCode).toBe(200)
  const started = performance.now()
  const homes = await Promise.all(Array.from({ length: 60 }, () => app.inject('/')))
  const seconds = 1 + Math.ceil((performance.now() - started) / 1000)
  const renders = new Set(homes.map(({ body }) => /<i>render \d+/.exec(body)?.[0]))
  expect(renders.size).toBeLessThanOrEqual(seconds)
  for (const { statusCode, body } of homes) expect([statusCode, body.includes('<p>home</p>')]).toEqual([200, true])
  expect((await app.inject('/emergency')).body).toContain('<p>/emergency</p>')
  expect((await app.inject('/m/BF17')).body).toContain('<p>/m/BF17</p>')
  expect((await app.inject('/login')).body).toContain('<p>frame /login</p>')
  for (const path of ['/shell.html', '/actions', '/management/users', '/information'])
    expect((await app.inject(path)).body).toContain('<p>frame /shell.html</p>')
  const packed = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  expect(gunzipSync(packed.rawPayload).toString()).toContain('<p>home</p>')
})

test('TRAILS-3 a trail page has its own title, description and structured data, and an unknown trail returns 404', async () => {
  const WEB_DIST = createWebBuild()
  const { app } = await createTestServer({
    pages: await openPages(WEB_DIST),
    environment: { WEB_DIST, PUBLIC_URL: 'http://127.0.0.1:8080' },
  })
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

test('TRAILS-3 the sitemap lists every trail once, and the pages of the guide', async () => {
  const { app } = await createTestServer({ environment: { PUBLIC_URL: 'https://trails.example.org' } })
  const { headers, body } = await app.inject('/sitemap.xml')
  expect(headers['content-type']).toContain('application/xml')
  const addresses = [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
  expect(new Set(addresses).size).toBe(addresses.length)
  const { trails } = (await app.inject('/api/public/site-data')).json<{ trails: { id: string }[] }>()
  for (const path of ['', 'trails', 'information/report-problem', ...trails.map(({ id }) => `trails/${id}`)])
    expect(addresses).toContain(`https://trails.example.org/${path}`)
  expect(addresses.filter((address) => address?.includes('/trails/'))).toHaveLength(21)
})

test('a limit resets when its window ends, and an IPv6 subscriber counts as one address', () => {
  const limiter = createLimiter(1, 1000)
  expect([limiter.take('a', 1000), limiter.take('a', 1500), limiter.take('b', 1500), limiter.take('a', 2000)]).toEqual([0, 1, 0, 0])
  expect(visitorKey('2001:db8:1:2:3::4')).toBe('2001:db8:1:2::/64')
  expect(visitorKey('2001:db8::4')).toBe('2001:db8:0:0::/64')
  expect(visitorKey('::ffff:203.0.113.9')).toBe('203.0.113.9')
})

test('an invalid setting stops the server from starting, with an error that names the setting', () => {
  expect(() => readConfig({})).toThrow('The server cannot start: DATABASE_URL is not set; PUBLIC_URL is not set; SMTP_URL is not set.')
  expect(() => readConfig({ DATABASE_URL: 'mysql://x', PORT: 'soon' })).toThrow(/DATABASE_URL is wrong.*PORT is wrong/)
})

test('SEC-H2 in production, emails are never displayed, and the public address must use https or be on the same machine', () => {
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

test('SHELL-06 every response and the API description include the version from package.json', async () => {
  const { app } = await createTestServer()
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8'))
  expect((await app.inject('/healthz')).headers[APP_HEADER]).toBe(versionLabel(version))
  expect((await app.inject('/api/docs/openapi.json')).json().info.version).toBe(versionLabel(version))
})

test('the API description is generated from the schemas', async () => {
  const { app } = await createTestServer()
  const openapi = (await app.inject('/api/docs/openapi.json')).json()
  expect(openapi.paths['/api/public/status'].get.responses['200']).toBeDefined()
  expect((await app.inject('/api/docs')).body).toContain('GET /api/public/status')
})
