/** The first page needs only this one fact about reports made without an account. */
import { createStore, useStore } from '#lib/store.ts'

export const hasOwnReports = createStore(false)
export const useHasOwnReports = (): boolean => useStore(hasOwnReports, () => false)
