/**
 * The site and the last trail status are embedded in the page, so that the first paint needs no request. A page from the service worker may
 * be weeks old, so the app shows stored data if it is newer.
 */
import { replaces } from '@trailwarden/domain'
import { PageData } from '@trailwarden/site'
import { createStore, useStore } from '#lib/store.ts'

export const STORAGE_KEY = 'page-data'

export const pageData = createStore<PageData | null>(null)

export function parsePageData(text: string | null | undefined): PageData | null {
  try {
    // Data from an older version of the app may be unreadable. The server will send the data again.
    return PageData.safeParse(JSON.parse(text ?? '')).data ?? null
  } catch {
    return null
  }
}

/**
 * After a server restore, only `received-status.ts` can combine the statuses from before and after, so the choice isn't certain and the app
 * shows the stored data.
 */
export function chooseStart(embedded: PageData | null, stored: PageData | null): { data: PageData | null; isCertain: boolean } {
  if (!stored?.status || !embedded?.status) return { data: stored?.status ? stored : (embedded ?? stored), isCertain: true }
  const isCertain = !stored.status.answers && stored.status.epoch === embedded.status.epoch
  return { data: isCertain && !replaces(stored.status, embedded.status) ? embedded : stored, isCertain }
}

export function setPageData(data: PageData): void {
  pageData.set(data)
}

export function usePageData(): PageData {
  const data = useStore(pageData)
  if (!data) throw new Error('startPageData() must be called first')
  return data
}
