/**
 * Each operation is one transaction that includes its emails and audit log entry. Passwords are hashed before the transaction begins,
 * because holding a connection while hashing would delay others.
 */

import { randomUUID } from 'node:crypto'
import type { RouteDecision } from '@trailwarden/api'
import {
  type LoginRequest,
  type OpenedLink,
  type RegisterRequest,
  type Rulebook,
  refusalFor,
  type SetPasswordRequest,
} from '@trailwarden/api'
import {
  type Actor,
  type AuditEvent,
  accept,
  newPasswordIssue,
  type PersonRecord,
  type RegistrationMode,
  refuse,
  wayIn,
} from '@trailwarden/domain'
import { sql } from 'kysely'
import type { ForgetPerson } from '#core/feature.ts'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'
import type { Mail } from '#mail/mailer.ts'
import type { PeopleEmail } from '../people-emails.ts'
import { addPerson, findPerson, findPersonByEmail, lockSituation, removePerson } from '../people-store.ts'
import { endSessions } from '../sessions/sessions.ts'
import { acceptInvitation } from '../users/invitations.ts'
import { isAddressDoubtful, trustAddress } from './doubtful-addresses.ts'
import { dropLinks, findLink, useUpLink } from './links.ts'
import { hashPassword, isCommonPassword, verifyPassword } from './password.ts'
import { countRecoveryCodes, useUpRecoveryCode } from './recovery-codes.ts'
import { findTakeBackLink, isAddressReserved, listNewPasskeys, removeNewPasskeys, takeBack } from './take-back.ts'

export type PeopleDependencies = {
  db: Db
  mail: Mail
  rulebook: Rulebook
  forget: readonly ForgetPerson[]
  /** No record uses the photo any more, so it is removed later. */
  expectClaim(tx: Tx, photoId: string): Promise<void>
  passkeyFromRole: number | null
  registration: RegistrationMode
}

export const queueEmail = (
  { mail }: Pick<PeopleDependencies, 'mail'>,
  tx: Tx,
  kind: PeopleEmail,
  to: Pick<PersonRecord, 'id' | 'email'>,
  now: Date,
  details: Record<string, string> = {},
) => mail.queueUrgent(tx, { kind, recipient: to.email, personId: to.id, details }, now)

async function readPasswordHash(db: Db, personId: string): Promise<string | null> {
  const row = await db.selectFrom('passwords').select('hash').where('personId', '=', personId).executeTakeFirst()
  return row?.hash ?? null
}

export async function writePassword(tx: Tx, personId: string, hash: string, now: Date): Promise<void> {
  await tx
    .insertInto('passwords')
    .values({ personId, hash, changedAt: now })
    .onConflict((row) => row.column('personId').doUpdateSet({ hash, changedAt: now }))
    .execute()
}

/** The account gets role 1. If the address is taken, its owner gets an email and the visitor only learns that the address can't be used. */
export async function register(people: PeopleDependencies, input: RegisterRequest, now: Date): Promise<RouteDecision<PersonRecord>> {
  if (wayIn(people.registration) !== 'register') return refuse('registration-closed', 'You can’t register here.')
  const issue = newPasswordIssue(input.password, 1, isCommonPassword)
  if (issue) return refuse('weak-password', issue)
  const hash = await hashPassword(input.password)
  return people.db.transaction().execute(async (tx) => {
    const { displayName, email } = input
    const person = { id: randomUUID(), displayName, email, phone: '', role: 1, disabled: false, createdAt: now, createdBy: null }
    const added = await addPerson(tx, person)
    if (!added) {
      const owner = await findPersonByEmail(tx, email)
      if (owner) await queueEmail(people, tx, 'already-registered', owner, now)
      return refuse('email-unavailable', 'You can’t use this email address.')
    }
    await writePassword(tx, added.id, hash, now)
    await audit(tx, 'registered', { actorId: added.id, subjectId: added.id }, now)
    return accept(added)
  })
}

