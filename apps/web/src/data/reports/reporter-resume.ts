import { hasOwnReports } from './has-own-reports.ts'
import { OWN_REPORTS, REPORTER_DATABASE, REPORTS_WAITING } from './reports-waiting.ts'

const isMarked = (name: string) => {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    return false
  }
}

/** Not all browsers can list their databases. */
const hasReporter = async () => (await indexedDB.databases?.().catch(() => []))?.some(({ name }) => name === REPORTER_DATABASE) ?? false

/**
 * Sends reports that couldn't be sent during an earlier visit. The code is loaded only on devices where someone has reported something. The
 * flags in localStorage aren't sufficient, because the browser writes them to disk seconds later.
 */
export async function resumeWaitingReports(): Promise<void> {
  const isReporter = isMarked(REPORTS_WAITING) || (await hasReporter())
  hasOwnReports.set(isReporter || isMarked(OWN_REPORTS))
  if (isReporter) await (await import('./reporter.ts')).resumeReports()
}
