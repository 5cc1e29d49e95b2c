/** Owners get a notice first and can keep the account by logging in. */
import { ADMINISTRATOR, MANAGER } from '@trailwarden/domain'
import { type RawBuilder, sql } from 'kysely'
import type { PeopleDependencies } from '../accounts/accounts.ts'
import type { PeopleEmail } from '../people-emails.ts'
import { findPerson, lockManagers, removePerson } from '../people-store.ts'

type Times = { noticeMonths: number; forgetMonths: number }

const BATCH = 100
/** The minimum time between the notice and the removal, even if the notice was sent late. */
const NOTICE_DAYS = 30

/** People with disabled accounts get no email, because they can't log in to keep theirs. */
export async function noticeInactive(people: PeopleDependencies, { noticeMonths, forgetMonths }: Times, now: Date): Promise<number> {
  return people.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; email: string; disabled: boolean; lastActiveAt: Date }>`
      select p.id, p.email, p.disabled, a.last_active_at as "lastActiveAt" from person_activity a join people p on p.id = a.person_id
      where a.notified_at is null and a.last_active_at < ${now}::timestamptz - make_interval(months => ${noticeMonths})
      order by a.last_active_at limit ${BATCH} for update of a skip locked`.execute(tx)
    for (const person of rows) {
      await tx.updateTable('personActivity').set({ notifiedAt: now }).where('personId', '=', person.id).execute()
      if (person.disabled) continue
      const due = new Date(person.lastActiveAt)
      due.setUTCMonth(due.getUTCMonth() + forgetMonths)
      const earliest = new Date(now.getTime() + NOTICE_DAYS * 86_400_000)
      const removalDate = (due > earliest ? due : earliest).toISOString()
      const kind: PeopleEmail = 'inactive-account'
      await people.mail.queueBulk(tx, { kind, recipient: person.email, personId: person.id, details: { removalDate } }, now)
    }
    return rows.length
  })
}

export async function forgetInactive(people: PeopleDependencies, forgetMonths: number, now: Date): Promise<number> {
  const isOver = sql<boolean>`last_active_at < ${now}::timestamptz - make_interval(months => ${forgetMonths})
    and notified_at <= ${now}::timestamptz - make_interval(days => ${NOTICE_DAYS})`
  // Members come first. Otherwise, managers who can't be removed could fill every batch.
  const candidates = await people.db
    .selectFrom('personActivity')
    .innerJoin('people', 'people.id', 'personActivity.personId')
    .select('personId')
    .where(isOver)
    .orderBy('people.role')
    .limit(BATCH)
    .execute()
  let removed = 0
  for (const { personId } of candidates) if (await forgetOne(people, personId, isOver, now)) removed++
  return removed
}

/** Keeps the last manager and the last administrator, because someone must be able to add others. */
function forgetOne(people: PeopleDependencies, personId: string, isOver: RawBuilder<boolean>, now: Date): Promise<boolean> {
  return people.db.transaction().execute(async (tx) => {
    const managers = await lockManagers(tx)
    const activity = tx.selectFrom('personActivity').select('personId').where('personId', '=', personId).where(isOver)
    const person = (await activity.forUpdate().executeTakeFirst()) && (await findPerson(tx, personId))
    if (!person) return false
    const others = managers.filter(({ id }) => id !== personId)
    const isLast = (role: number) => person.role >= role && !person.disabled && !others.some((other) => other.role >= role)
    if (isLast(MANAGER) || isLast(ADMINISTRATOR)) return false
    await removePerson(tx, person, null, people.forget, now)
    return true
  })
}