/** The response and its timing are equal for an unknown address, a wrong password and a disabled account. */
export async function checkLogin(
  people: PeopleDependencies,
  { email, password, recoveryCode }: LoginRequest,
  now: Date,
): Promise<RouteDecision<{ person: PersonRecord; hasTwoFactors: boolean }>> {
  const { db } = people
  const found = await db
    .selectFrom('people')
    .leftJoin('passwords', 'passwords.personId', 'people.id')
    .selectAll('people')
    .select('passwords.hash')
    .where('email', '=', email)
    .executeTakeFirst()
  const matches = await verifyPassword(found?.hash ?? null, password)
  if (!found || !matches || found.disabled) {
    await audit(db, 'sign-in-refused', { subjectId: found?.id ?? null }, now)
    return refuse('wrong-credentials', 'The email address and password don’t match.')
  }
  // New managers may still have a short password. The server knows its length only when they log in.
  const issue = newPasswordIssue(password, found.role, () => false)
  if (issue) {
    await db.transaction().execute(async (tx) => {
      await queueEmail(people, tx, 'reset-password', found, now)
      await audit(tx, 'sign-in-refused', { subjectId: found.id, details: { reason: 'short password' } }, now)
    })
    return refuse('weak-password', issue)
  }
  const { hash: _, ...person } = found
  const second = await askSecondFactor(people, person, recoveryCode, now)
  if (!second.ok) return second
  await audit(db, 'signed-in', { actorId: person.id, subjectId: person.id }, now)
  return accept({ person, hasTwoFactors: second.record })
}

/** People with a passkey need a recovery code if they log in with a password. Each code works once. */
async function askSecondFactor(
  people: PeopleDependencies,
  person: PersonRecord,
  code: string | undefined,
  now: Date,
): Promise<RouteDecision<boolean>> {
  const passkey = await people.db.selectFrom('passkeys').select('id').where('personId', '=', person.id).limit(1).executeTakeFirst()
  if (!passkey) return accept(false)
  if (!code) return refuse('passkey-needed', 'Log in with your passkey or a recovery code.')
  return people.db.transaction().execute(async (tx) => {
    if (!(await useUpRecoveryCode(tx, person.id, code, now))) {
      await audit(tx, 'sign-in-refused', { subjectId: person.id, details: { reason: 'recovery code' } }, now)
      return refuse('wrong-recovery-code', 'This recovery code is wrong or has already been used.')
    }
    await queueEmail(people, tx, 'recovery-code-used', person, now, { left: String(await countRecoveryCodes(tx, person.id)) })
    return accept(true)
  })
}

/** Required before an operation that can't be undone. */
export async function isPasswordOf(people: PeopleDependencies, actor: Actor, password: string): Promise<boolean> {
  return verifyPassword(await readPasswordHash(people.db, actor.id), password)
}

/** Does equal work for every address. The server checks only when it composes the email whether the address has an account. */
export async function requestReset(people: PeopleDependencies, email: string, now: Date): Promise<void> {
  const kind: PeopleEmail = 'reset-password'
  await people.db.transaction().execute(async (tx) => {
    await people.mail.queueUrgent(tx, { kind, recipient: email }, now)
    // A single statement takes the same time for an unknown address.
    const event = 'password-reset-requested' satisfies AuditEvent
    await tx
      .insertInto('auditLog')
      .columns(['at', 'event', 'subjectId'])
      .expression((row) =>
        row
          .selectFrom('people')
          .select([sql<Date>`${now}::timestamptz`.as('at'), sql<string>`${event}`.as('event'), 'id'])
          .where('email', '=', email),
      )
      .execute()
  })
}

const LINK_EXPIRED = refuse('link-expired', 'This link has expired or already been used.')

async function readPasswordLink(db: Db, token: string, now: Date) {
  const takesBack = await findTakeBackLink(db, token, now)
  const link = takesBack ?? (await findLink(db, token, 'set-password', now))
  const person = link && (await findPerson(db, link.personId))
  return person && !person.disabled ? { person, takesBack } : null
}

export async function openLink(people: PeopleDependencies, token: string, now: Date): Promise<RouteDecision<OpenedLink>> {
  const found = await readPasswordLink(people.db, token, now)
  if (!found) return LINK_EXPIRED
  const { person, takesBack } = found
  const newPasskeys = await listNewPasskeys(people.db, person.id, now)
  return accept({
    purpose: takesBack ? 'take-back' : 'set-password',
    email: takesBack?.email ?? person.email,
    newPasskeys: newPasskeys.map(({ createdAt, ...passkey }) => ({ ...passkey, createdAt: createdAt.toISOString() })),
  })
}

