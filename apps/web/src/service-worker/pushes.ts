/** A push contains the latest status, so that the app matches the message even offline. */
import type { PushedNews } from '@trailwarden/api'
import { pushedStatus } from '#platform/pushed-status.ts'
import { receivePush } from './receive-push.ts'

declare const self: ServiceWorkerGlobalScope

const STATUS_ADDRESS = '/api/public/status'
const STATUS_TIMEOUT_MS = 10_000

/**
 * Every push must show something, so an unreadable push returns an empty object. The content isn't validated, because only our server can
 * encrypt a push and a later version may send more fields.
 */
function newsIn(event: PushEvent): Partial<PushedNews> {
  try {
    return event.data?.json() ?? {}
  } catch {
    return {}
  }
}

/** TypeScript's types lack `actions` and `renotify`: https://notifications.spec.whatwg.org/#dictdef-notificationoptions */
type Options = NotificationOptions & { renotify?: boolean; actions?: { action: string; title: string }[] }

async function show(news: Partial<PushedNews>): Promise<void> {
  const { title = 'Trail status has changed', body = '', kind, topic } = news
  const tag = kind && topic ? `${kind} ${topic}` : 'status'
  // The server repeats a message when it isn't sure that the first one arrived. The repeated message must not alert again.
  const [shown] = await self.registration.getNotifications({ tag })
  const isSame = shown?.title === title && shown.body === body
  const actions = [
    ...(kind === 'trail' ? [{ action: 'map', title: 'See the map' }] : []),
    ...(news.alertsId ? [{ action: 'unfollow', title: 'Unfollow' }] : []),
  ]
  const options: Options = { body, tag, renotify: !isSame, icon: '/icons/any-192.png', badge: '/icons/any-192.png', data: news, actions }
  await self.registration.showNotification(title, options)
}

/** A push may contain only part of the status, or none if it comes from an older server. */
async function askForStatus(): Promise<unknown> {
  const reply = await fetch(STATUS_ADDRESS, { cache: 'no-cache', signal: AbortSignal.timeout(STATUS_TIMEOUT_MS) })
  return reply.ok ? reply.json() : null
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
    await self.registration.showNotification('Couldn’t unfollow', {
      body: 'You may be offline. Tap to try again in the app.',
      data: { path: '/alerts' },
    })
}

/** Only a page that already shows the path gets the focus. Other pages don't navigate, because someone may be typing in them. */
async function openAt(path: string): Promise<void> {
  const { href } = new URL(path, self.location.origin)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => url === href)
  // Someone may have closed the page while it was getting the focus.
  const shown = await page?.focus().catch(() => null)
  if (!shown) await self.clients.openWindow(href)
}

const pathOf = ({ path = '/', topic }: Partial<PushedNews>, action: string) =>
  action === 'map' && topic ? `/map?show=trails:${encodeURIComponent(topic)}` : path

export function receivePushes(): void {
  self.addEventListener('push', (event) => {
    event.waitUntil(receivePush(newsIn(event), { store: pushedStatus.add, show, ask: askForStatus }))
  })
  self.addEventListener('notificationclick', (event) => {
    const { notification, action } = event
    notification.close()
    const news: Partial<PushedNews> = notification.data ?? {}
    event.waitUntil(action === 'unfollow' ? unfollow(news) : openAt(pathOf(news, action)))
  })
}
