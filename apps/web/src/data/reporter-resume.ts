import { REPORTS_WAITING } from './reports-waiting.ts'

/** What an earlier visit could not send. The database is fetched only when there is something. */
export function resumeWaitingReports(): void {
  try {
    if (localStorage.getItem(REPORTS_WAITING)) void import('./reporter.ts').then((m) => m.resumeReports())
  } catch {
    // Without storage nothing waits.
  }
}
