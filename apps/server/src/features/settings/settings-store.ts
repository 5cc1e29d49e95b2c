import { accept, decideSettings, refuse, SETTINGS_ID, settingsKind } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Tx } from '#db/database.ts'
import { applyRecordChange } from '#db/records/record-store.ts'
import { isUuid } from '#db/uuid.ts'
import { findPerson } from '#features/people/people-store.ts'

async function readReviewer(tx: Tx, id: unknown) {
  const person = typeof id === 'string' && isUuid(id) ? await findPerson(tx, id) : null
  return person && !person.disabled ? { ...person, name: person.displayName } : null
}

const applyToSettings = applyRecordChange(settingsKind, 'settings', async (tx, current, incoming, patch, actor, now) => {
  if (!current) throw new Error('The settings record is missing.')
  const decision = decideSettings(current, incoming.patch, actor, await readReviewer(tx, incoming.patch.reviewerId), now)
  // A change that arrives late is still checked, but not applied.
  const isLate = decision.ok && Object.keys(patch).length === 0
  return isLate ? accept({ record: current, deleted: false, changes: {} }) : decision
})

export const applySettingsChange: typeof applyToSettings = async (tx, actor, incoming, now) => {
  if (incoming.recordId !== SETTINGS_ID) return refuse('gone', 'there is only one settings record, and its ID is fixed')
  const decision = await applyToSettings(tx, actor, incoming, now)
  if (decision.ok)
    await audit(tx, 'settings-changed', { actorId: actor.id, details: { fields: Object.keys(incoming.patch).join(', ') } }, now)
  return decision
}

export async function forgetInSettings(tx: Tx, personId: string): Promise<void> {
  const nobody = { reviewerId: null, reviewerName: null, reviewerEmail: null }
  await tx
    .updateTable('settings')
    .set((row) => ({ ...nobody, version: row('version', '+', 1) }))
    .where('reviewerId', '=', personId)
    .execute()
}
