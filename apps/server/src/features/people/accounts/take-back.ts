/**
 * The owner of an email address can take their account back, no matter what someone with their password or device has done (RULES.md,
 * PE25). Emails about changes to the account contain the link. A new link never invalidates earlier ones, so a thief who moved the account
 * to another address can't disable the owner's link.
 */
import { newSince, type PersonRecord, takeBackEnd } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Db, TakeBackLinkRow, Tx } from '#db/database.ts'
import { hashToken, newToken } from '#http/security/token.ts'

export async function makeTakeBackLink(tx: Tx, personId: string, email: string, now: Date): Promise<string> {
  const token = newToken()
  const link = { tokenHash: hashToken(token), personId, email, createdAt: now, expiresAt: takeBackEnd(now) }
  await tx.insertInto('takeBackLinks').values(link).execute()
  return token
}

export async function findTakeBackLink(db: Db, token: string, now: Date): Promise<TakeBackLinkRow | null> {
  const link = await db
    .selectFrom('takeBackLinks')
    .selectAll()
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return link ?? null
}

/** While a former owner of this address can still take their account back, nobody else can use the address. */
export async function isAddressReserved(db: Db, email: string, personId: string, now: Date): Promise<boolean> {
  const link = await db
    .selectFrom('takeBackLinks')
    .innerJoin('people', 'people.id', 'takeBackLinks.personId')
    .select('tokenHash')
    .where('takeBackLinks.email', '=', email)
    .whereRef('people.email', '<>', 'takeBackLinks.email')
    .where('personId', '<>', personId)
    .where('expiresAt', '>', now)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
}

export const listNewPasskeys = (db: Db, personId: string, now: Date) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'device', 'createdAt'])
    .where('personId', '=', personId)
    .where('createdAt', '>', newSince(now))
    .orderBy('createdAt')
    .execute()

/** Also removes all recovery codes, because the person who added the passkeys may have created the codes. */
export async function removeNewPasskeys(tx: Tx, personId: string, ids: readonly string[] | 'all', now: Date): Promise<number> {
  const found = await listNewPasskeys(tx, personId, now)
  const gone = found.map(({ id }) => id).filter((id) => ids === 'all' || ids.includes(id))
  if (gone.length === 0) return 0
  await tx.deleteFrom('passkeys').where('personId', '=', personId).where('id', 'in', gone).execute()
  await tx.deleteFrom('recoveryCodes').where('personId', '=', personId).execute()
  return gone.length
}

/**
 * The account's row must be locked. Ends this link and all later ones, and deletes queued emails to other addresses. The caller handles the
 * password and sessions.
 */
export async function takeBack(tx: Tx, person: PersonRecord, link: TakeBackLinkRow, now: Date): Promise<number> {
  await tx.updateTable('people').set({ email: link.email }).where('id', '=', person.id).execute()
  await tx.deleteFrom('takeBackLinks').where('personId', '=', person.id).where('createdAt', '>=', link.createdAt).execute()
  await tx.deleteFrom('emails').where('personId', '=', person.id).where('recipient', '<>', link.email).execute()
  await tx.deleteFrom('oidcIdentities').where('personId', '=', person.id).where('linkedAt', '>', newSince(now)).execute()
  await tx.deleteFrom('secondFactorResets').where('personId', '=', person.id).execute()
  const passkeys = await removeNewPasskeys(tx, person.id, 'all', now)
  await audit(tx, 'account-taken-back', { actorId: person.id, subjectId: person.id, details: { passkeys } }, now)
  return passkeys
}
