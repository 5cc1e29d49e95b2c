import { mkdtempSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startNginx } from './nginx.ts'
import { freePort } from './postgres.ts'

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
  const nginx = await startNginx({ directory: mkdtempSync(join(tmpdir(), 'nginx-test-')), appPort })
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
