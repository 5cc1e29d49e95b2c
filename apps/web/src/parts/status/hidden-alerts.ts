/** Notices and warnings that the user has swiped off the map today. New ones are shown. */
import { createStore } from '#lib/store.ts'
import { currentTime } from '#platform/clock.ts'

const STORAGE_KEY = 'map-alerts-hidden'
const NONE: readonly string[] = []

const today = () => currentTime().toDateString()

function readStored(): readonly string[] {
  try {
    const [day, ...ids] = String(localStorage.getItem(STORAGE_KEY) ?? '').split('\n')
    return day === today() ? ids : NONE
  } catch {
    // Without storage, the choice is lost when the app closes.
    return NONE
  }
}

export const hiddenAlerts = createStore<readonly string[]>(readStored())

export function hideAlerts(ids: readonly string[]): void {
  hiddenAlerts.set(ids)
  try {
    localStorage.setItem(STORAGE_KEY, [today(), ...ids].join('\n'))
  } catch {}
}
