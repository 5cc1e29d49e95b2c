/** Applies the rules of the permission table to locked rows. */

import { randomUUID } from 'node:crypto'
import type { RouteDecision } from '@trailwarden/api'
import { refusalFor, type UserCreate, type UserPatch } from '@trailwarden/api'
import {
  type Actor,
  accept,
  type GrantWay,
  isAnsweredFor,
  isManager,
  MEMBER,
  mayInvite,
  type PersonRecord,
  type Refusal,
  refuse,
} from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'
import { notifyOfManager, recordGrant } from '../accounts/account-grants.ts'
import { type PeopleDependencies, queueEmail } from '../accounts/accounts.ts'
import { dropLinks } from '../accounts/links.ts'
import { addPerson, lockSituation, removePerson } from '../people-store.ts'
import { notifyOfSuspended } from '../sessions/answering.ts'
import { endSessions } from '../sessions/sessions.ts'
import { findInvitation, type Invitation, sendInvitation } from './invitations.ts'

const NO_SUCH_PERSON = refuse('not-found', 'no such person')

/** A refused change to a person may be the first sign of an attack, so the log contains it. */
export async function turnDown(tx: Tx, actor: Actor, subjectId: string, refusal: Refusal, now: Date): Promise<RouteDecision<never>> {
  await audit(tx, 'refused', { actorId: actor.id, subjectId, details: { reason: refusal.detail } }, now)
  return { ok: false, refusal }
}

export async function listUsers(db: Db): Promise<PersonRecord[]> {
  const people = await db.selectFrom('people').selectAll().execute()
  // Sorted here and not in SQL, so that names follow the language's order regardless of the database's collation.
  return people.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en-AU') || a.id.localeCompare(b.id))
}

export async function createUser(
  people: PeopleDependencies,
  tx: Tx,
  actor: Actor,
  { displayName, email, role = MEMBER }: UserCreate,
  now: Date,
  way: GrantWay = 'invited',
): Promise<RouteDecision<PersonRecord>> {
  if (!mayInvite(people.registration)) return refuse('registration-closed', 'You can’t invite people here.')
  const person = { id: randomUUID(), displayName, email, phone: '', role, disabled: false, createdAt: now, createdBy: actor.id }
  // Only the new role needs checking: nobody is below a new member, and no manager is removed.
  const situation = {
    actor,
    subject: { id: person.id, role: MEMBER },
    change: { role },
    otherManagers: 1,
    isLastWayIn: false,
    letActorIn: false,
  }
  const refusal = refusalFor('POST /api/users', ['displayName', 'email', 'role'], situation, people.rulebook)
  if (refusal) return turnDown(tx, actor, person.id, refusal, now)
  const added = await addPerson(tx, person)
  if (!added) return refuse('email-unavailable', 'You can’t use this email address.')
  // The invitation also accepts the person's pending account request.
  await tx.deleteFrom('accountRequests').where('email', '=', email).execute()
  await sendInvitation(people, tx, added, now)
  await recordGrant(tx, actor, added.id, way, now)
  await notifyOfManager(people, tx, added, actor.id, now)
  await audit(tx, 'user-created', { actorId: actor.id, subjectId: added.id, ...(role !== MEMBER && { details: { role } }) }, now)
  return accept(added)
}

export async function inviteAgain(people: PeopleDependencies, actor: Actor, id: string, now: Date): Promise<RouteDecision<Invitation>> {
  return people.db.transaction().execute(async (tx) => {
    const situation = await lockSituation(tx, actor, id, {})
    if (!situation) return NO_SUCH_PERSON
    const refusal = refusalFor('POST /api/users/:id/invitation', [], situation, people.rulebook)
    if (refusal) return turnDown(tx, actor, id, refusal, now)
    if (situation.subject.disabled || !(await findInvitation(tx, id))) return refuse('not-found', 'This person has no open invitation.')
    await audit(tx, 'invited', { actorId: actor.id, subjectId: id }, now)
    if (actor.id !== id) await recordGrant(tx, actor, id, 'invited', now)
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
    // The cast is safe, because the remaining entries are fields of the patch that have a value.
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
  if (isAnsweredFor(before) && !isAnsweredFor(after)) await notifyOfSuspended(people.mail, tx, after.id, now)
  if (after.role !== before.role) await notifyOfRole(people, tx, actor.id, before, after, {}, now)
  if (after.role > before.role && isManager(after)) await recordGrant(tx, actor, after.id, 'role-raised', now)
  const isEnabled = before.disabled && !after.disabled && isManager(after)
  if (isEnabled) await recordGrant(tx, actor, after.id, 'enabled', now)
  if (isEnabled || !isManager(before)) await notifyOfManager(people, tx, after, actor.id, now)
  if (after.phone !== before.phone) await audit(tx, 'phone-changed', about, now)
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

/** The person's row must be locked. Adds the log entry and email that a manager's change would cause. */
export async function setRole(
  people: Pick<PeopleDependencies, 'mail'>,
  tx: Tx,
  before: PersonRecord,
  role: number,
  by: 'subscription' | 'groups',
  now: Date,
): Promise<void> {
  const after = await tx.updateTable('people').set({ role }).where('id', '=', before.id).returningAll().executeTakeFirstOrThrow()
  if (isAnsweredFor(before) && !isAnsweredFor(after)) await notifyOfSuspended(people.mail, tx, after.id, now)
  // PE23: people who have just paid get their new role without logging in again.
  if (by === 'subscription') await tx.updateTable('sessions').set({ roleAtSignIn: role }).where('personId', '=', before.id).execute()
  await notifyOfRole(people, tx, null, before, after, { by }, now)
  // A manager role from a subscription isn't reported, because everyone who pays gets it.
  if (by === 'groups' && !isManager(before)) await notifyOfManager(people, tx, after, null, now)
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
