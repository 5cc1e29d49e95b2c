import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginx } from '@trailwarden/testkit/app/nginx'
import { expect, onTestFinished, test } from 'vitest'

test('NET-2 nginx forwards no header that would let a visitor choose the host', async () => {
  let received: IncomingHttpHeaders = {}
  const app = createServer((request, reply) => {
    received = request.headers
    reply.end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => app.once('listening', ready))
  onTestFinished(() => void app.close())
  const nginx = await startNginx({
    directory: mkdtempSync(join(tmpdir(), 'nginx-headers-')),
    appPorts: [(app.address() as AddressInfo).port],
  })
  onTestFinished(() => nginx.destroy())
  const claimed = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'x-forwarded-for': '198.51.100.1' }
  await fetch(`${nginx.url}/api/me`, { headers: claimed })
  expect(received['x-forwarded-proto']).toBeTruthy()
  expect(received['x-forwarded-host']).toBeUndefined()
  expect(received.forwarded).toBeUndefined()
  expect(received['x-forwarded-for']).toBe('127.0.0.1')
})
