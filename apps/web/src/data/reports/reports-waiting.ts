import { createStore, useStore } from '#lib/store.ts'

export const REPORTS_WAITING = 'reports-waiting'
export const OWN_REPORTS = 'own-reports'

/** The database contains the device's secret, and exists once someone has opened a report form. */
export const REPORTER_DATABASE = 'reporter'

export const waitingReports = createStore(0)
export const useWaitingToSend = (): number => useStore(waitingReports, () => 0)

export const sentReport = createStore<{ id: string; number: string; code: string } | null>(null)
