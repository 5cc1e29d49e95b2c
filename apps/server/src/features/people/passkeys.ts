/**
 * Passkeys: added, listed and removed by their owner, and asked for at sign-in. Whoever has one signs in with it, or with the password
 * and a recovery code; the password alone no longer opens the account. A passkey always verifies its user (finger, face or PIN), so that
 * it is two factors by itself. Challenges are stored here, used once and for minutes; the relying party is where people reach the app
 * (PUBLIC_URL).
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
import { type Actor, accept, type PersonRecord, refuse } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { type PeopleDependencies, queueEmail } from './accounts.ts'
import { findPerson } from './people-store.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

const CHALLENGE_MS = 5 * 60_000
const MOST_PER_PERSON = 20

/** Where passkeys belong: the name people know, and the host and origin that browsers insist on. */
export type RelyingParty = { name: string; id: string; origin: string }

export function relyingParty(label: string, publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { name: label, id: hostname, origin }
}

const EXPIRED = refuse('link-expired', 'the challenge was used or is too old')
const REFUSED = refuse('wrong-credentials', 'The passkey was not accepted.')

async function storeChallenge(db: Db, challenge: string, personId: string | null, now: Date): Promise<string> {
  const id = randomUUID()
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<', now).execute()
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
  await db.insertInto('passkeyChallenges').values({ id, challenge, personId, expiresAt }).execute()
  return id
}

/** Uses a challenge up, whatever comes of it: an answer is tried once. */
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

/** What a browser needs in order to make a passkey for this person. */
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

/** Adds the passkey that the browser made, and answers recovery codes if it is the person's first. */
export async function addPasskey(
  people: PeopleDependencies,
  party: RelyingParty,
  actor: Actor,
  given: { challengeId: string; answer: unknown; device: string },
  now: Date,
): Promise<RouteDecision<string[] | null>> {
  const expectedChallenge = await takeChallenge(people.db, given.challengeId, actor.id, now)
  if (expectedChallenge === null) return EXPIRED
  const checked: VerifiedRegistrationResponse | null = await verifyRegistrationResponse({
    // Safe: the library judges every part of it.
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
    await queueEmail(people, tx, 'passkey-added', person, now, { device: given.device })
    return accept(before.length === 0 ? await makeRecoveryCodes(tx, person.id, now) : null)
  })
}

/** Removes a passkey; with the last one the recovery codes go too. */
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

/** What a browser needs in order to ask for any passkey it has for us: nobody is named, so nobody learns who has an account. */
export async function askForPasskey(db: Db, party: RelyingParty, now: Date) {
  const options = await generateAuthenticationOptions({ rpID: party.id, userVerification: 'required' })
  return { challengeId: await storeChallenge(db, options.challenge, null, now), options }
}

/** Whom the passkey belongs to. */
export async function checkPasskey(
  { db }: PeopleDependencies,
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
  await db.updateTable('passkeys').set({ counter: newCounter, lastUsedAt: now }).where('id', '=', id).execute()
  await audit(db, 'signed-in', { actorId: person.id, subjectId: person.id, details: { by: 'passkey' } }, now)
  return accept(person)
}

/** For `npm run admin`: whoever has lost device and codes starts over with the password alone. Their sessions end. */
export async function resetSecondFactor(db: Db, email: string, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const person = await tx.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()
    if (!person) return false
    for (const table of ['passkeys', 'recoveryCodes', 'sessions', 'knownDevices'] as const)
      await tx.deleteFrom(table).where('personId', '=', person.id).execute()
    await audit(tx, 'second-factor-reset', { subjectId: person.id, details: { by: 'command' } }, now)
    return true
  })
}
