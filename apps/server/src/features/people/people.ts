/** The table `people`: finding a person, and taking one out of every table that knows them. */
import type { PersonRecord } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'

export async function findPerson(db: Db, id: string): Promise<PersonRecord | null> {
  return (await db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findPersonByEmail(db: Db, email: string): Promise<PersonRecord | null> {
  return (await db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst()) ?? null
}

/** Adds a person, or answers null when the address is taken. */
export async function addPerson(tx: Tx, person: PersonRecord): Promise<PersonRecord | null> {
  const added = await tx
    .insertInto('people')
    .values(person)
    .onConflict((row) => row.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  return added ?? null
}

/**
 * Reads a person for a change that may cost the network a manager. All managers stay locked until the transaction ends: two managers
 * who demote each other at the same moment would otherwise each see the other one left.
 */
export async function lockPerson(tx: Tx, id: string): Promise<{ person: PersonRecord; otherManagers: number } | null> {
  const managers = await tx
    .selectFrom('people')
    .select('id')
    .where('role', '>=', 2)
    .where('disabled', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  const person = await tx.selectFrom('people').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return person ? { person, otherManagers: managers.filter((manager) => manager.id !== id).length } : null
}

/** What another feature does so that a person who is gone is no longer named in its records. */
export type Forget = (tx: Tx, personId: string) => Promise<void>

/** Removes a person: name, address, phone, password, sessions, links and letters. Their records stay, by "Former user". */
export async function removePerson(tx: Tx, person: PersonRecord, actorId: string, forget: readonly Forget[], now: Date): Promise<void> {
  // Letters to the address that belong to nobody yet: a reset that was asked for a moment ago. All others go with the person.
  await tx.deleteFrom('letters').where('recipient', '=', person.email).execute()
  await tx.deleteFrom('people').where('id', '=', person.id).execute()
  for (const forgetIn of forget) await forgetIn(tx, person.id)
  await audit(tx, 'account-deleted', { actorId, subjectId: person.id, details: { role: person.role } }, now)
}
