/** Only one tab or service worker stores the trail status at a time. */
import { withLock } from './lock.ts'

const NAME = 'trail-status'

let channel: BroadcastChannel | null = null

/** Without broadcast channels, tabs read the stored status when they become visible. */
function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(NAME)
  return channel
}

export const announceStatus = (status: unknown): void => openChannel()?.postMessage(status)

export function onAnnouncedStatus(act: (status: unknown) => void): void {
  openChannel()?.addEventListener('message', ({ data }) => act(data))
}

/** Insecure pages have no locks, so `act` runs immediately, and a tab with a newer status corrects the stored one. */
export const withStatusLock = (act: () => Promise<void>): Promise<void> => (navigator.locks ? withLock(NAME, {}, act) : act())
