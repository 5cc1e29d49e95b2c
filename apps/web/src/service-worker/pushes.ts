/**
 * Pushes, in the service worker: shown, tapped, ended. A push brings the latest status along, so that the trail behind it opens without
 * signal as the message says.
 */
import type { PushedNews } from '@trailwarden/api'
import { PUSHED_STATUS } from '#platform/pushed-status.ts'

declare const self: ServiceWorkerGlobalScope

const STATUS_ADDRESS = '/api/public/status'
const STATUS_TIMEOUT_MS = 10_000

/** Encrypted by our own server alone; a later version of it may say more. Every push must show something. */
function newsIn(event: PushEvent): Partial<PushedNews> {
  try {
    return event.data?.json() ?? {}
  } catch {
    return {}
  }
}

/** Actions and `renotify` are missing in TypeScript's own description: https://notifications.spec.whatwg.org/#dictdef-notificationoptions */
type Options = NotificationOptions & { renotify?: boolean; actions?: { action: string; title: string }[] }

async function show(news: Partial<PushedNews>): Promise<void> {
  const { title = 'Trail status has changed', body = '', kind, topic } = news
  const tag = kind && topic ? `${kind} ${topic}` : 'status'
  // The same once more, by a server that was not sure of the first, must not ring again.
  const [shown] = await self.registration.getNotifications({ tag })
  const isSame = shown?.title === title && shown.body === body
  const actions = [
    ...(kind === 'trail' ? [{ action: 'map', title: 'See the map' }] : []),
    ...(news.alertsId ? [{ action: 'unfollow', title: 'Unfollow' }] : []),
  ]
  const options: Options = { body, tag, renotify: !isSame, icon: '/icons/any-192.png', badge: '/icons/any-192.png', data: news, actions }
  await self.registration.showNotification(title, options)
}

/** What the app shows at its next start, with or without signal. */
async function storeStatus(): Promise<void> {
  const reply = await fetch(STATUS_ADDRESS, { cache: 'no-cache', signal: AbortSignal.timeout(STATUS_TIMEOUT_MS) })
  if (reply.ok) await (await caches.open(PUSHED_STATUS)).put(STATUS_ADDRESS, reply)
}

async function unfollow({ alertsId, kind, topic }: Partial<PushedNews>): Promise<void> {
  if (!alertsId || !kind || !topic) return
  const path = `/api/alerts/${alertsId}/${kind}/${encodeURIComponent(topic)}`
  const headers = { 'content-type': 'application/json' }
  const isDone = await fetch(path, { method: 'DELETE', headers, body: '{}' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isDone)
    await self.registration.showNotification('Not unfollowed: no signal', {
      body: 'Tap to try again in the app.',
      data: { path: '/alerts' },
    })
}

/** A page that shows it already is brought to the front; none is led elsewhere, because someone may be writing in it. */
async function openAt(path: string): Promise<void> {
  const { href } = new URL(path, self.location.origin)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => url === href)
  // Or it was closed at that moment.
  const shown = await page?.focus().catch(() => null)
  if (!shown) await self.clients.openWindow(href)
}

const pathOf = ({ path = '/', topic }: Partial<PushedNews>, action: string) =>
  action === 'map' && topic ? `/map?show=trails:${encodeURIComponent(topic)}` : path

export function receivePushes(): void {
  self.addEventListener('push', (event) => {
    event.waitUntil(Promise.allSettled([show(newsIn(event)), storeStatus()]))
  })
  self.addEventListener('notificationclick', (event) => {
    const { notification, action } = event
    notification.close()
    const news: Partial<PushedNews> = notification.data ?? {}
    event.waitUntil(action === 'unfollow' ? unfollow(news) : openAt(pathOf(news, action)))
  })
}
