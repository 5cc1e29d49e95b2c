/**
 * People who gave each other access may not approve each other's entries (RULES.md, AP). Otherwise someone with two accounts could approve
 * their own entries.
 */
import { ADMINISTRATOR } from './person.ts'

export const GRANT_WAYS = ['invited', 'request-accepted', 'role-raised', 'enabled'] as const
export type GrantWay = (typeof GRANT_WAYS)[number]

/** `grantedByRole` is the role at the time of the grant, so that later demoting or deleting the granting user doesn't change the chain. */
export type AccountGrant = { personId: string; grantedBy: string; grantedByRole: number; way: GrantWay; at: Date }

const GRANT_DAYS = 30
const GRANT_MS = GRANT_DAYS * 86_400_000

/** Older grants no longer prevent approvals. */
export const grantsCountFrom = (now: Date) => new Date(now.getTime() - GRANT_MS)

/** `grant` is null if the two people are linked through others. */
export type ApprovalBlock = { personId: string; grant: AccountGrant | null; until: Date }

type Reached = { until: number; isThroughAdministrator: boolean }

/** A chain is as old as its oldest link. If several chains lead to a person, the one that lasts longest counts. */
function chainUp(personId: string, grants: readonly AccountGrant[], now: Date): Map<string, Reached> {
  const reached = new Map<string, Reached>([[personId, { until: Number.POSITIVE_INFINITY, isThroughAdministrator: false }]])
  const open = [personId]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const from = reached.get(id)
    for (const grant of grants) {
      if (!from || grant.personId !== id) continue
      const until = Math.min(from.until, grant.at.getTime() + GRANT_MS)
      const known = reached.get(grant.grantedBy)
      if (until <= now.getTime() || (known && known.until >= until)) continue
      reached.set(grant.grantedBy, { until, isThroughAdministrator: grant.grantedByRole >= ADMINISTRATOR })
      open.push(grant.grantedBy)
    }
  }
  return reached
}

/**
 * AP2: two people are linked if one gave the other access, or if a third person gave access to the two. An administrator doesn't count as
 * the third person, because the managers invited on the first day must approve each other's entries.
 */
export function approvalBlock(approverId: string, authorId: string, grants: readonly AccountGrant[], now: Date): ApprovalBlock | null {
  if (approverId === authorId) return null
  const [approver, author] = [chainUp(approverId, grants, now), chainUp(authorId, grants, now)]
  let until = 0
  for (const [id, one] of approver) {
    const other = author.get(id)
    const isOneOfThem = id === approverId || id === authorId
    if (!other || (!isOneOfThem && one.isThroughAdministrator && other.isThroughAdministrator)) continue
    until = Math.max(until, Math.min(one.until, other.until))
  }
  if (until === 0) return null
  const isBetween = ({ personId, grantedBy, at }: AccountGrant) =>
    at.getTime() + GRANT_MS > now.getTime() &&
    ((personId === approverId && grantedBy === authorId) || (personId === authorId && grantedBy === approverId))
  const direct = grants.filter(isBetween).toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return { personId: authorId, grant: direct[0] ?? null, until: new Date(until) }
}

/** PE27: counts access given directly or through others. */
export const wasLetInBy = (personId: string, otherId: string, grants: readonly AccountGrant[], now: Date): boolean =>
  personId !== otherId && chainUp(otherId, grants, now).has(personId)

const DONE: Record<GrantWay, { toYou: (name: string) => string; byYou: (name: string) => string }> = {
  invited: { toYou: (name) => `${name} invited you`, byYou: (name) => `you invited ${name}` },
  'request-accepted': {
    toYou: (name) => `${name} accepted your account request`,
    byYou: (name) => `you accepted ${name}’s account request`,
  },
  'role-raised': { toYou: (name) => `${name} gave you your role`, byYou: (name) => `you gave ${name} their role` },
  enabled: { toYou: (name) => `${name} enabled your account`, byYou: (name) => `you enabled ${name}’s account` },
}

export function whyNotApprove({ grant, personId }: ApprovalBlock, name: string): string {
  const link = grant
    ? `${DONE[grant.way][grant.grantedBy === personId ? 'toYou' : 'byYou'](name)} less than ${GRANT_DAYS} days ago`
    : `you and ${name} got access through the same person less than ${GRANT_DAYS} days ago`
  return `You can’t approve this because ${link}. Ask another manager.`
}
