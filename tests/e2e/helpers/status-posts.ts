import { randomUUID } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import { PASSWORD } from './people.ts'

type Status = 'Open' | 'Partially Open' | 'Closed'
type StatusWithMessage = { status: Status; message: string }

type PostedClosure = {
  networkId: string
  trailId?: string | null
  section?: { from: string | null; to: string | null } | null
  level?: 'Closed' | 'Limited'
  message?: string
  startsAt?: string | null
  endsAt?: string | null
}

export type Post = {
  networks?: Record<string, StatusWithMessage>
  trails?: Record<string, StatusWithMessage>
  closures?: readonly PostedClosure[]
}

const NETWORKS = ['bay-of-fires', 'st-helens', 'dreaming-pools']

type Pulled = { documents: { kind: string; id: string; data: { orderNumber?: number } }[]; cursor: string; more: boolean }

/** Networks that aren't listed are Open without a message. */
export async function postStatus(url: string, { networks = {}, trails = {}, closures = [] }: Post): Promise<void> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-sync-protocol': '2', cookie: '' }
  const send = (path: string, body: object) => fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })
  const login = await send('/api/account/login', { email: 'manager@example.org', password: PASSWORD })
  headers.cookie = login.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  let latest: { id: string; orderNumber: number } | null = null
  let page: Pulled = { documents: [], cursor: '', more: true }
  while (page.more) {
    page = await (await fetch(new URL(`/api/pull?cursor=${encodeURIComponent(page.cursor)}`, url), { headers })).json()
    for (const { kind, id, data } of page.documents)
      if (kind === 'trail-update' && (data.orderNumber ?? 0) > (latest?.orderNumber ?? -1))
        latest = { id, orderNumber: data.orderNumber ?? 0 }
  }
  const patch = {
    networks: Object.fromEntries(NETWORKS.map((id) => [id, networks[id] ?? { status: 'Open', message: '' }])),
    trails,
    closures: closures.map((closure) => ({
      id: randomUUID(),
      trailId: null,
      section: null,
      level: 'Closed',
      message: '',
      wayAround: '',
      startsAt: null,
      endsAt: null,
      reopens: null,
      ...closure,
    })),
    basedOn: latest?.id ?? null,
  }
  const command = { id: randomUUID(), n: 1, kind: 'trail-update', recordId: randomUUID(), patch, baseVersion: null }
  const reply = await send('/api/push', { deviceId: randomUUID(), commands: [{ ...command, recordedAt: new Date().toISOString() }] })
  const { answers } = await reply.json()
  if (answers?.[0]?.outcome !== 'applied') throw new Error(`The update was not applied: ${JSON.stringify(answers ?? reply.status)}`)
}

const DAY_MS = 86_400_000

/** The hour is by the site's clock, and the number of days counts from today. */
export function inDays(days: number, hour: number, timeZone = 'Australia/Hobart'): Date {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(Date.now() + days * DAY_MS))
  const guess = new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const shown = new Date(
    `${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(guess).replace(' ', 'T')}Z`,
  )
  return new Date(2 * guess.getTime() - shown.getTime())
}

export const weekdayOf = (at: Date, weekday: 'short' | 'long', timeZone = 'Australia/Hobart') =>
  new Intl.DateTimeFormat('en-AU', { timeZone, weekday }).format(at)

/** The worker receives each text as a push message. */
export async function openDelivery(page: Page, origin: string): Promise<(text: string) => Promise<void>> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  const registered = new Promise<string>((done) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ isDeleted }) => !isDeleted)
      if (ours) done(ours.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  return async (data) => void (await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }))
}
