/** Derives a person's role from their groups in the council's own login system (RULES.md, PE20). */
import { MEMBER } from './person.ts'

/** The keys are names or IDs of groups. */
export type GroupRoles = Readonly<Record<string, number>>

export function roleOfGroups(groups: readonly string[], roles: GroupRoles): number | null {
  const given = groups.flatMap((group) => (Object.hasOwn(roles, group) ? [roles[group] ?? MEMBER] : []))
  return given.length > 0 ? Math.max(...given) : null
}

/** A role that came from groups is removed when no group gives a role any more. A role that a manager gave stays. */
export function followGroups(role: number, givenBefore: number | null, givenNow: number | null): number {
  if (givenNow !== null) return givenNow
  return givenBefore !== null && givenBefore === role ? MEMBER : role
}
