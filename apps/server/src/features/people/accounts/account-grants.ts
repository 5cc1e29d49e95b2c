/**
 * People can't approve entries of someone who gave them access, or of someone they gave access to (RULES.md, AP). The table
 * `account_grants` records who gave access to whom.
 */
import {
  type Actor,
  approvalBlock,
  FORMER_USER,
  type GrantWay,
  grantsCountFrom,
  MANAGER,
  type PersonRecord,
  whyNotApprove,
} from '@trailwarden/domain'
import type { Db, Tx } from '#db/database.ts'
import { lockManagers } from '../people-store.ts'
import { type PeopleDependencies, queueEmail } from './accounts.ts'

export const recordGrant = (tx: Tx, { id: grantedBy, role }: Pick<Actor, 'id' | 'role'>, personId: string, way: GrantWay, now: Date) =>
  tx.insertInto('accountGrants').values({ personId, grantedBy, grantedByRole: role, way, at: now }).execute()

const readRecentGrants = (db: Db, now: Date) => db.selectFrom('accountGrants').selectAll().where('at', '>', grantsCountFrom(now)).execute()

async function readNames(db: Db, ids: readonly string[]): Promise<(id: string) => string> {
  const people = ids.length === 0 ? [] : await db.selectFrom('people').select(['id', 'displayName']).where('id', 'in', ids).execute()
  return (id) => people.find((person) => person.id === id)?.displayName ?? FORMER_USER
}

export async function findApprovalBlock(db: Db, approverId: string, authorIds: readonly string[], now: Date): Promise<string | null> {
  const grants = await readRecentGrants(db, now)
  for (const authorId of authorIds) {
    const block = approvalBlock(approverId, authorId, grants, now)
    if (block) return whyNotApprove(block, (await readNames(db, [authorId]))(authorId))
  }
  return null
}

export async function listApprovalBlocks(db: Db, approverId: string, now: Date) {
  const grants = await readRecentGrants(db, now)
  const everyone = new Set(grants.flatMap(({ personId, grantedBy }) => [personId, grantedBy]))
  const blocks = [...everyone].map((id) => approvalBlock(approverId, id, grants, now)).filter((block) => block !== null)
  const nameOf = await readNames(
    db,
    blocks.map(({ personId }) => personId),
  )
  return blocks.map((block) => ({
    personId: block.personId,
    reason: whyNotApprove(block, nameOf(block.personId)),
    until: block.until.toISOString(),
  }))
}

/** Every manager gets the email, even the one who added the new manager, in case someone else is using that account. */
export async function notifyOfManager(
  people: Pick<PeopleDependencies, 'mail'>,
  tx: Tx,
  added: Pick<PersonRecord, 'id' | 'role'>,
  actorId: string | null,
  now: Date,
): Promise<void> {
  if (added.role < MANAGER) return
  const managers = (await lockManagers(tx)).map(({ id }) => id).filter((id) => id !== added.id)
  if (managers.length === 0) return
  const recipients = await tx.selectFrom('people').select(['id', 'email']).where('id', 'in', managers).execute()
  const details = { managerId: added.id, ...(actorId && { by: actorId }) }
  for (const recipient of recipients) await queueEmail(people, tx, 'manager-added', recipient, now, details)
}
