import { mkdtempSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginx } from '@trailwarden/testkit/nginx'
import { freePort } from '@trailwarden/testkit/postgres'
import { until } from '@trailwarden/testkit/wait'
import { expect, onTestFinished, test } from 'vitest'
import { STATUS_READ } from '../apps/server/src/http/cache-headers.ts'

/** deploy/nginx.conf in front of a server that answers everything with the address it was asked for. */
async function anNginx() {
  const appPort = await freePort()
  const asked: string[] = []
  const app = createServer((request, reply) => {
    asked.push(request.url ?? '')
    reply.setHeader('cache-control', 'public, max-age=15').end(request.url)
  })
  await new Promise<void>((listening) => app.listen(appPort, '127.0.0.1', listening))
  onTestFinished(() => void app.close().closeAllConnections())
  const nginx = await startNginx({ directory: mkdtempSync(join(tmpdir(), 'nginx-test-')), appPorts: [appPort] })
  onTestFinished(() => nginx.destroy())
  // Not fetch, which tidies paths up.
  const statusOf = (path: string) =>
    new Promise<number>((answered, failed) => {
      get({ host: '127.0.0.1', port: new URL(nginx.url).port, path, agent: false }, (reply) => {
        reply.resume()
        answered(reply.statusCode ?? 0)
      }).on('error', failed)
    })
  return { asked, statusOf }
}

test('SEC-H2 nginx passes nothing under /dev on, however it is written', async () => {
  const { asked, statusOf } = await anNginx()
  for (const path of ['/dev/mail', '/dev/mail.json', '/%64ev/mail', '//dev/mail', '/api/../dev/mail', '/./dev/mail'])
    expect([path, await statusOf(path)]).toEqual([path, 404])
  expect(asked.filter((path) => path !== '/healthz')).toEqual([])
  expect(await statusOf('/api/me')).toBe(200)
})

test('SEC-H3 a stranger cannot fill the zones of what must always be answered: all pages of the app are one copy, and only a marker code looks like one', async () => {
  const { asked, statusOf } = await anNginx()
  asked.length = 0
  for (let i = 0; i < 50; i++) expect(await statusOf(`/${i}/stranger?${i}`)).toBe(200)
  expect(new Set(asked)).toEqual(new Set(['/shell.html']))
  expect(asked.length).toBeLessThan(10)
  asked.length = 0
  // Stored under one address each; asked again only when the copy is not there.
  for (const path of ['/emergency', '/emergency?1', '/m/BF17', '/m/BF17?1', '/m/BT%2FBF01', '/m/BT%2FBF01']) await statusOf(path)
  expect(asked).toEqual(['/emergency', '/m/BF17', '/m/BT%2FBF01'])
  asked.length = 0
  for (const path of ['/m/bf17', '/m/bf17', '/m/BF171', '/m/BF171', '/api/public/x', '/api/public/x', '/readyz', '/readyz'])
    await statusOf(path)
  expect(asked).toHaveLength(8)
})

test('SEC-H3 nginx refuses one address that asks for strange pages without end, and goes on giving it Emergency', async () => {
  const { statusOf } = await anNginx()
  const statuses = await Promise.all(Array.from({ length: 600 }, (_, i) => statusOf(`/m/stranger-${i}`)))
  expect(statuses).toContain(429)
  expect(await statusOf('/emergency')).toBe(200)
  expect(await statusOf('/')).toBe(200)
})

test('UX-1.6 behind nginx a post is in the public status within two seconds, and the app is asked about once a second however many ask', async () => {
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
  // Nothing new is a few bytes.
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
