/**
 * Lets the tabs and the service worker on one device announce a new trail status to each other, and ensures that only one of them stores it
 * at a time.
 */
import { withLock } from './lock.ts'

const NAME = 'trail-status'

let channel: BroadcastChannel | null = null

/** Returns null if the browser has no broadcast channels. Tabs then read the stored status when they become visible. */
function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(NAME)
  return channel
}

export const announceStatus = (status: unknown): void => openChannel()?.postMessage(status)

export function onAnnouncedStatus(act: (status: unknown) => void): void {
  openChannel()?.addEventListener('message', ({ data }) => act(data))
}

/**
 * Runs `act` while holding a lock. Insecure pages have no locks, so `act` runs immediately there, and a tab with a newer status corrects
 * the stored one.
 */
export const withStatusLock = (act: () => Promise<void>): Promise<void> => (navigator.locks ? withLock(NAME, {}, act) : act())
