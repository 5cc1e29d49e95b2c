/**
 * An owner with a passkey can also log in with their password and a recovery code, but no longer with only the password. A passkey always
 * verifies its user (finger, face or PIN), so it counts as two factors. Adding the first passkey needs more than the password (PE24).
 * Challenges work once and expire after some minutes. The relying party is the public address of the app (PUBLIC_URL).
 */

import { randomUUID } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  type VerifiedAuthenticationResponse,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { RouteDecision } from '@trailwarden/api'
import { type Actor, ADMINISTRATOR, accept, type PersonRecord, refuse } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'
import { type PeopleDependencies, queueEmail } from '../accounts/accounts.ts'
import { makeRecoveryCodes } from '../accounts/recovery-codes.ts'
import { findPerson, listAdministrators } from '../people-store.ts'
import { endSessions } from '../sessions/sessions.ts'

const CHALLENGE_MS = 5 * 60_000
const MOST_PER_PERSON = 20

export type RelyingParty = { name: string; id: string; origin: string }

export function relyingParty(label: string, publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { name: label, id: hostname, origin }
}

const EXPIRED = refuse('link-expired', 'the challenge has expired or already been used')
const REFUSED = refuse('wrong-credentials', 'The passkey was not accepted.')

async function storeChallenge(db: Db, challenge: string, personId: string | null, now: Date): Promise<string> {
  const id = randomUUID()
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<', now).execute()
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
  await db.insertInto('passkeyChallenges').values({ id, challenge, personId, expiresAt }).execute()
  return id
}

/** Deletes the challenge whatever the result, so that each response is checked only once. */
async function takeChallenge(db: Db, id: string, personId: string | null, now: Date): Promise<string | null> {
  const row = await db
    .deleteFrom('passkeyChallenges')
    .where('id', '=', id)
    .where('personId', 'is not distinct from', personId)
    .where('expiresAt', '>', now)
    .returning('challenge')
    .executeTakeFirst()
  return row?.challenge ?? null
}

export const hasPasskey = async (db: Db, personId: string): Promise<boolean> =>
  (await db.selectFrom('passkeys').select('id').where('personId', '=', personId).limit(1).executeTakeFirst()) !== undefined

const passkeysOf = (db: Db, personId: string) =>
  db.selectFrom('passkeys').selectAll().where('personId', '=', personId).orderBy('createdAt').execute()

