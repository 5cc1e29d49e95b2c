import { noteServerTime } from '#platform/clock.ts'
import { chooseStart, pageData, parsePageData, STORAGE_KEY } from './page-data.ts'

/**
 * `follows.ts` stores the list of what this device follows under this key. If the key exists, the service worker may have a pushed status
 * that the page doesn't have yet.
 */
const FOLLOWS_KEY = 'alerts'
/** A screen without the latest push is better than no screen. */
const PATIENCE_MS = 1000

function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/**
 * Call this function once and wait for the promise before the first render. Usually the result is null. With `isApp`, it also requests the
 * site from the server.
 */
export function startPageData(isApp = false): Promise<unknown> | null {
  const embedded = parsePageData(document.getElementById('page-data')?.textContent)
  const { data, isCertain } = chooseStart(embedded, parsePageData(readStored(STORAGE_KEY)))
  if (!data) throw new Error('The page contains no data.')
  if (data.status) noteServerTime(data.status.asOf)
  pageData.set(data)
  // If the file can't be loaded, the page still shows the initial site and status, with their age.
  const settled = import('./status/received-status.ts').then(({ settleStart }) => settleStart(embedded, isApp)).catch(() => undefined)
  if (isCertain && readStored(FOLLOWS_KEY) === null) return null
  return Promise.race([settled, new Promise((done) => setTimeout(done, PATIENCE_MS))])
}
