/**
 * Who has logged out on this device and is not yet forgotten here. Written before anything else of a logout, and at once (`session.ts`): a
 * session that the server has ended looks the same afterwards, but then what was sent is still needed, because the server may have been
 * restored.
 */
import { LOGGED_OUT } from './session.ts'

// Storage may be forbidden: then more is stored on the device than need be, and nothing is lost.
export function hasLoggedOut(personId: string): boolean {
  try {
    return localStorage.getItem(LOGGED_OUT + personId) !== null
  } catch {
    return false
  }
}

/** They are forgotten here. */
export function dropLogout(personId: string): void {
  try {
    localStorage.removeItem(LOGGED_OUT + personId)
  } catch {
    // As above.
  }
}
