/**
 * Tracks who gave whom access. People linked in this way may not approve each other's entries (RULES.md, AP), because otherwise someone
 * with two accounts could approve their own entries.
 */
import { ADMINISTRATOR } from './person.ts'

/** How someone was given an account, or a role of manager or above. */
export const GRANT_WAYS = ['invited', 'request-accepted', 'role-raised', 'enabled'] as const
export type GrantWay = (typeof GRANT_WAYS)[number]

/** `grantedByRole` is the granting user's role at that time, so that later demoting or deleting that user doesn't change the chain. */
export type AccountGrant = { personId: string; grantedBy: string; grantedByRole: number; way: GrantWay; at: Date }

const GRANT_DAYS = 30
const GRANT_MS = GRANT_DAYS * 86_400_000

/** Returns the time since which grants count. Older grants no longer prevent approvals. */
export const grantsCountFrom = (now: Date) => new Date(now.getTime() - GRANT_MS)

/**
 * Someone whose entries the user can't approve, with the reason and the time when the block ends. `grant` is null if the two are linked
 * through other people.
 */
export type ApprovalBlock = { personId: string; grant: AccountGrant | null; until: Date }

type Reached = { until: number; isThroughAdministrator: boolean }

/**
 * Returns everyone who gave this person access, directly or through others, with the time until which the chain counts. A chain is as old
 * as its oldest link. If several chains lead to the same person, the one that lasts longest counts.
 */
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
 * AP2: returns the link between two people, or null. Two people are linked if one gave the other access, or if the same person gave both
 * access. The second case doesn't apply to administrators, because they set up a network, and the managers they invite on the first day
 * approve each other's entries.
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

/** PE27: returns whether this person gave the other access, directly or through others, by grants that still count. */
export const letIn = (personId: string, otherId: string, grants: readonly AccountGrant[], now: Date): boolean =>
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

/** Returns the reason to show to the person who can't approve the entry. */
export function whyNotApprove({ grant, personId }: ApprovalBlock, name: string): string {
  const link = grant
    ? `${DONE[grant.way][grant.grantedBy === personId ? 'toYou' : 'byYou'](name)} less than ${GRANT_DAYS} days ago`
    : `you and ${name} were added through the same person less than ${GRANT_DAYS} days ago`
  return `You can’t approve this because ${link}. Ask another manager.`
}
