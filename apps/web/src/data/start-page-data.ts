import { noteServerTime } from '#platform/clock.ts'
import { chooseStart, pageData, parsePageData, STORAGE_KEY } from './page-data.ts'

/**
 * The key under which `follows.ts` stores what this device follows. If it is set, a push may have delivered a status that only the service
 * worker has.
 */
const FOLLOWS_KEY = 'alerts'
/** How long the screen may wait for pushed data. A screen without the latest push is better than no screen. */
const PATIENCE_MS = 1000

function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    // Storage may be unavailable (private mode). In that case, only the data embedded in the page is available.
    return null
  }
}

/**
 * Must be called once before the first render. The render must wait for the returned promise, but usually this returns null. With `isApp`,
 * this also requests the site from the server.
 */
export function startPageData(isApp = false): Promise<unknown> | null {
  const embedded = parsePageData(document.getElementById('page-data')?.textContent)
  const { data, isCertain } = chooseStart(embedded, parsePageData(readStored(STORAGE_KEY)))
  if (!data) throw new Error('The page contains no data.')
  if (data.status) noteServerTime(data.status.asOf)
  pageData.set(data)
  // If this file can't be loaded, the page still shows the initial site and status, with their age.
  const settled = import('./status/received-status.ts').then(({ settleStart }) => settleStart(embedded, isApp)).catch(() => undefined)
  if (isCertain && readStored(FOLLOWS_KEY) === null) return null
  return Promise.race([settled, new Promise((done) => setTimeout(done, PATIENCE_MS))])
}
