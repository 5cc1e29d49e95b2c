import { isManager } from './person.ts'

const DAY_MS = 86_400_000

/** A session unused for this long has ended. */
export const SESSION_IDLE_DAYS = 30
/** A session ends at this age however much it is used: sooner for those who can see other people's details. */
export const SESSION_DAYS = 180
export const MANAGER_SESSION_DAYS = 30

/** PE9: whether a session still counts, for someone who now has this role. */
export function isSessionAlive(session: { createdAt: Date; lastSeenAt: Date }, role: number, now: Date): boolean {
  const age = (since: Date) => now.getTime() - since.getTime()
  const days = isManager({ role }) ? MANAGER_SESSION_DAYS : SESSION_DAYS
  return age(session.lastSeenAt) < SESSION_IDLE_DAYS * DAY_MS && age(session.createdAt) < days * DAY_MS
}
