import { connect, type Socket } from 'node:net'
import { freePort } from '@trailwarden/testkit/database/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'

/** Sends `first`, then `more` in a loop, until the server closes the connection. */
function createSlowSender(port: number, first: string, more: string) {
  let closedAt: number | null = null
  const socket: Socket = connect(port, '127.0.0.1', () => socket.write(first))
  const timer = more ? setInterval(() => socket.writable && socket.write(more), 100) : undefined
  onTestFinished(() => {
    clearInterval(timer)
    socket.destroy()
  })
  socket.resume().on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(timer)
    closedAt = Date.now()
  })
  return { isClosed: () => closedAt !== null, end: () => socket.destroy() }
}

test('SEC-M4 closes connections that are idle or send headers or bodies slowly, but not event streams or normal requests', async () => {
  const { app, database } = await createTestServer({ environment: { HEADERS_SECONDS: '1', REQUEST_SECONDS: '2' } })
  const port = await freePort()
  await app.listen({ host: '127.0.0.1', port })
  const { browser } = await createTestDevice(app, database.db)
  const stream = createSlowSender(port, `GET /api/events HTTP/1.1\r\nHost: x\r\nCookie: ${browser.cookie}\r\n\r\n`, '')
  const body = 'POST /api/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n'
  const ours = `${body}Sec-Fetch-Site: same-origin\r\n\r\n{`
  const senders = Array.from({ length: 60 }, (_, i) => {
    if (i % 3 === 0) return createSlowSender(port, '', '')
    return i % 3 === 1 ? createSlowSender(port, 'GET / HTTP/1.1\r\nX-Slow: ', 'x') : createSlowSender(port, ours, ' ')
  })
  const started = Date.now()
  // Runs long enough to exceed both limits for the stream too.
  while (Date.now() - started < 2000 || (senders.some((one) => !one.isClosed()) && Date.now() - started < 20_000)) {
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    await new Promise((wake) => setTimeout(wake, 100))
  }
  expect(senders.filter((one) => !one.isClosed())).toHaveLength(0)
  expect(stream.isClosed()).toBe(false)
})
