import type { Situation } from '@trailwarden/api'
import { type Actor, ADMINISTRATOR, grantsCountFrom, isManager, MANAGER, MEMBER, type PersonRecord, wasLetInBy } from '@trailwarden/domain'
import { type RawBuilder, sql } from 'kysely'
import type { ForgetPerson } from '#core/feature.ts'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'
import { isAddressReserved } from './accounts/take-back.ts'

export const personIsSeenBy = (actor: Pick<Actor, 'id' | 'role'>): RawBuilder<boolean> =>
  sql<boolean>`(${isManager(actor)} or r.id = ${actor.id})`

export async function findPerson(db: Db, id: string): Promise<PersonRecord | null> {
  return (await db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findPersonByEmail(db: Db, email: string): Promise<PersonRecord | null> {
  return (await db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst()) ?? null
}

/** Null if the address is taken, or reserved for a former owner who may take their account back. */
export async function addPerson(tx: Tx, person: PersonRecord): Promise<PersonRecord | null> {
  if (await isAddressReserved(tx, person.email, person.id, person.createdAt)) return null
  const added = await tx
    .insertInto('people')
    .values(person)
    .onConflict((row) => row.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  return added ?? null
}

/**
 * The rows stay locked until the transaction ends, so that nobody else can remove or demote a manager. Managers who haven't accepted their
 * invitation don't count (PE19).
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

export const listAdministrators = (db: Db, except: readonly string[] = []) =>
  db
    .selectFrom('people')
    .select(['id', 'email'])
    .where('role', '>=', ADMINISTRATOR)
    .where('disabled', '=', false)
    .where(sql<boolean>`id <> all(${except}::uuid[])`)
    .execute()

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

async function hasLetIn(db: Db, personId: string, otherId: string): Promise<boolean> {
  const now = new Date()
  return wasLetInBy(
    personId,
    otherId,
    await db.selectFrom('accountGrants').selectAll().where('at', '>', grantsCountFrom(now)).execute(),
    now,
  )
}

/**
 * Without the lock, if two managers demoted each other at the same moment, each would see the other as the remaining manager and act with a
 * role they no longer have.
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
  // The current role, but never a higher one than the session allows (PE23).
  const roleNow = Math.min(actor.role, managers.find((manager) => manager.id === actor.id)?.role ?? MEMBER)
  const local = await lockLocalAdministrators(tx)
  const isLastWayIn = local.length === 1 && local[0] === subjectId
  const otherManagers = managers.filter(({ id }) => id !== subjectId).length
  const letActorIn = await hasLetIn(tx, subjectId, actor.id)
  return { actor: { id: actor.id, role: roleNow }, subject, change, otherManagers, isLastWayIn, letActorIn }
}

export async function removePerson(
  tx: Tx,
  person: PersonRecord,
  actorId: string | null,
  forget: readonly ForgetPerson[],
  now: Date,
): Promise<void> {
  // Some emails to the address don't belong to an account, such as a recent reset request. The database deletes the person's other emails.
  await tx.deleteFrom('emails').where('recipient', '=', person.email).execute()
  await tx.deleteFrom('people').where('id', '=', person.id).execute()
  for (const forgetIn of forget) await forgetIn(tx, person.id, person.email)
  await audit(tx, 'account-deleted', { actorId, subjectId: person.id, details: { role: person.role } }, now)
}
