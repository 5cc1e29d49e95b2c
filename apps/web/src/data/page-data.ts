/**
 * The site and the last trail status, which are available before the first request. Both are embedded in the page so that the first paint
 * needs no request. A page from the service worker may be weeks old. Therefore, the device stores data that it receives later, and the app
 * shows the newer of the two.
 *
 * This file is part of home's first download. All data received later goes through `received-status.ts`.
 */
import { replaces } from '@trailwarden/domain'
import { PageData } from '@trailwarden/site'
import { createStore, useStore } from '#lib/store.ts'

export const STORAGE_KEY = 'page-data'

export const pageData = createStore<PageData | null>(null)

export function parsePageData(text: string | null | undefined): PageData | null {
  try {
    // Data stored by an older version of the app may be unreadable for this version. The server will send it again.
    return PageData.safeParse(JSON.parse(text ?? '')).data ?? null
  } catch {
    return null
  }
}

/**
 * Chooses the data to start with, and whether that choice is certain. After a server restore, the choice isn't certain: only
 * `received-status.ts` can combine the statuses from before and after. Until then, the app shows the stored data.
 */
export function chooseStart(embedded: PageData | null, stored: PageData | null): { data: PageData | null; isCertain: boolean } {
  if (!stored?.status || !embedded?.status) return { data: stored?.status ? stored : (embedded ?? stored), isCertain: true }
  const isCertain = !stored.status.answers && stored.status.epoch === embedded.status.epoch
  return { data: isCertain && !replaces(stored.status, embedded.status) ? embedded : stored, isCertain }
}

/** Sets the data for rendering outside a browser. */
export function setPageData(data: PageData): void {
  pageData.set(data)
}

export function usePageData(): PageData {
  const data = useStore(pageData)
  if (!data) throw new Error('startPageData() must be called first')
  return data
}
