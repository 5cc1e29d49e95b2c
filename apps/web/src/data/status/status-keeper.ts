/**
 * Statuses arrive in any order and in any tab. Merging every status into the current one (`addStatus`) means that no tab goes back to an
 * older status. One function compares and writes the stored copy, under a lock.
 */
import { addStatus, type PublicStatus } from '@trailwarden/domain'
import type { PageData } from '@trailwarden/site'
import { parsePageData, STORAGE_KEY } from '../page-data.ts'

export type StatusKeeperParts = {
  shown: { get(): PageData | null; set(data: PageData): void }
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** While `act` runs, no other tab on this device runs one. */
  lock(act: () => Promise<void>): Promise<void>
  announce(status: PublicStatus): void
  readPushed(): Promise<PublicStatus | null>
}

export function createStatusKeeper({ shown, storage, lock, announce, readPushed }: StatusKeeperParts) {
  let read: { text: string | null; data: PageData | null } = { text: null, data: null }

  function readStored(): PageData | null {
    try {
      const text = storage.getItem(STORAGE_KEY)
      if (text !== read.text) read = { text, data: parsePageData(text) }
      return read.data
    } catch {
      // Storage may be unavailable (private mode).
      return null
    }
  }

  function show(data: PageData): void {
    // An unchanged site must remain the same object. Otherwise, each status request would redraw everything that depends on the site,
    // especially the map.
    const known = shown.get()
    const isSameSite = known !== null && JSON.stringify(data.site) === JSON.stringify(known.site)
    shown.set(isSameSite ? { ...data, site: known.site } : data)
  }

  /** The result is shown before it is stored, because people shouldn't have to wait for storage to see that a trail is closed. */
  function add(status: PublicStatus | null | undefined): boolean {
    const current = shown.get()
    if (!current || !status) return false
    const next = addStatus(current.status, status)
    if (next === current.status) return false
    show({ ...current, status: next })
    return true
  }

  /** `page` has new data to store with the status. */
  const store = (page?: PageData): Promise<void> =>
    lock(async () => {
      const stored = readStored()
      add(stored?.status)
      const current = shown.get()
      if (!current) return
      const status = current.status && addStatus(stored?.status ?? null, current.status)
      if (stored && !page && status === stored.status) return
      try {
        storage.setItem(STORAGE_KEY, JSON.stringify({ ...(page ?? stored ?? current), status }))
      } catch {
        // If storage is full or unavailable, only the next start without signal lacks the status.
      }
      if (status) announce(status)
    })

  return {
    async receive(status: PublicStatus): Promise<void> {
      const stored = readStored()?.status
      const isNew = [add(stored), add(status)].includes(true)
      const known = shown.get()?.status
      // A repeated response is neither rendered nor stored again, unless another tab has overwritten the stored status with an older one.
      if (isNew || (stored && known && addStatus(stored, known) !== stored)) await store()
    },
    async receivePage(page: PageData): Promise<void> {
      add(readStored()?.status)
      const known = shown.get()?.status ?? null
      show({ ...page, status: page.status ? addStatus(known, page.status) : known })
      await store(page)
    },
    /** A tab may miss changes while it is asleep. */
    async readAgain(): Promise<void> {
      add(readStored()?.status)
      add(await readPushed())
      await store()
    },
  }
}
