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
 * Only devices with reports load the code. The browser writes the flags in localStorage to disk seconds later, so a flag may be missing and
 * the database decides.
 */
export async function resumeWaitingReports(): Promise<void> {
  const isReporter = isMarked(REPORTS_WAITING) || (await hasReporter())
  hasOwnReports.set(isReporter || isMarked(OWN_REPORTS))
  if (isReporter) await (await import('./reporter.ts')).resumeReports()
}