export async function listPasskeys(db: Db, personId: string) {
  return (await passkeysOf(db, personId)).map(({ id, device, createdAt, lastUsedAt }) => ({
    id,
    device,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

export async function sendPasskeyLink(people: PeopleDependencies, actor: Actor, now: Date): Promise<void> {
  await people.db.transaction().execute(async (tx) => {
    const person = await findPerson(tx, actor.id)
    if (!person) return
    await queueEmail(people, tx, 'add-passkey', person, now)
    await audit(tx, 'passkey-link-sent', { actorId: person.id, subjectId: person.id }, now)
  })
}

export async function offerPasskey({ db }: PeopleDependencies, party: RelyingParty, actor: Actor, now: Date) {
  const person = await findPerson(db, actor.id)
  if (!person) return refuse('not-found', 'no such person')
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: person.email,
    userDisplayName: person.displayName,
    userID: new TextEncoder().encode(person.id),
    excludeCredentials: (await passkeysOf(db, person.id)).map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return accept({ challengeId: await storeChallenge(db, options.challenge, person.id, now), options })
}

export async function addPasskey(
  people: PeopleDependencies,
  party: RelyingParty,
  actor: Actor,
  given: { challengeId: string; answer: unknown; device: string; sessionId: string | null },
  now: Date,
): Promise<RouteDecision<string[] | null>> {
  const expectedChallenge = await takeChallenge(people.db, given.challengeId, actor.id, now)
  if (expectedChallenge === null) return EXPIRED
  const checked: VerifiedRegistrationResponse | null = await verifyRegistrationResponse({
    // The cast is safe, because the library validates all fields.
    response: given.answer as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => null)
  if (!checked?.verified) return refuse('not-valid', 'The passkey was not accepted.')
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return people.db.transaction().execute(async (tx) => {
    const person = await tx.selectFrom('people').selectAll().where('id', '=', actor.id).forUpdate().executeTakeFirst()
    if (!person) return refuse('not-found', 'no such person')
    const before = await passkeysOf(tx, person.id)
    if (before.length >= MOST_PER_PERSON) return refuse('not-valid', `at most ${MOST_PER_PERSON} passkeys`)
    const passkey = {
      id,
      personId: person.id,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: [...transports],
      device: given.device,
    }
    const added = await tx
      .insertInto('passkeys')
      .values({ ...passkey, createdAt: now, lastUsedAt: null })
      .onConflict((row) => row.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return refuse('not-valid', 'The passkey was not accepted.')
    await audit(tx, 'passkey-added', { actorId: person.id, subjectId: person.id }, now)
    await tx.deleteFrom('accountLinks').where('personId', '=', person.id).where('purpose', '=', 'add-passkey').execute()
    await queueEmail(people, tx, 'passkey-added', person, now, { device: given.device })
    if (person.role >= ADMINISTRATOR) await notifyOfPasskey(people, tx, person.id, given.device, now)
    if (before.length > 0) return accept(null)
    await endSessions(tx, person.id, given.sessionId)
    return accept(await makeRecoveryCodes(tx, person.id, now))
  })
}

async function notifyOfPasskey(people: PeopleDependencies, tx: Tx, subjectId: string, device: string, now: Date): Promise<void> {
  for (const other of await listAdministrators(tx, [subjectId]))
    await queueEmail(people, tx, 'administrator-passkey', other, now, { subjectId, device })
}

export async function removePasskey(people: PeopleDependencies, actor: Actor, id: string, now: Date): Promise<RouteDecision<null>> {
  return people.db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('passkeys')
      .where('personId', '=', actor.id)
      .where('id', '=', id)
      .returning('device')
      .executeTakeFirst()
    const person = await findPerson(tx, actor.id)
    if (!removed || !person) return refuse('not-found', 'no such passkey')
    if (!(await hasPasskey(tx, actor.id))) await tx.deleteFrom('recoveryCodes').where('personId', '=', actor.id).execute()
    await audit(tx, 'passkey-removed', { actorId: actor.id, subjectId: actor.id }, now)
    await queueEmail(people, tx, 'passkey-removed', person, now, { device: removed.device })
    return accept(null)
  })
}

/** The options contain no names, so they don't reveal who has an account. */
export async function askForPasskey(db: Db, party: RelyingParty, now: Date) {
  const options = await generateAuthenticationOptions({ rpID: party.id, userVerification: 'required' })
  return { challengeId: await storeChallenge(db, options.challenge, null, now), options }
}

/** Accepts each challenge only once. For a passkey with a counter, also accepts each counter value only once. */
export async function verifyPasskey(
  db: Db,
  party: RelyingParty,
  given: { challengeId: string; answer: { id: string } },
  now: Date,
): Promise<RouteDecision<PersonRecord>> {
  const expectedChallenge = await takeChallenge(db, given.challengeId, null, now)
  if (expectedChallenge === null) return EXPIRED
  const passkey = await db.selectFrom('passkeys').selectAll().where('id', '=', given.answer.id).executeTakeFirst()
  const person = passkey && (await findPerson(db, passkey.personId))
  if (!passkey || !person || person.disabled) {
    await audit(db, 'sign-in-refused', { subjectId: person?.id ?? null, details: { by: 'passkey' } }, now)
    return REFUSED
  }
  const { id, counter, transports } = passkey
  const checked: VerifiedAuthenticationResponse | null = await verifyAuthenticationResponse({
    response: given.answer as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter, transports },
    requireUserVerification: true,
  }).catch(() => null)
  if (!checked?.verified) {
    await audit(db, 'sign-in-refused', { subjectId: person.id, details: { by: 'passkey' } }, now)
    return REFUSED
  }
  const { newCounter } = checked.authenticationInfo
  const isUsed = await db
    .updateTable('passkeys')
    .set({ counter: newCounter, lastUsedAt: now })
    .where('id', '=', id)
    // The counter is checked again in this statement, because a copy of the passkey may be in use at the same moment.
    .where((row) => row.or([row('counter', '<', newCounter), row.and([row('counter', '=', 0), row.val(newCounter === 0)])]))
    .returning('id')
    .executeTakeFirst()
  if (isUsed) return accept(person)
  await audit(db, 'sign-in-refused', { subjectId: person.id, details: { by: 'passkey' } }, now)
  return REFUSED
}

export async function clearSecondFactor(tx: Tx, personId: string): Promise<void> {
  for (const table of ['passkeys', 'recoveryCodes', 'sessions', 'knownDevices'] as const)
    await tx.deleteFrom(table).where('personId', '=', personId).execute()
}

export async function resetSecondFactorOf(db: Db, email: string, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const person = await tx.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()
    if (!person) return false
    await clearSecondFactor(tx, person.id)
    await audit(tx, 'second-factor-reset', { subjectId: person.id, details: { by: 'command' } }, now)
    return true
  })
}
