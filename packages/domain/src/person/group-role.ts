/** Derives a person's role from their groups in the council's own login system (RULES.md, PE20). */
import { MEMBER } from './person.ts'

/** Roles by the name or ID of a group. */
export type GroupRoles = Readonly<Record<string, number>>

/** Returns the highest role of these groups, or null if none of them has a role. */
export function roleOfGroups(groups: readonly string[], roles: GroupRoles): number | null {
  const given = groups.flatMap((group) => (Object.hasOwn(roles, group) ? [roles[group] ?? MEMBER] : []))
  return given.length > 0 ? Math.max(...given) : null
}

/**
 * Returns the person's new role. If any of the groups has a role, that role applies. Otherwise, a role that came from groups is removed,
 * but a role that a manager gave is kept.
 */
export function followGroups(role: number, givenBefore: number | null, givenNow: number | null): number {
  if (givenNow !== null) return givenNow
  return givenBefore !== null && givenBefore === role ? MEMBER : role
}
