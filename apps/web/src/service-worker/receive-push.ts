import type { PushedNews } from '@trailwarden/api'
import { PublicStatus } from '@trailwarden/domain'

/** Every push must show something, even if storage hangs. */
const STORE_TIMEOUT_MS = 2000

export type PushParts = {
  store(status: PublicStatus): Promise<void>
  show(news: Partial<PushedNews>): Promise<void>
  ask(): Promise<unknown>
}

/**
 * The status is stored before the message is shown. Otherwise, someone could read "closed" in the message and then open an app that still
 * shows Open.
 */
export async function receivePush(news: Partial<PushedNews>, { store, show, ask }: PushParts): Promise<void> {
  const storeChecked = async (received: unknown) => {
    const status = PublicStatus.safeParse(received)
    if (status.success) await store(status.data)
  }
  const timeout = new Promise<void>((done) => setTimeout(done, STORE_TIMEOUT_MS))
  await Promise.race([storeChecked(news.status).catch(() => undefined), timeout])
  await Promise.allSettled([show(news), ask().then(storeChecked)])
}
