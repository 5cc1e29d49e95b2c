import { isManager } from './person.ts'

const DAY_MS = 86_400_000

/** A session ends after this many days without use. */
export const SESSION_IDLE_DAYS = 30
/** Applies even if the session is in use. The limit is shorter for roles that can see other people's details. */
export const SESSION_DAYS = 180
export const MANAGER_SESSION_DAYS = 30

/** PE9: returns whether a session is still valid for someone with this role. */
export function isSessionAlive(session: { createdAt: Date; lastSeenAt: Date }, role: number, now: Date): boolean {
  const age = (since: Date) => now.getTime() - since.getTime()
  const days = isManager({ role }) ? MANAGER_SESSION_DAYS : SESSION_DAYS
  return age(session.lastSeenAt) < SESSION_IDLE_DAYS * DAY_MS && age(session.createdAt) < days * DAY_MS
}
