/**
 * M10: a trail status for very many subscribers must not delay publishing or a password reset. Only the full size checks times, because a
 * thousand emails may be sent before anyone can request a reset.
 */

import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createTestDevice, openTestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause } from '@trailwarden/testkit/wait'
import { SMTPServer } from 'smtp-server'
import type { Measured } from '../../../tools/ci/proof-results.ts'
import type { FaultTest, Result } from '../fault-test.ts'

const AMOUNT = { small: 1000, full: 100_000 }
const RESETS = { small: 3, full: 20 }
const LIMITS = { resetMs: 5000, postMs: 500, perSecond: 100 }
const TAKES_MS = 5
const READER = 'member@example.org'

async function openSink() {
  const taken = new Map<string, number>()
  const resets: number[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () =>
        setTimeout(() => {
          for (const { address } of session.envelope.rcptTo) {
            if (address === READER) resets.push(Date.now())
            else if (address.startsWith('rider')) taken.set(address, (taken.get(address) ?? 0) + 1)
          }
          done()
        }, TAKES_MS),
      )
    },
  })
  server.on('error', () => undefined)
  const { port } = await new Promise<AddressInfo>((ready) => {
    const http = server.listen(0, '127.0.0.1', () => ready(http.address() as AddressInfo))
  })
  return { url: `smtp://127.0.0.1:${port}`, taken, resets, close: () => new Promise<void>((closed) => server.close(() => closed())) }
}

export const urgentEmail: FaultTest = {
  name: 'M10',
  async run(size, stop): Promise<Result> {
    const sink = await openSink()
    const env = await openTestEnv({
      environment: { SMTP_URL: sink.url, PUBLIC_URL: 'https://trails.example.org', RESETS_PER_EMAIL: '1000' },
    })
    const broken: string[] = []
    const amount = AMOUNT[size]
    try {
      await env.start()
      const manager = await createTestDevice(env, 'manager@example.org')
      const sample = await env.pool.query<{ id: string }>('select id from trail_updates order by order_number desc limit 1')
      let latest = sample.rows[0]?.id ?? null
      const post = async (northWood: string, quarry: string) => {
        const networks = { 'north-wood': { status: northWood, message: '' }, quarry: { status: quarry, message: '' } }
        const command = manager.command('trail-update', randomUUID(), { networks, basedOn: latest })
        latest = command.recordId
        const started = performance.now()
        await manager.drain([command])
        return performance.now() - started
      }
      // A server's first requests are slow, so these updates aren't measured.
      for (const status of ['Open', 'Closed', 'Open']) await post(status, 'Open')
      // The new subscribers would receive these updates, so their fan-out must end first.
      while ((await env.count('select count(*) as n from email_fan_outs')) > 0 && !stop.aborted) await pause(20)
      await env.pool.query(
        `insert into status_subscriptions (id, email, networks, created_at)
         select gen_random_uuid(), 'rider' || n || '@example.org', '{north-wood}', now() from generate_series(1, $1::int) n`,
        [amount],
      )
      const begun = Date.now()
      const postMs = await post('Closed', 'Open')
      // These updates have no subscribers to notify.
      const laterPostMs: number[] = []
      for (const status of ['Closed', 'Open', 'Closed', 'Open']) laterPostMs.push(await post('Closed', status))
      while ((await env.count('select count(*) as n from email_fan_outs')) > 0 && !stop.aborted) await pause(20)
      const fanOutMs = Date.now() - begun
      const queuedAfterFanOut = await env.count('select count(*) as n from emails')

      const resetMs: number[] = []
      let waitingWhenLastReset = 0
      while (resetMs.length < RESETS[size] && !stop.aborted) {
        const before = sink.resets.length
        const started = Date.now()
        const body = JSON.stringify({ email: READER })
        await fetch(`${env.address}/api/account/reset-password`, { method: 'POST', headers: manager.headers, body })
        while (sink.resets.length === before && Date.now() - started < 60_000) await pause(5)
        resetMs.push((sink.resets[before] ?? started + 60_000) - started)
        waitingWhenLastReset = amount - sink.taken.size
        if (size === 'full') await pause(1000)
      }
      if (size === 'full' && waitingWhenLastReset < amount / 10)
        broken.push('the status emails were sent before the resets, so nothing was overtaken')

      let nextNotified = Date.now()
      while (sink.taken.size < amount && !stop.aborted) {
        await pause(50)
        if (size === 'full' && Date.now() > nextNotified) {
          console.error(`${sink.taken.size} of ${amount} after ${Math.round((Date.now() - begun) / 1000)} s`)
          nextNotified = Date.now() + 30_000
        }
      }
      const seconds = (Date.now() - begun) / 1000
      const perSecond = sink.taken.size / seconds
      resetMs.sort((a, b) => a - b)
      const slowestResetMs = resetMs.at(-1) ?? Number.POSITIVE_INFINITY
      const slowestPostMs = Math.max(postMs, ...laterPostMs)
      if (size === 'full' && slowestResetMs > LIMITS.resetMs) broken.push(`a reset took ${slowestResetMs} ms`)
      if (size === 'full' && slowestPostMs > LIMITS.postMs) broken.push(`publishing took ${Math.round(slowestPostMs)} ms`)
      if (size === 'full' && perSecond < LIMITS.perSecond) broken.push(`${Math.round(perSecond)} emails a second`)
      // The app deletes a row from the queue shortly after the mail server has accepted the email.
      for (let tries = 0; tries < 100 && !stop.aborted && (await env.count('select count(*) as n from emails')) > 0; tries++)
        await pause(50)
      const figures = {
        subscribers: amount,
        postMs: Math.round(postMs),
        slowestPostMs: Math.round(slowestPostMs),
        fanOutMs,
        queuedAfterFanOut,
        resets: resetMs.length,
        medianResetMs: resetMs[Math.floor(resetMs.length / 2)] ?? 0,
        slowestResetMs,
        waitingWhenLastReset,
        sent: sink.taken.size,
        perSecond: Math.round(perSecond),
      }
      const lost = stop.aborted ? 0 : amount - sink.taken.size
      const doubled = [...sink.taken.values()].filter((times) => times > 1).length
      const rows: Record<string, Measured> = {
        'M10.post': { n: laterPostMs.length + 1, value: figures.slowestPostMs, figures: { postMs: figures.postMs } },
        'M10.reset': { n: resetMs.length, value: slowestResetMs / 1000, figures: { medianResetMs: figures.medianResetMs } },
        'M10.rate': { value: figures.perSecond, lost, doubled, figures: { subscribers: amount, sent: sink.taken.size, fanOutMs } },
      }
      return { runs: resetMs.length, lost, doubled, broken, figures, rows }
    } finally {
      await env.close()
      await sink.close()
    }
  },
}
