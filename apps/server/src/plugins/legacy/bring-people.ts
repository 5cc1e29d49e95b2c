/**
 * The audit log records which account each old user received, so that a later import finds the account even if its address has changed.
 * Deleted accounts aren't imported again.
 */
import type { PersonRecord } from '@trailwarden/domain'
import { sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { uuidFrom } from '#db/uuid.ts'
import { addPerson } from '#features/people/people-store.ts'
import type { Mail } from '#mail/mailer.ts'
import { type Line, left, taken } from './import-report.ts'
import type { OldRecord } from './old-export.ts'
import { type OldPeople, oldPeople } from './old-people.ts'
import { type OldPerson, translatePerson } from './old-person.ts'
import type { Correction } from './old-values.ts'

const BATCH = 200

/** If `isNew` is false, the account already exists and the import records only its old id. */
type Arrival = { oldPersonId: string; person: PersonRecord; isNew: boolean }

async function readHere(db: Db) {
  const people = await db.selectFrom('people').selectAll().execute()
  const { rows: links } = await sql<{ old: string; id: string }>`
    select details ->> 'oldPersonId' as old, subject_id as id from audit_log where event = 'brought-over'`.execute(db)
  const gone = await db.selectFrom('auditLog').select('subjectId').where('event', '=', 'account-deleted').execute()
  return {
    byId: new Map(people.map((person) => [person.id, person])),
    byEmail: new Map(people.map((person) => [person.email, person])),
    accountOf: new Map(links.map(({ old, id }) => [old, id])),
    gone: new Set(gone.map(({ subjectId }) => subjectId)),
  }
}

/** The import doesn't change an existing account, because users may have edited it in Trailwarden. */
function differencesOf(old: OldPerson, here: PersonRecord): Correction[] {
  return (['displayName', 'email', 'phone', 'role'] as const).flatMap((field) =>
    old[field] === here[field] || (field === 'phone' && old.phone === '')
      ? []
      : [
          {
            field,
            detail: `${field} is ${JSON.stringify(here[field])} here and ${JSON.stringify(old[field])} in the export; it was not changed`,
          },
        ],
  )
}

export type PeoplePlan = { people: OldPeople; lines: Line[]; newcomers: number; write(db: Db): Promise<void> }

export async function planPeople(db: Db, records: readonly OldRecord[], now: Date): Promise<PeoplePlan> {
  const here = await readHere(db)
  const people = oldPeople()
  const arrivals: Arrival[] = []
  const ownerOf = new Map<string, { oldId: string; person: PersonRecord }>()
  const read = records.map((record) => ({ record, translated: translatePerson(record, now) }))
  // If several users share an address, the import uses the oldest account, regardless of the order in the file.
  const timeOf = ({ translated }: (typeof read)[number]) => translated.record?.createdAt.getTime() ?? 0
  const lines = new Map<string, Line>()
  for (const { record, translated } of read.toSorted((a, b) => timeOf(a) - timeOf(b) || (a.record.id < b.record.id ? -1 : 1))) {
    const oldId = record.id
    const line = (outcome: Line['outcome'], issues: Correction[], label = translated.record?.displayName ?? '') =>
      void lines.set(oldId, { collection: 'users', oldId, label, outcome, issues })
    const oldPersonId = uuidFrom('person', oldId)
    const id = here.accountOf.get(oldPersonId) ?? oldPersonId
    if (here.gone.has(id)) {
      people.addForgotten(oldId, id)
      line('there already', [{ field: '', detail: 'they have deleted their account here, so it was not imported' }], '')
      continue
    }
    if (!translated.record) {
      lines.set(oldId, left('users', oldId, String(record.displayName ?? ''), translated.reason))
      continue
    }
    const old = translated.record
    const earlier = ownerOf.get(old.email)
    if (earlier) {
      people.add(oldId, earlier.person)
      lines.set(
        oldId,
        left('users', oldId, old.displayName, `${earlier.oldId} has the same email, so both users’ records are under that one account`),
      )
      continue
    }
    const known = here.byId.get(id) ?? here.byEmail.get(old.email)
    const { oldId: _, oldCreatedBy, ...fields } = old
    const person = known ?? { ...fields, id, createdBy: oldCreatedBy && uuidFrom('person', oldCreatedBy) }
    people.add(oldId, person)
    ownerOf.set(old.email, { oldId, person })
    if (!known) {
      arrivals.push({ oldPersonId, person, isNew: true })
      lines.set(oldId, taken('users', oldId, old.displayName, translated.corrections))
      continue
    }
    if (!here.accountOf.has(oldPersonId)) arrivals.push({ oldPersonId, person: known, isNew: false })
    const differences = differencesOf(old, known)
    line(differences.length > 0 ? 'differs' : 'there already', differences)
  }
  return {
    people,
    lines: records.flatMap(({ id }) => lines.get(id) ?? []),
    newcomers: arrivals.filter(({ isNew }) => isNew).length,
    async write(target) {
      for (let first = 0; first < arrivals.length; first += BATCH)
        await target.transaction().execute(async (tx) => {
          for (const { oldPersonId, person, isNew } of arrivals.slice(first, first + BATCH)) {
            if (isNew && !(await addPerson(tx, person)))
              throw new Error(`Someone registered with the email address of ${person.displayName} during the import. Run the import again.`)
            // Otherwise, the server would immediately notify new users that their accounts have been inactive for years.
            if (isNew) await tx.updateTable('personActivity').set({ lastActiveAt: now }).where('personId', '=', person.id).execute()
            await audit(tx, 'brought-over', { subjectId: person.id, details: { oldPersonId } }, now)
          }
        })
    },
  }
}

/** Imported users who can't log in yet and haven't received a link. */
async function findUninvited(db: Db): Promise<Pick<PersonRecord, 'id' | 'email'>[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select p.id, p.email from people p
    where not p.disabled and not exists (select from passwords w where w.person_id = p.id)
      and exists (select from audit_log a where a.subject_id = p.id and a.event = 'brought-over')
      and not exists (select from audit_log a where a.subject_id = p.id and a.event = 'invited')
    order by p.id`.execute(db)
  return rows
}

export const countUninvited = async (db: Db) => (await findUninvited(db)).length

/** The bulk queue, so that the emails don't delay password resets. */
export async function inviteAll(db: Db, mail: Mail, now: Date): Promise<number> {
  const people = await findUninvited(db)
  for (let first = 0; first < people.length; first += BATCH)
    await db.transaction().execute(async (tx) => {
      for (const { id, email } of people.slice(first, first + BATCH)) {
        await mail.queueBulk(tx, { kind: 'brought-over', recipient: email, personId: id }, now)
        await audit(tx, 'invited', { subjectId: id }, now)
      }
    })
  return people.length
}
