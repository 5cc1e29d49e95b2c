import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDatabase } from '@trailwarden/testkit/database/create-database'
import { databaseUrl, firstFreePort, startTestCluster } from '@trailwarden/testkit/database/postgres'
import { until } from '@trailwarden/testkit/wait'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

test('UX-3.3 uses the requested port, or the next one if either IPv4 or IPv6 loopback is in use', async () => {
  const wanted = await firstFreePort(4100)
  for (const host of ['127.0.0.1', '::1']) {
    const other = createServer()
    await new Promise<void>((listening) => other.listen(wanted, host, listening))
    expect(await firstFreePort(wanted), host).toBeGreaterThan(wanted)
    await new Promise((closed) => other.close(closed))
  }
  expect(await firstFreePort(wanted)).toBe(wanted)
})

test('UX-3.3 npm run dev starts with sample content, and serves emails, API docs and the base map from one address', async () => {
  const cluster = await startTestCluster()
  onTestFinished(() => cluster.destroy())
  await createDatabase(cluster.url, 'dev')
  const photos = mkdtempSync(join(tmpdir(), 'dev-photos-'))
  onTestFinished(() => rmSync(photos, { recursive: true, force: true }))
  const { PORT: _, ...environment } = process.env
  const expected = await firstFreePort(3000)
  const child = spawn(process.execPath, ['tools/dev.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environment, DATABASE_URL: databaseUrl(cluster, 'dev'), PHOTOS_DIR: photos },
  })
  onTestFinished(async () => {
    const gone = new Promise((done) => child.once('exit', done))
    if (child.kill('SIGTERM')) await gone
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  expect(await until(() => output.includes('Sign in'), 90_000), output).toBe(true)
  expect(output).toMatch(/4\d actions/)
  const address = /Trailwarden +(http:\/\/localhost:(\d+))\n/.exec(output)
  expect(Number(address?.[2])).toBe(expected)
  const url = address?.[1] ?? ''
  expect(output).toContain(`${url}/dev/mail`)
  expect(output).toContain(`${url}/api/docs`)
  const read = async (path: string) => {
    const reply = await fetch(url + path)
    return { status: reply.status, type: reply.headers.get('content-type')?.split(';')[0], text: await reply.text() }
  }
  expect(await read('/dev/mail')).toMatchObject({ status: 200, text: expect.stringContaining('<h1>Emails</h1>') })
  expect(await read('/api/docs')).toMatchObject({ status: 200, text: expect.stringContaining('Trailwarden API') })
  expect(await read('/tiles/topographic/12/3733/2562.webp')).toMatchObject({ status: 200, type: 'image/webp' })
  expect((await read('/')).text).toContain('Partially Open')
})
