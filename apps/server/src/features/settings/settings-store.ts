/** The one record of settings: applying a change. */
import { accept, decideSettings, refuse, SETTINGS_ID, settingsKind } from '@trailwarden/domain'
import type { Tx } from '#db/database.ts'
import { applyRecordChange } from '#db/record-store.ts'
import { isUuid } from '#db/uuid.ts'
import { findPerson } from '#features/people/people-store.ts'

async function readReviewer(tx: Tx, id: unknown) {
  const person = typeof id === 'string' && isUuid(id) ? await findPerson(tx, id) : null
  return person && !person.disabled ? { ...person, name: person.displayName } : null
}

const applyToSettings = applyRecordChange(settingsKind, 'settings', async (tx, current, incoming, patch, actor, now) => {
  if (!current) throw new Error('The record of settings is missing.')
  const decision = decideSettings(current, incoming.patch, actor, await readReviewer(tx, incoming.patch.reviewerId), now)
  // What comes late is judged all the same, and changes nothing.
  const isLate = decision.ok && Object.keys(patch).length === 0
  return isLate ? accept({ record: current, deleted: false, changes: {} }) : decision
})

export const applySettingsChange: typeof applyToSettings = async (tx, actor, incoming, now) =>
  incoming.recordId === SETTINGS_ID
    ? applyToSettings(tx, actor, incoming, now)
    : refuse('gone', 'there is one record of settings, under its own id')

/** A reviewer who is gone reviews nothing: managers choose another. */
export async function forgetInSettings(tx: Tx, personId: string): Promise<void> {
  const nobody = { reviewerId: null, reviewerName: null, reviewerEmail: null }
  await tx
    .updateTable('settings')
    .set((row) => ({ ...nobody, version: row('version', '+', 1) }))
    .where('reviewerId', '=', personId)
    .execute()
}
