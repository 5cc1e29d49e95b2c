/** The state of reports made on this device without an account, available without opening their database. */
import { createStore, useStore } from '#lib/store.ts'

/** The localStorage key that is set while some of these reports are queued. */
export const REPORTS_WAITING = 'reports-waiting'
/** The localStorage key that is set while this device has reports. */
export const OWN_REPORTS = 'own-reports'

/** The name of the database with this device's secret. The database exists once someone has opened a report form. */
export const REPORTER_DATABASE = 'reporter'

export const waitingReports = createStore(0)
export const useWaitingToSend = (): number => useStore(waitingReports, () => 0)

/** The report that this tab most recently sent from the queue. */
export const sentReport = createStore<{ id: string; number: string; code: string } | null>(null)