export async function setPassword(people: PeopleDependencies, input: SetPasswordRequest, now: Date): Promise<RouteDecision<string>> {
  const { token, password, removePasskeys = [] } = input
  const found = await readPasswordLink(people.db, token, now)
  if (!found) return LINK_EXPIRED
  // The password is checked before the link is used up, so that people can choose another one if it's refused.
  const issue = newPasswordIssue(password, found.person.role, isCommonPassword)
  if (issue) return refuse('weak-password', issue)
  const hash = await hashPassword(password)
  return people.db.transaction().execute(async (tx) => {
    const person = await tx.selectFrom('people').selectAll().where('id', '=', found.person.id).forUpdate().executeTakeFirst()
    const takesBack = await findTakeBackLink(tx, token, now)
    if (!person || !(takesBack ?? (await useUpLink(tx, token, 'set-password', now)))) return LINK_EXPIRED
    const passkeys = takesBack ? await takeBack(tx, person, takesBack, now) : await removeNewPasskeys(tx, person.id, removePasskeys, now)
    await writePassword(tx, person.id, hash, now)
    await acceptInvitation(tx, person.id)
    await endSessions(tx, person.id)
    // Someone who knew the old password may have requested to move the account to their own address.
    await dropLinks(tx, person.id)
    await queueEmail(people, tx, 'password-changed', { id: person.id, email: takesBack?.email ?? person.email }, now)
    await audit(tx, 'password-set', { actorId: person.id, subjectId: person.id, ...(passkeys > 0 && { details: { passkeys } }) }, now)
    return accept(person.id)
  })
}

export async function changePassword(
  people: PeopleDependencies,
  actor: Actor,
  session: string | null,
  password: string,
  now: Date,
): Promise<RouteDecision<null>> {
  const person = await findPerson(people.db, actor.id)
  if (!person) return refuse('not-found', 'no such person')
  const issue = newPasswordIssue(password, person.role, isCommonPassword)
  if (issue) return refuse('weak-password', issue)
  const hash = await hashPassword(password)
  return people.db.transaction().execute(async (tx) => {
    await writePassword(tx, person.id, hash, now)
    await endSessions(tx, person.id, session)
    await dropLinks(tx, person.id)
    await queueEmail(people, tx, 'password-changed', person, now, { isSessionLeft: 'yes' })
    await audit(tx, 'password-changed', { actorId: person.id, subjectId: person.id }, now)
    return accept(null)
  })
}

/** Also notifies the old address. The response doesn't reveal whether the new address is taken. */
export async function requestEmailChange(people: PeopleDependencies, actor: Actor, email: string, now: Date): Promise<void> {
  await people.db.transaction().execute(async (tx) => {
    const person = await findPerson(tx, actor.id)
    if (!person) return
    await queueEmail(people, tx, 'confirm-email', { id: person.id, email }, now)
    await queueEmail(people, tx, 'email-change-notice', person, now)
    await audit(tx, 'email-change-requested', { actorId: person.id, subjectId: person.id }, now)
  })
}

export async function confirmEmail(
  people: PeopleDependencies,
  token: string,
  session: string | null,
  now: Date,
): Promise<RouteDecision<string>> {
  return people.db.transaction().execute(async (tx) => {
    const link = await useUpLink(tx, token, 'confirm-email', now)
    if (!link?.newEmail) return LINK_EXPIRED
    const isReserved = await isAddressReserved(tx, link.newEmail, link.personId, now)
    if (isReserved || (await findPersonByEmail(tx, link.newEmail))) return refuse('email-unavailable', 'You can’t use this email address.')
    const before = await findPerson(tx, link.personId)
    // A doubtful address may be a thief's, who must not get a link to take the account back.
    if (before && !(await isAddressDoubtful(tx, before.email))) await queueEmail(people, tx, 'email-changed', before, now)
    await trustAddress(tx, link.personId)
    await tx.updateTable('people').set({ email: link.newEmail }).where('id', '=', link.personId).execute()
    await dropLinks(tx, link.personId)
    await endSessions(tx, link.personId, session)
    await audit(tx, 'email-changed', { actorId: link.personId, subjectId: link.personId }, now)
    return accept(link.newEmail)
  })
}

export async function deleteOwnAccount(people: PeopleDependencies, actor: Actor, now: Date): Promise<RouteDecision<null>> {
  return people.db.transaction().execute(async (tx) => {
    const situation = await lockSituation(tx, actor, actor.id, {})
    if (!situation) return refuse('not-found', 'no such person')
    const refusal = refusalFor('POST /api/account/delete', [], situation, people.rulebook)
    if (refusal) return { ok: false, refusal }
    await removePerson(tx, situation.subject, actor.id, people.forget, now)
    return accept(null)
  })
}

export async function changeOwn(
  db: Db,
  actor: Actor,
  change: Partial<Pick<PersonRecord, 'displayName' | 'phone'>>,
  now: Date,
): Promise<PersonRecord> {
  return db.transaction().execute(async (tx) => {
    const before = await findPerson(tx, actor.id)
    const after = await tx.updateTable('people').set(change).where('id', '=', actor.id).returningAll().executeTakeFirstOrThrow()
    const about = { actorId: actor.id, subjectId: actor.id }
    if (after.displayName !== before?.displayName) await audit(tx, 'name-changed', about, now)
    if (after.phone !== before?.phone) await audit(tx, 'phone-changed', about, now)
    return after
  })
}
