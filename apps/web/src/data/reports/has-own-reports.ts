/** Whether someone has made reports on this device without an account. The first page needs no other information about these reports. */
import { createStore, useStore } from '#lib/store.ts'

export const hasOwnReports = createStore(false)
export const useHasOwnReports = (): boolean => useStore(hasOwnReports, () => false)
