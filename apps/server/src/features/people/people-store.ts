/** The table `people`: finding a person, and taking one out of every table that knows them. */
import type { Situation } from '@trailwarden/api'
import { type Actor, ADMINISTRATOR, isManager, MANAGER, MEMBER, type PersonRecord } from '@trailwarden/domain'
import { type RawBuilder, sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'

/** Who receives whom by sync, in SQL, of a row `r`: managers the directory, everyone themselves. */
export const personIsSeenBy = (actor: Pick<Actor, 'id' | 'role'>): RawBuilder<boolean> =>
  sql<boolean>`(${isManager(actor)} or r.id = ${actor.id})`

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
 * All managers who can sign in, locked until the transaction ends: nobody else can remove or demote one meanwhile. Whoever has not
 * accepted an invitation is none of them (PE19).
 */
export const lockManagers = (tx: Tx) =>
  tx
    .selectFrom('people')
    .select(['id', 'role'])
    .where('role', '>=', MANAGER)
    .where('disabled', '=', false)
    .where('id', 'not in', tx.selectFrom('invitations').select('personId'))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Administrators who can sign in without the council's own accounts: with a password or a passkey. Locked like the managers. */
export async function lockLocalAdministrators(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('people')
    .select('id')
    .where('role', '>=', ADMINISTRATOR)
    .where('disabled', '=', false)
    .where(
      sql<boolean>`exists (select from passwords where person_id = people.id) or exists (select from passkeys where person_id = people.id)`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Reads what the rules need for a change that may cost the network a manager. All managers stay locked, because
 * two who demote each other at the same moment would otherwise each see the other one left, and act on a role they had lost.
 */
export async function lockSituation(
  tx: Tx,
  actor: Actor,
  subjectId: string,
  change: Situation['change'],
): Promise<(Situation & { subject: PersonRecord }) | null> {
  const managers = await lockManagers(tx)
  const subject = await tx.selectFrom('people').selectAll().where('id', '=', subjectId).forUpdate().executeTakeFirst()
  if (!subject) return null
  const roleNow = managers.find((manager) => manager.id === actor.id)?.role ?? MEMBER
  const local = await lockLocalAdministrators(tx)
  const isLastWayIn = local.length === 1 && local[0] === subjectId
  const otherManagers = managers.filter(({ id }) => id !== subjectId).length
  return { actor: { id: actor.id, role: roleNow }, subject, change, otherManagers, isLastWayIn }
}

/** What another feature does so that a person who is gone is no longer named in its records, nor written to. */
export type Forget = (tx: Tx, personId: string, email: string) => Promise<void>

/** Removes a person: name, address, phone, password, sessions, links and emails. Their records stay, by "Former user". */
export async function removePerson(
  tx: Tx,
  person: PersonRecord,
  actorId: string | null,
  forget: readonly Forget[],
  now: Date,
): Promise<void> {
  // Emails to the address that belong to nobody yet: a reset that was asked for a moment ago. All others go with the person.
  await tx.deleteFrom('emails').where('recipient', '=', person.email).execute()
  await tx.deleteFrom('people').where('id', '=', person.id).execute()
  for (const forgetIn of forget) await forgetIn(tx, person.id, person.email)
  await audit(tx, 'account-deleted', { actorId, subjectId: person.id, details: { role: person.role } }, now)
}
