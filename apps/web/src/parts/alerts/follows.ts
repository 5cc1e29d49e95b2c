/**
 * The server stores the list under an id that only this browser knows. The device stores a copy, so that a trail's page can show the list
 * offline.
 */
import { AlertsOffer, FollowAnswer, type Followed, type FollowedKind, PhoneAlerts } from '@trailwarden/api'
import * as z from 'zod/mini'
import { callApi } from '#data/api.ts'
import { createStore, useStore } from '#lib/store.ts'

const Stored = z.object({
  id: z.string(),
  endpoint: z.string(),
  networks: z.array(z.string()),
  trails: z.array(z.string()),
  reopenings: z._default(z.boolean(), true),
})
type Stored = z.infer<typeof Stored>

const STORAGE_KEY = 'alerts'

function readStored(): Stored | null {
  try {
    return Stored.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

const follows = createStore<Stored | null>(null)
let isRead = false

function store(next: Stored | null): void {
  follows.set(next)
  try {
    if (next) localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // If storage is full or unavailable, pushes still arrive, but the next start doesn't refresh the list.
  }
}

const NOTHING: PhoneAlerts = { networks: [], trails: [], reopenings: true }

export const useFollowed = (): PhoneAlerts => useStore(follows, () => null) ?? NOTHING

const listOf = { network: 'networks', trail: 'trails' } as const

export const isFollowed = (followed: Followed, kind: FollowedKind, id: string) => followed[listOf[kind]].includes(id)

export function withChange<F extends Followed>(followed: F, kind: FollowedKind, id: string, on: boolean): F {
  const change = (ids: string[]) => (on ? [...new Set([...ids, id])] : ids.filter((one) => one !== id))
  const list = listOf[kind]
  return { ...followed, [list]: change(followed[list]) }
}

/** `install-first` exists because iPhones send pushes only to installed apps. */
export type PushState = 'ready' | 'install-first' | 'blocked' | 'none'

const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

export function pushState(): PushState {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApple() && !matchMedia('(display-mode: standalone)').matches ? 'install-first' : 'none'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

let lastChange: Promise<unknown> = Promise.resolve()

/** If two changes ran at the same time, a subscription that is being renewed could reappear after the user has ended it. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const mine = lastChange.then(change)
  lastChange = mine.catch(() => undefined)
  return mine
}

/** A device that follows nothing sends no request. */
export const refreshFollows = (): Promise<void> =>
  inTurn(async () => {
    if (!isRead) {
      isRead = true
      follows.set(readStored())
    }
    const known = follows.get()
    if (!known) return
    const answer = await callApi('GET', `/api/alerts/${known.id}`, PhoneAlerts)
    if (!answer.ok) return answer.code === 'not-found' ? store(null) : undefined
    store({ ...known, ...answer.value })
    if (pushState() !== 'ready' || Notification.permission !== 'granted') return
    const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription()
    if (subscription?.endpoint !== known.endpoint) await follow(answer.value)
  })

export type FollowOutcome = 'done' | 'blocked' | 'dismissed' | 'no-answer' | 'not-offered' | 'failed'

const bytesOf = (text: string) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const key = bytesOf(publicKey)
  const current = await pushManager.getSubscription()
  const currentKey = current?.options.applicationServerKey
  if (current && currentKey && new Uint8Array(currentKey).every((byte, at) => byte === key[at])) return current
  // The subscription was created for another server key, so the push service would refuse the server's messages.
  await current?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function follow({ networks, trails, reopenings }: PhoneAlerts): Promise<FollowOutcome> {
  const next: PhoneAlerts = { networks, trails, reopenings }
  try {
    const known = follows.get()
    const offer = await callApi('GET', '/api/public/alerts', AlertsOffer)
    if (!offer.ok) return 'no-answer'
    if (!offer.value.publicKey) return 'not-offered'
    const { endpoint = '', keys } = (await subscribe(offer.value.publicKey)).toJSON()
    const answer = await callApi('POST', '/api/alerts', FollowAnswer, { endpoint, keys, ...next })
    if (!answer.ok) return answer.code === 'no-answer' ? 'no-answer' : 'failed'
    if (known && known.id !== answer.value.id) void callApi('DELETE', `/api/alerts/${known.id}`, null)
    store({ id: answer.value.id, endpoint, ...next })
    return 'done'
  } catch {
    // The browser's push service is unreachable or disabled.
    return 'failed'
  }
}

/** Call this function only after a tap, because the browser may show a permission prompt. */
export async function setFollowed(next: PhoneAlerts): Promise<FollowOutcome> {
  if (next.networks.length + next.trails.length === 0) return stopAlerts()
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed'
  return inTurn(() => follow(next))
}

export const stopAlerts = (): Promise<FollowOutcome> =>
  inTurn(async () => {
    const known = follows.get()
    if (!known) return 'done'
    const answer = await callApi('DELETE', `/api/alerts/${known.id}`, null)
    if (!answer.ok) return 'no-answer'
    store(null)
    const registration = await navigator.serviceWorker?.getRegistration()
    // The server has already stopped sending, so a failure to remove the browser's subscription doesn't matter.
    await (await registration?.pushManager?.getSubscription())?.unsubscribe().catch(() => false)
    return 'done'
  })

export const OUTCOME_WORDS: Record<Exclude<FollowOutcome, 'done' | 'dismissed'>, string> = {
  blocked: 'Notifications are blocked. Allow them for this site in your browser settings.',
  'no-answer': 'No signal. You can change alerts when you’re online.',
  'not-offered': 'Phone alerts aren’t available on this site. You can get alerts by email instead.',
  failed: 'This browser can’t receive alerts. You can get alerts by email instead.',
}
