/** How a person's role follows the groups that they are in at the council's own sign-in (RULES.md, PE20). */
import { MEMBER } from './person.ts'

/** Group by its name or id, with the role that it gives. */
export type GroupRoles = Readonly<Record<string, number>>

/** The highest role that these groups give; null where none of them gives any. */
export function roleOfGroups(groups: readonly string[], roles: GroupRoles): number | null {
  const given = groups.flatMap((group) => (Object.hasOwn(roles, group) ? [roles[group] ?? MEMBER] : []))
  return given.length > 0 ? Math.max(...given) : null
}

/**
 * The role from now on. A group that gives one decides. Without such a group, a role that groups had given is taken back, and a role that a
 * manager gave stays.
 */
export function followGroups(role: number, givenBefore: number | null, givenNow: number | null): number {
  if (givenNow !== null) return givenNow
  return givenBefore !== null && givenBefore === role ? MEMBER : role
}
