/**
 * What people do with their own account. Every flow is one transaction together with its emails and its line in the audit log;
 * hashing is done before it begins, because a connection held for the length of a hash would be missing to everyone else.
 */

import { randomUUID } from 'node:crypto'
import type { Problem, RouteDecision } from '@trailwarden/api'
import { type LoginRequest, type RegisterRequest, type Rulebook, refusalFor } from '@trailwarden/api'
import { type Actor, accept, newPasswordIssue, type PersonRecord, type RegistrationMode, refuse, wayIn } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'
import type { Mail } from '#mail/mailer.ts'
import { acceptInvitation } from './invitations.ts'
import { dropLinks, findLink, useUpLink } from './links.ts'
import { hashPassword, isCommonPassword, verifyPassword } from './password.ts'
import type { PeopleEmail } from './people-emails.ts'
import { addPerson, type Forget, findPerson, findPersonByEmail, lockSituation, removePerson } from './people-store.ts'
import { countRecoveryCodes, useUpRecoveryCode } from './recovery-codes.ts'
import { endSessions } from './sessions.ts'

export type PeopleDependencies = {
  db: Db
  mail: Mail
  rulebook: Rulebook
  forget: readonly Forget[]
  /** Of a photo that nothing names any more: it is removed in its time. */
  expectClaim(tx: Tx, photoId: string): Promise<void>
  /** From which role on the network asks for a passkey; null: of nobody. */
  passkeyFromRole: number | null
  registration: RegistrationMode
}

/** Queues an email of this feature. */
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

/** Makes an account with role 1. If the address is taken its owner gets an email; the visitor learns only that it cannot be used. */
export async function register(people: PeopleDependencies, input: RegisterRequest, now: Date): Promise<RouteDecision<PersonRecord>> {
  if (wayIn(people.registration) !== 'register') return refuse('registration-closed', 'people do not register here')
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
      return refuse('email-unavailable', 'an account cannot be made with this address')
    }
    await writePassword(tx, added.id, hash, now)
    await audit(tx, 'registered', { actorId: added.id, subjectId: added.id }, now)
    return accept(added)
  })
}

/** Whom address and password belong to. Unknown, wrong and disabled are one answer and take one time. */
export async function checkLogin(
  people: PeopleDependencies,
  { email, password, recoveryCode }: LoginRequest,
  now: Date,
): Promise<RouteDecision<PersonRecord>> {
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
    return refuse('wrong-credentials', 'The email address and password do not match.')
  }
  // Someone who became a manager keeps the short password until here, the one place where its length is known.
  const issue = newPasswordIssue(password, found.role, () => false)
  if (issue) {
    await db.transaction().execute(async (tx) => {
      await queueEmail(people, tx, 'reset-password', found, now)
      await audit(tx, 'sign-in-refused', { subjectId: found.id, details: { reason: 'short password' } }, now)
    })
    return refuse('weak-password', issue)
  }
  const { hash: _, ...person } = found
  const refusal = await askSecondFactor(people, person, recoveryCode, now)
  if (refusal) return { ok: false, refusal }
  await audit(db, 'signed-in', { actorId: person.id, subjectId: person.id }, now)
  return accept(person)
}

/** Whoever has a passkey does not get in by the password alone: a recovery code must come with it, and is then used up. */
async function askSecondFactor(
  people: PeopleDependencies,
  person: PersonRecord,
  code: string | undefined,
  now: Date,
): Promise<Problem | null> {
  const passkey = await people.db.selectFrom('passkeys').select('id').where('personId', '=', person.id).limit(1).executeTakeFirst()
  if (!passkey) return null
  if (!code) return { code: 'passkey-needed', detail: 'Sign in with your passkey, or with a recovery code.' }
  return people.db.transaction().execute(async (tx) => {
    if (!(await useUpRecoveryCode(tx, person.id, code, now))) {
      await audit(tx, 'sign-in-refused', { subjectId: person.id, details: { reason: 'recovery code' } }, now)
      return { code: 'wrong-recovery-code', detail: 'This recovery code is wrong or was used before.' }
    }
    await queueEmail(people, tx, 'recovery-code-used', person, now, { left: String(await countRecoveryCodes(tx, person.id)) })
    return null
  })
}

/** The password asked for again before something that cannot be undone. */
export async function isPasswordOf(people: PeopleDependencies, actor: Actor, password: string): Promise<boolean> {
  return verifyPassword(await readPasswordHash(people.db, actor.id), password)
}

/** The same work for every address: whether it has an account is looked up later, when the email is composed. */
export async function requestReset(people: PeopleDependencies, email: string, now: Date): Promise<void> {
  const kind: PeopleEmail = 'reset-password'
  await people.db.transaction().execute((tx) => people.mail.queueUrgent(tx, { kind, recipient: email }, now))
}

/** Sets the password of the link's person, whose id it answers, and signs them out everywhere: whoever had the old one has nothing left. */
export async function setPassword(people: PeopleDependencies, token: string, password: string, now: Date): Promise<RouteDecision<string>> {
  const expired = refuse('link-expired', 'the link was used, replaced or is too old')
  const link = await findLink(people.db, token, 'set-password', now)
  const person = link && (await findPerson(people.db, link.personId))
  if (!person || person.disabled) return expired
  // Judged before the link is used up: a person whose first choice was refused can choose again.
  const issue = newPasswordIssue(password, person.role, isCommonPassword)
  if (issue) return refuse('weak-password', issue)
  const hash = await hashPassword(password)
  return people.db.transaction().execute(async (tx) => {
    if (!(await useUpLink(tx, token, 'set-password', now))) return expired
    await writePassword(tx, person.id, hash, now)
    await acceptInvitation(tx, person.id)
    await endSessions(tx, person.id)
    // Whoever knew the old password may have asked to move the account to an address of theirs.
    await dropLinks(tx, person.id)
    await queueEmail(people, tx, 'password-changed', person, now)
    await audit(tx, 'password-set', { actorId: person.id, subjectId: person.id }, now)
    return accept(person.id)
  })
}

/** Sets a new password for someone who is signed in and has given the old one. Every other session and every waiting link ends. */
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

/** Asks the new address for its consent and notifies the old one. The answer does not depend on whether somebody has the new address. */
export async function requestEmailChange(people: PeopleDependencies, actor: Actor, email: string, now: Date): Promise<void> {
  await people.db.transaction().execute(async (tx) => {
    const person = await findPerson(tx, actor.id)
    if (!person) return
    await queueEmail(people, tx, 'confirm-email', { id: person.id, email }, now)
    await queueEmail(people, tx, 'email-change-notice', person, now)
  })
}

/** Moves the account to the confirmed address. Other sessions end, and so do links that were sent to the old address. */
export async function confirmEmail(
  people: PeopleDependencies,
  token: string,
  session: string | null,
  now: Date,
): Promise<RouteDecision<string>> {
  return people.db.transaction().execute(async (tx) => {
    const link = await useUpLink(tx, token, 'confirm-email', now)
    if (!link?.newEmail) return refuse('link-expired', 'the link was used, replaced or is too old')
    if (await findPersonByEmail(tx, link.newEmail)) return refuse('email-unavailable', 'this address cannot be used')
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

/** Changes what a person may change of themselves. */
export async function changeOwn(db: Db, actor: Actor, change: Partial<Pick<PersonRecord, 'displayName' | 'phone'>>): Promise<PersonRecord> {
  return db.updateTable('people').set(change).where('id', '=', actor.id).returningAll().executeTakeFirstOrThrow()
}
