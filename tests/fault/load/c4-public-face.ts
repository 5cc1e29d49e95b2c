/**
 * C4: the app and PostgreSQL are killed while nginx stays up, and everyone must still be able to read home and trail status. An external
 * client has requested thousands of random addresses (SEC-H3), which once evicted Emergency from nginx's cache.
 */

import { mkdtempSync, readdirSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { PublicStatus } from '@trailwarden/domain'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { startNginx } from '@trailwarden/testkit/app/nginx'
import { openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause } from '@trailwarden/testkit/wait'
import type { FaultTest, Result } from '../fault-test.ts'
import { flood } from '../helpers/flood.ts'

const AMOUNT = { small: 400, full: 10_000 }
/** In the original finding, 142,000 random addresses within 213 s evicted every cached response. */
const FLOOD = { small: 6000, full: 150_000 }
const FILE_KEYS = { small: '512k', full: '64m' }
const AT_ONCE = 16
/** Browsers, feed readers and scripts send these headers. A response cached for one client must serve all. */
const ENCODINGS = ['gzip, deflate, br, zstd', 'gzip, deflate', 'br;q=1.0, gzip;q=0.8, *;q=0.1', 'identity', '']

type Reply = { status: number; body: string; cache: string }

function ask(agent: Agent, url: string, encoding: string): Promise<Reply> {
  return new Promise((answered, failed) => {
    const request = get(url, { agent, headers: { ...(encoding && { 'accept-encoding': encoding }) } }, (reply: IncomingMessage) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', failed)
      reply.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const packed = reply.headers['content-encoding']
        const plain = packed === 'br' ? brotliDecompressSync(bytes) : packed === 'gzip' ? gunzipSync(bytes) : bytes
        answered({ status: reply.statusCode ?? 0, body: plain.toString(), cache: String(reply.headers['x-cache']) })
      })
    })
    request.on('error', failed)
  })
}

const named = (name: string, figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${name}${key[0]?.toUpperCase()}${key.slice(1)}`, value]))

const asOfIn = (page: string) => /"asOf":"([^"]+)"/.exec(page)?.[1] ?? ''

export const publicFaceStays: FaultTest = {
  name: 'C4',
  async run(size, stop): Promise<Result> {
    buildApp()
    const env = await openTestEnv({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
    const broken: string[] = []
    let lost = 0
    const expectSame = (what: string, is: unknown, was: unknown) => {
      if (is !== was && broken.length < 10) broken.push(`${what}: ${String(is)} instead of ${String(was)}`)
    }
    try {
      await env.start()
      const directory = mkdtempSync(join(tmpdir(), 'fault-nginx-'))
      const nginx = await startNginx({ directory, appPorts: [env.port], fileKeys: FILE_KEYS[size] })
      try {
        const read = (path: string, encoding = '') => ask(agent, `${nginx.url}${path}`, encoding)
        const home = await read('/', 'gzip')
        const status = PublicStatus.parse(JSON.parse((await read('/api/public/status')).body))
        const others = [
          '/emergency',
          '/m/NW01',
          '/m/QU02',
          '/manifest.webmanifest',
          '/shell.html',
          '/home-shell.html',
          '/information/emergency',
          '/api/public/page-data',
          '/api/public/guide',
          '/api/public/site-data',
          '/feeds/status.atom',
          '/feeds/status.json',
          '/embed/status',
        ]
        const file = /src="(\/assets\/[^"]+\.js)"/.exec(home.body)?.[1] ?? '/assets/none.js'
        for (const path of others) expectSame(path, (await read(path, 'gzip')).status, 200)
        expectSame(file, (await read(file, 'gzip, br')).status, 200)

        const flooded = await flood(nginx.url, FLOOD[size], stop)
        const copiesIn = (zone: string) =>
          readdirSync(join(directory, zone), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
        expectSame('copies of posts that the network has', copiesIn('cache-trailwarden-markers').length, 2)
        env.kill()
        await env.ended()
        env.cluster.stop('immediate')
        const deadSince = Date.now()
        // The cached responses are now stale, so nginx first notices for each request that the app doesn't respond.
        await pause(16_000)

        const askMany = async (amount: number) => {
          let next = 0
          const one = async () => {
            for (let i = next++; i < amount; i = next++) {
              const path = ['/', '/api/public/status', `/?from=${i}`, `/api/public/status?v=${i}`][i % 4] ?? '/'
              const reply = await read(path, ENCODINGS[i % ENCODINGS.length]).catch(() => null)
              if (reply?.status !== 200) lost++
              else if (path.startsWith('/api')) expectSame('status', JSON.stringify(JSON.parse(reply.body)), JSON.stringify(status))
              else expectSame('home’s own time', asOfIn(reply.body), asOfIn(home.body))
            }
          }
          await Promise.all(Array.from({ length: AT_ONCE }, one))
        }
        await askMany(AMOUNT[size] / 2)
        await nginx.stop()
        await nginx.start()
        await askMany(AMOUNT[size] / 2)
        for (const path of [...others, '/help', '/login', '/m/nw01', '/m/NW03'])
          expectSame(`${path} without the app`, (await read(path)).status, 200)
        expectSame(`${file} without the app`, (await read(file, 'gzip, deflate, br, zstd')).status, 200)
        if (!(await read('/m/NW01')).body.includes('NW01')) broken.push('the page of a post does not name it')
        // nginx never caches personal data.
        expectSame('/api/me without the app', (await read('/api/me')).status, 502)
        if (Date.parse(status.asOf) >= deadSince) broken.push('the status claims to be newer than the server that gave it')
        if (!/As of \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d/.test(home.body)) broken.push('home does not show when it was fetched')

        env.cluster.start()
        await env.start()
        const back = Date.now()
        let fresh = ''
        while (fresh <= status.asOf && Date.now() - back < 30_000) fresh = asOfIn((await read('/api/public/status')).body)
        if (fresh <= status.asOf) broken.push('nginx still serves its old copy although the app is back')
        return {
          runs: AMOUNT[size],
          lost,
          doubled: 0,
          broken,
          figures: { deadForMs: back - deadSince, freshAfterMs: Date.now() - back, ...named('flood', flooded) },
        }
      } finally {
        await nginx.destroy()
      }
    } finally {
      agent.destroy()
      await env.close()
    }
  },
}
