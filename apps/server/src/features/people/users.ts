/** What managers do with other people's accounts. The rules are the permission table's; here they meet the locked rows. */

import { randomUUID } from 'node:crypto'
import type { RouteDecision } from '@trailwarden/api'
import { refusalFor, type UserCreate, type UserPatch } from '@trailwarden/api'
import { type Actor, accept, MEMBER, mayInvite, type PersonRecord, type Refusal, refuse } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'
import { type PeopleDependencies, queueEmail } from './accounts.ts'
import { findInvitation, type Invitation, sendInvitation } from './invitations.ts'
import { dropLinks } from './links.ts'
import { addPerson, lockSituation, removePerson } from './people-store.ts'
import { endSessions } from './sessions.ts'

const NO_SUCH_PERSON = refuse('not-found', 'no such person')

/** A refusal by a rule about people is logged: it may be the first sign of an attack. */
async function turnDown(tx: Tx, actor: Actor, subjectId: string, refusal: Refusal, now: Date): Promise<RouteDecision<never>> {
  await audit(tx, 'refused', { actorId: actor.id, subjectId, details: { reason: refusal.detail } }, now)
  return { ok: false, refusal }
}

export async function listUsers(db: Db): Promise<PersonRecord[]> {
  const people = await db.selectFrom('people').selectAll().execute()
  // Here and not in SQL: the order of names is that of the language, whatever collation the database was made with.
  return people.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en-AU') || a.id.localeCompare(b.id))
}

/** Makes an account and invites its owner, who chooses the password. */
export async function createUser(
  people: PeopleDependencies,
  tx: Tx,
  actor: Actor,
  { displayName, email, role = MEMBER }: UserCreate,
  now: Date,
): Promise<RouteDecision<PersonRecord>> {
  if (!mayInvite(people.registration)) return refuse('registration-closed', 'nobody new is let in here')
  const person = { id: randomUUID(), displayName, email, phone: '', role, disabled: false, createdAt: now, createdBy: actor.id }
  // Of a member there is nothing to be above of, and no manager is lost: only the role that is given is judged.
  const situation = { actor, subject: { id: person.id, role: MEMBER }, change: { role }, otherManagers: 1, isLastWayIn: false }
  const refusal = refusalFor('POST /api/users', ['displayName', 'email', 'role'], situation, people.rulebook)
  if (refusal) return turnDown(tx, actor, person.id, refusal, now)
  const added = await addPerson(tx, person)
  if (!added) return refuse('email-unavailable', 'an account cannot be made with this address')
  // Whoever asked and is now invited has their answer.
  await tx.deleteFrom('accountRequests').where('email', '=', email).execute()
  await sendInvitation(people, tx, added, now)
  await audit(tx, 'user-created', { actorId: actor.id, subjectId: added.id, ...(role !== MEMBER && { details: { role } }) }, now)
  return accept(added)
}

/** A manager sends an invitation again. */
export async function inviteAgain(people: PeopleDependencies, actor: Actor, id: string, now: Date): Promise<RouteDecision<Invitation>> {
  return people.db.transaction().execute(async (tx) => {
    const situation = await lockSituation(tx, actor, id, {})
    if (!situation) return NO_SUCH_PERSON
    const refusal = refusalFor('POST /api/users/:id/invitation', [], situation, people.rulebook)
    if (refusal) return turnDown(tx, actor, id, refusal, now)
    if (situation.subject.disabled || !(await findInvitation(tx, id))) return refuse('not-found', 'nobody waits for this invitation')
    await audit(tx, 'invited', { actorId: actor.id, subjectId: id }, now)
    return accept(await sendInvitation(people, tx, situation.subject, now))
  })
}

export async function changeUser(
  people: PeopleDependencies,
  actor: Actor,
  id: string,
  patch: UserPatch,
  now: Date,
): Promise<RouteDecision<PersonRecord>> {
  return people.db.transaction().execute(async (tx) => {
    // Safe: what is left of the patch are those of its fields that have a value.
    const touched = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<PersonRecord>
    const situation = await lockSituation(tx, actor, id, touched)
    if (!situation) return NO_SUCH_PERSON
    const before = situation.subject
    if (Object.keys(touched).length === 0) return accept(before)
    const refusal = refusalFor('PATCH /api/users/:id', Object.keys(touched), situation, people.rulebook)
    if (refusal) return turnDown(tx, actor, id, refusal, now)
    const after = await tx.updateTable('people').set(touched).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
    await notifyOfChange(people, tx, actor, before, after, now)
    return accept(after)
  })
}

async function notifyOfChange(people: PeopleDependencies, tx: Tx, actor: Actor, before: PersonRecord, after: PersonRecord, now: Date) {
  const about = { actorId: actor.id, subjectId: after.id }
  if (after.role !== before.role) await notifyOfRole(people, tx, actor.id, before, after, {}, now)
  if (after.disabled === before.disabled) return
  await audit(tx, after.disabled ? 'disabled' : 'enabled', about, now)
  if (!after.disabled) return
  await endSessions(tx, after.id)
  await dropLinks(tx, after.id)
}

async function notifyOfRole(
  people: Pick<PeopleDependencies, 'mail'>,
  tx: Tx,
  actorId: string | null,
  before: PersonRecord,
  after: PersonRecord,
  why: Record<string, string>,
  now: Date,
) {
  await audit(tx, 'role-changed', { actorId, subjectId: after.id, details: { from: before.role, to: after.role, ...why } }, now)
  await queueEmail(people, tx, 'role-changed', after, now, { role: String(after.role) })
}

/** Gives a locked person the role that follows from something else than a manager's wish: same record, same log, same email. */
export async function setRole(
  people: Pick<PeopleDependencies, 'mail'>,
  tx: Tx,
  before: PersonRecord,
  role: number,
  by: 'subscription' | 'groups',
  now: Date,
): Promise<void> {
  const after = await tx.updateTable('people').set({ role }).where('id', '=', before.id).returningAll().executeTakeFirstOrThrow()
  await notifyOfRole(people, tx, null, before, after, { by }, now)
}

export async function deleteUser(people: PeopleDependencies, actor: Actor, id: string, now: Date): Promise<RouteDecision<null>> {
  return people.db.transaction().execute(async (tx) => {
    const situation = await lockSituation(tx, actor, id, {})
    if (!situation) return NO_SUCH_PERSON
    const refusal = refusalFor('DELETE /api/users/:id', [], situation, people.rulebook)
    if (refusal) return turnDown(tx, actor, id, refusal, now)
    await removePerson(tx, situation.subject, actor.id, people.forget, now)
    return accept(null)
  })
}
