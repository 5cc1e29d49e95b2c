/** The one record of settings: applying a change, and what each person receives. */
import {
  type Actor,
  accept,
  type Decision,
  decideSettings,
  FORMER_USER,
  MANAGER,
  type Reader,
  refuse,
  SETTINGS_ID,
  type Settings,
  settingsKind,
} from '@trailwarden/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/database.ts'
import { documentSql } from '#db/document-sql.ts'
import { type Applied, fieldsSetLater, findReplaced, type Incoming, isUuid, withoutLate, writeHistory } from '#db/history.ts'
import { findPerson } from '../people/people.ts'

/** S3 in SQL: a row `r` as the document that this person receives. */
export const settingsDocumentFor = (reader: Reader): RawBuilder<Settings> => documentSql(settingsKind, reader)

async function readReviewer(tx: Tx, id: unknown) {
  const person = typeof id === 'string' && isUuid(id) ? await findPerson(tx, id) : null
  return person && !person.disabled ? { ...person, name: person.displayName } : null
}

export async function applySettingsChange(tx: Tx, actor: Actor, incoming: Incoming, now: Date): Promise<Decision<Applied>> {
  if (incoming.recordId !== SETTINGS_ID) return refuse('gone', 'there is one record of settings, under its own id')
  const { rows } = await sql<{ settings: Settings }>`
    select ${settingsDocumentFor({ id: actor.id, role: MANAGER })} as settings from settings r where r.id = ${SETTINGS_ID} for update`.execute(
    tx,
  )
  const current = rows[0]?.settings
  if (!current) throw new Error('The record of settings is missing.')
  const decision = decideSettings(current, incoming.patch, actor, await readReviewer(tx, incoming.patch.reviewerId), now)
  if (!decision.ok) return decision
  const { late } = withoutLate(incoming.patch, await fieldsSetLater(tx, actor, incoming), { ...current })
  const isLate = Object.keys(late).length > 0
  const { record, changes } = isLate ? { record: current, changes: late } : decision.record
  const applied = (replaced: string[]) => accept({ version: record.version, replaced })
  if (Object.keys(changes).length === 0) return applied([])
  const replaced = isLate ? [] : await findReplaced(tx, actor, incoming, changes)
  if (!isLate) await tx.updateTable('settings').set(record).where('id', '=', SETTINGS_ID).execute()
  await writeHistory(tx, actor, incoming, record.version, changes, now)
  return applied(replaced.map(({ field }) => field))
}

/** A reviewer who is gone reviews nothing: managers choose another. */
export async function forgetInSettings(tx: Tx, personId: string): Promise<void> {
  const nobody = { reviewerId: null, reviewerName: null, reviewerEmail: null }
  await tx
    .updateTable('settings')
    .set((row) => ({ ...nobody, version: row('version', '+', 1) }))
    .where('reviewerId', '=', personId)
    .execute()
  await tx.updateTable('settings').set({ updatedByName: FORMER_USER }).where('updatedBy', '=', personId).execute()
}
