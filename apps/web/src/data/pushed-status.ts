import { PublicStatus } from '@trailwarden/domain'
import { PUSHED_STATUS } from '#platform/pushed-status.ts'
import { receiveStatus } from './page-data.ts'

/** The trail status that came with a push while no page was open: what the message says is shown, though there is no signal now. */
export async function receivePushedStatus(): Promise<void> {
  try {
    if (!(await caches.has(PUSHED_STATUS))) return
    const cache = await caches.open(PUSHED_STATUS)
    const [request] = await cache.keys()
    const pushed = PublicStatus.safeParse(await (request && (await cache.match(request)))?.json())
    if (pushed.success) receiveStatus(pushed.data)
  } catch {
    // No such storage in this browser: then no push came either.
  }
}
