import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, get, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { APP_PATH_PATTERN, appPathExamples, NAMED_FRAMES } from '@trailwarden/api'
import { startNginx } from '@trailwarden/testkit/app/nginx'
import { freePort } from '@trailwarden/testkit/database/postgres'
import { until } from '@trailwarden/testkit/wait'
import { expect, onTestFinished, test } from 'vitest'
import { STATUS_READ } from '../../apps/server/src/http/caching/cache-headers.ts'
import { NAMED_PAGE_PATHS, SITE_DATA_PATHS, STORED_PATHS } from '../../apps/server/src/http/caching/stored-reads.ts'

async function createNginx(
  answer = (reply: ServerResponse, url: string | undefined) => void reply.setHeader('cache-control', 'public, max-age=15').end(url),
) {
  const appPort = await freePort()
  const asked: string[] = []
  const app = createServer((request, reply) => {
    asked.push(request.url ?? '')
    answer(reply, request.url)
  })
  await new Promise<void>((listening) => app.listen(appPort, '127.0.0.1', listening))
  onTestFinished(() => void app.close().closeAllConnections())
  const nginx = await startNginx({ directory: mkdtempSync(join(tmpdir(), 'nginx-test-')), appPorts: [appPort] })
  onTestFinished(() => nginx.destroy())
  // `fetch` would normalise the path.
  const statusOf = (path: string) =>
    new Promise<number>((answered, failed) => {
      get({ host: '127.0.0.1', port: new URL(nginx.url).port, path, agent: false }, (reply) => {
        reply.resume()
        answered(reply.statusCode ?? 0)
      }).on('error', failed)
    })
  return { asked, statusOf }
}

test('SEC-H2 nginx doesn’t forward any path under /dev, however it’s written', async () => {
  const { asked, statusOf } = await createNginx()
  for (const path of ['/dev/mail', '/dev/mail.json', '/%64ev/mail', '//dev/mail', '/api/../dev/mail', '/./dev/mail'])
    expect([path, await statusOf(path)]).toEqual([path, 404])
  expect(asked).toEqual([])
  expect(await statusOf('/api/me')).toBe(200)
})

test('SEC-H3 nginx protects its essential cache zones from floods: all app pages share one copy, and only emergency posts get their own', async () => {
  const { asked, statusOf } = await createNginx()
  asked.length = 0
  for (let i = 0; i < 50; i++) expect(await statusOf(`/actions/view/${i}?${i}`)).toBe(200)
  expect(new Set(asked)).toEqual(new Set(['/shell.html']))
  expect(asked.length).toBeLessThan(10)
  asked.length = 0
  // nginx stores each page under one address, and requests the page from the app only if it has no copy.
  for (const path of ['/emergency', '/emergency?1', '/m/BF17', '/m/BF17?1', '/m/BT%2FBF01', '/m/BT%2FBF01']) await statusOf(path)
  expect(asked).toEqual(['/emergency', '/m/BF17', '/m/BT%2FBF01'])
  asked.length = 0
  for (const path of [
    '/m/bf17',
    '/m/bf17',
    '/m/BF171',
    '/m/BF171',
    '/api/public/x',
    '/api/public/x',
    '/readyz',
    '/readyz',
    '/stranger',
    '/stranger',
  ])
    await statusOf(path)
  expect(asked).toHaveLength(10)
})

test('SEC-H3 nginx refuses an IP address that keeps requesting unknown pages, but still serves it Emergency', async () => {
  const { statusOf } = await createNginx()
  const statuses = await Promise.all(Array.from({ length: 600 }, (_, i) => statusOf(`/m/stranger-${i}`)))
  expect(statuses).toContain(429)
  expect(await statusOf('/emergency')).toBe(200)
  expect(await statusOf('/')).toBe(200)
})

test('UX-1.6 behind nginx, an update is public within two seconds, and the app gets about one request a second from any number of visitors', async () => {
  let [news, asked] = ['one', 0]
  const appPort = await freePort()
  const app = createServer((_request, reply) => {
    asked++
    reply.setHeader('cache-control', STATUS_READ).setHeader('etag', `"${news}"`).end(news)
  })
  await new Promise<void>((listening) => app.listen(appPort, '127.0.0.1', listening))
  onTestFinished(() => void app.close().closeAllConnections())
  const nginx = await startNginx({ directory: mkdtempSync(join(tmpdir(), 'nginx-test-')), appPorts: [appPort] })
  onTestFinished(() => nginx.destroy())
  const ask = (tag = '') =>
    fetch(`${nginx.url}/api/public/status`, { cache: 'no-store', headers: { ...(tag && { 'if-none-match': tag }) } })
  const first = await ask()
  expect(await first.text()).toBe('one')
  // A response for an unchanged status has only a few bytes.
  expect((await ask('"one"')).status).toBe(304)
  asked = 0
  const began = performance.now()
  let answered = 0
  while (performance.now() - began < 2500) {
    await Promise.all(Array.from({ length: 20 }, () => ask('"one"').then((reply) => expect(reply.status).toBe(304))))
    answered += 20
  }
  const seconds = (performance.now() - began) / 1000
  expect(answered).toBeGreaterThan(100)
  expect(asked).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  news = 'two'
  expect(await until(async () => (await (await ask('"one"')).text()) === 'two', 2000)).toBe(true)
})

test('PROOF-1 nginx stores one copy for each screen with its own frame, and one shared copy for all other screens', async () => {
  const conf = readFileSync(resolve(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
  expect(conf).toContain(`location ~ "${APP_PATH_PATTERN}" {`)
  expect(conf).toContain(`location ~ ^/(${NAMED_FRAMES.map((path) => path.slice(1)).join('|')})$ {`)
  const { asked, statusOf } = await createNginx()
  asked.length = 0
  for (const path of appPathExamples()) for (const query of ['', '?1', '?2']) await statusOf(path + query)
  const own = [...NAMED_FRAMES, '/help', '/help/page', '/information/page']
  expect(asked.toSorted()).toEqual([...own, '/shell.html'].toSorted())
})

test('STAT-8 the app exempts from its rate limits exactly the responses that nginx stores for everyone', () => {
  const conf = readFileSync(resolve(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
  for (const { source } of [STORED_PATHS, SITE_DATA_PATHS]) expect(conf).toContain(`location ~ ${source.replaceAll('\\/', '/')} {`)
  expect(conf).toContain('location = /api/public/status {')
  expect(conf).toContain(`location ~ "${NAMED_PAGE_PATHS.source.replaceAll('\\/', '/')}" {`)
})

test('STAT-8 if the app refuses a request with 429, nginx doesn’t answer with an old copy of a trail’s page', async () => {
  let isFlooded = false
  const { statusOf } = await createNginx((reply) => {
    if (isFlooded) reply.writeHead(429, { 'cache-control': 'no-store' }).end()
    else reply.setHeader('cache-control', 'public, max-age=1').end('Open')
  })
  const pages = ['/trails/ridge', '/embed/trails/ridge']
  for (const path of pages) expect([path, await statusOf(path)]).toEqual([path, 200])
  isFlooded = true
  for (const path of pages) expect(await until(async () => (await statusOf(path)) === 429, 5000), path).toBe(true)
})
