/**
 * P20: 10,000 visitors have home open on one server, and each polls through nginx like a real page
 * (apps/web/src/features/trail-status/status-polling.ts). After a manager's update, 99 % of the pages must receive it within five seconds.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startNginx } from '@trailwarden/testkit/app/nginx'
import { createTestDevice, openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { type Metric, rounded } from '../metric.ts'

const PROMISED_MS = 5000
const HOMES = 10_000
const OPENED_AT_ONCE = 200
const [CALM_MS, RECEIVE_MS] = [60_000, 10_000]
const nextMs = () => 3000 * (0.9 + 0.2 * Math.random())

/** The kernel counts CPU time in hundredths of a second. */
function cpuUs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

type Counts = { answers: number; bodies: number; bytesIn: number; bytesOut: number }

/** A real page also sends the ETag of the last response. `onBody` receives every response except 304. */
function openHome(port: number, counts: Counts, onBody: (body: string) => void): Promise<Socket> {
  let [tag, left] = ['', '']
  return new Promise((opened, failed) => {
    const socket = connect(port, '127.0.0.1', () => {
      ask()
      opened(socket)
    })
    const ask = () => {
      const text = `GET /api/public/status HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n${tag && `If-None-Match: ${tag}\r\n`}\r\n`
      counts.bytesOut += text.length
      socket.write(text)
    }
    socket.on('data', (chunk: Buffer) => {
      counts.bytesIn += chunk.length
      left += chunk.toString('latin1')
      const end = left.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = Number(/content-length: (\d+)/i.exec(left)?.[1] ?? 0)
      const isChunked = /transfer-encoding: chunked/i.test(left)
      if (isChunked ? !left.endsWith('0\r\n\r\n') : left.length < end + 4 + length) return
      counts.answers++
      if (left.startsWith('HTTP/1.1 200')) {
        counts.bodies++
        tag = /etag: (\S+)/i.exec(left)?.[1] ?? ''
        onBody(left.slice(end))
      }
      left = ''
      setTimeout(ask, nextMs()).unref()
    })
    socket.on('error', failed)
  })
}

export const openHomes: Metric = {
  name: 'P20',
  async measure({ signal }) {
    const env = await openTestEnv({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
    const sockets: Socket[] = []
    const nginxes: { destroy(): Promise<void> }[] = []
    try {
      await env.start()
      const nginx = await startNginx({
        directory: mkdtempSync(join(tmpdir(), 'bench-nginx-')),
        appPorts: [env.port],
        connections: 2 * HOMES,
      })
      nginxes.push(nginx)
      const port = Number(new URL(nginx.url).port)
      const counts: Counts = { answers: 0, bodies: 0, bytesIn: 0, bytesOut: 0 }
      const NEWS = 'Rock fall at the second bridge'
      const receivedAt: number[] = []
      while (sockets.length < HOMES) {
        signal.throwIfAborted()
        const opening = Array.from({ length: OPENED_AT_ONCE }, () => {
          let has = false
          return openHome(port, counts, (body) => {
            if (has || !body.includes(NEWS)) return
            has = true
            receivedAt.push(performance.now())
          })
        })
        sockets.push(...(await Promise.all(opening)))
        await wait(50)
      }
      // All home pages receive the status within this time.
      await wait(4000)
      const before = { ...counts, nginxUs: cpuUs(nginx.workerPid()), appUs: cpuUs(env.pid()), at: performance.now() }
      await wait(CALM_MS, undefined, { signal })
      const minutes = (performance.now() - before.at) / 60_000
      const perHomeMinute = (total: number) => total / HOMES / minutes
      const calm = {
        requests: rounded(perHomeMinute(counts.answers - before.answers)),
        bodies: rounded(perHomeMinute(counts.bodies - before.bodies)),
        bytesIn: Math.round(perHomeMinute(counts.bytesIn - before.bytesIn)),
        bytesOut: Math.round(perHomeMinute(counts.bytesOut - before.bytesOut)),
        nginxUs: Math.round(perHomeMinute(cpuUs(nginx.workerPid()) - before.nginxUs)),
        appUs: Math.round(perHomeMinute(cpuUs(env.pid()) - before.appUs)),
      }
      const manager = await createTestDevice(env, 'manager@example.org')
      const networks = Object.fromEntries(
        (await (await fetch(`${env.address}/api/public/status`)).json()).networks.map(({ id }: { id: string }) => [
          id,
          { status: 'Closed', message: NEWS },
        ]),
      )
      const posted = performance.now()
      const answers = await manager.send([manager.command('trail-update', randomUUID(), { networks })])
      if (answers?.[0]?.outcome !== 'applied') throw new Error(`the update was refused: ${JSON.stringify(answers)}`)
      while (receivedAt.length < HOMES && performance.now() - posted < RECEIVE_MS) await wait(20, undefined, { signal })
      const delays = receivedAt.map((at) => at - posted).toSorted((a, b) => a - b)
      const part = (share: number) => Math.round(delays[Math.ceil(HOMES * share) - 1] ?? Number.POSITIVE_INFINITY)
      const p99 = part(0.99)
      const missing = HOMES - receivedAt.length
      const broken = missing > 0 ? [`${missing} homes did not have it within ${RECEIVE_MS} ms`] : []
      return {
        ratio: p99 / PROMISED_MS,
        target: 1,
        limit: 1.5,
        ok: p99 <= PROMISED_MS && broken.length === 0,
        broken,
        row: { n: HOMES, sides: { ours: p99, bare: PROMISED_MS, unit: 'ms' } },
        figures: {
          homes: HOMES,
          medianMs: part(0.5),
          p99Ms: p99,
          slowestMs: part(1),
          perHomeAndMinute: calm,
          load: loadavg()[0]?.toFixed(0),
        },
      }
    } finally {
      for (const socket of sockets) socket.destroy()
      for (const nginx of nginxes) await nginx.destroy()
      await env.close()
    }
  },
}
