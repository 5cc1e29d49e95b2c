import { randomUUID } from 'node:crypto'
import type { PushedNews } from '@trailwarden/api'
import { createBrowser } from '@trailwarden/testkit/devices/people'
import { openPushService, type PushPhone } from '@trailwarden/testkit/servers/push-service'
import { expect, onTestFinished } from 'vitest'
import webpush from 'web-push'
import { createTestDevice } from './devices.ts'
import { createMailServer } from './mail-server.ts'
import { createTestServer } from './test-server.ts'

export const KEYS = webpush.generateVAPIDKeys()

/** Tests run at any hour, so alerts about reopenings may be sent at any hour. */
export async function createServerWithFollowers(environment: Record<string, string> = {}, reopeningHours = { from: 0, to: 24 }) {
  const service = await openPushService(KEYS.publicKey)
  onTestFinished(() => service.close())
  const mailServer = await createMailServer()
  const log: string[] = []
  const server = await createTestServer({
    environment: {
      SMTP_URL: mailServer.url,
      PUBLIC_URL: 'https://trails.example.org',
      VAPID_PUBLIC_KEY: KEYS.publicKey,
      VAPID_PRIVATE_KEY: KEYS.privateKey,
      OUTBOUND_LOOPBACK: 'true',
      LOG_LEVEL: 'info',
      FAN_OUT_BATCH: '3',
      ...environment,
    },
    logTo: { write: (line) => void log.push(line) },
    site: { reopeningHours },
    sendsMail: true,
  })
  await server.features.trailStatus.alerts.start()
  const visitor = createBrowser(server.app)
  const manager = await createTestDevice(server.app, server.database.db, { role: 2 })
  const follow = async (followed: { networks?: string[]; trails?: string[]; reopenings?: boolean }, phone = service.aPhone()) => {
    const reply = await visitor.post('/api/alerts', { ...phone.subscription, networks: [], trails: [], ...followed })
    return Object.assign(phone, { reply, id: reply.json().id as string })
  }
  type Words = { status?: string; message?: string }
  let latest: string | null = null
  const post = (changed: Record<string, Words> = {}, more: object = {}) => {
    const [id, basedOn] = [randomUUID(), latest]
    latest = id
    return manager.do('trail-update', id, {
      networks: Object.fromEntries(
        server.site.networks.map((network) => [network.id, { status: 'Open', message: '', ...changed[network.id] }]),
      ),
      basedOn,
      ...more,
    })
  }
  const waiting = async () => {
    const { rows } = await server.database.pool.query(
      `select (select count(*) from push_messages) + (select count(*) from push_fan_outs where starts_at is null or starts_at < now())
        + (select count(*) from emails) + (select count(*) from email_fan_outs) as n`,
    )
    return Number(rows[0]?.n)
  }
  const allSent = () => expect.poll(waiting, { timeout: 15_000 }).toBe(0)
  return { ...server, service, mailServer, visitor, manager, follow, post, allSent, log }
}

export const read = (phone: PushPhone): PushedNews[] => phone.received.map(({ text }) => JSON.parse(text))
export const titles = (phone: PushPhone) => read(phone).map(({ title }) => title)
