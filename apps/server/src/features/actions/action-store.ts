/** The table `actions`: applying a change to one action, and the SQL for who sees which. */

import { isDeletion } from '@trailwarden/api'
import {
  type Action,
  type ActionChange,
  type ActionContext,
  type Actor,
  accept,
  type Decision,
  decideAction,
  FORMER_USER,
  MANAGER,
  photosOf,
  refuse,
} from '@trailwarden/domain'
import { sql } from 'kysely'
import type { Announce } from '#db/announce.ts'
import type { Tx } from '#db/database.ts'
import { type Applied, fieldsSetLater, findReplaced, type Incoming, withoutLate, writeHistory } from '#db/history.ts'
import { nextNumber } from '#db/numbers.ts'
import { addedPhotos, claimPhotos, photosColumn, whyNotClaimable } from '#db/photo-claims.ts'
import { isUuid } from '#db/uuid.ts'
import type { Mail } from '#mail/mailer.ts'
import { notifyOfAction } from './action-emails.ts'
import { lockMerges, whyNotDeleted, whyNotMerged, withTriage } from './action-merges.ts'
import { actionNews } from './action-news.ts'
import { actionDocumentFor } from './action-sql.ts'

export type ActionDependencies = {
  mail: Mail
  site: Pick<ActionContext, 'areas' | 'trails' | 'memberEdits'>
  announce: Announce
  publicUrl: string
  /** Of people without an account: what was done with what they reported. */
  notifyReporters(tx: Tx, before: Action | null, change: ActionChange, now: Date): Promise<void>
}

const THE_SERVER = { id: '00000000-0000-0000-0000-000000000000', role: MANAGER }

/** The whole action, locked until the transaction ends. */
async function lockAction(tx: Tx, id: string): Promise<{ action: Action; deleted: boolean } | null> {
  const { rows } = await sql<{ action: Action; deleted: boolean }>`
    select ${actionDocumentFor(THE_SERVER)} as action, r.deleted_at is not null as deleted
    from actions r where r.id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

const people = (tx: Tx) =>
  tx.selectFrom('people').select(['people.id', 'people.displayName as name', 'people.email']).where('people.disabled', '=', false)

/** The people the rules need: read only when the change speaks of them. */
async function readPeople(tx: Tx, { patch }: Incoming, isNew: boolean): Promise<Pick<ActionContext, 'assignee' | 'reviewer'>> {
  const named = typeof patch.assignedTo === 'string' && isUuid(patch.assignedTo) ? patch.assignedTo : null
  const assignee = named && (await people(tx).where('people.id', '=', named).executeTakeFirst())
  const reviewer =
    isNew &&
    (await people(tx).innerJoin('settings', 'settings.reviewerId', 'people.id').where('people.role', '>=', MANAGER).executeTakeFirst())
  return { assignee: assignee || null, reviewer: reviewer || null }
}

/**
 * Applies one person's change to one action. `number`: of a new one that has it already, from the report it is made of. The row stays locked from reading to writing, so no two changes overwrite each other unseen.
 */
export async function applyActionChange(
  tx: Tx,
  { mail, site, announce, publicUrl, notifyReporters }: ActionDependencies,
  actor: Actor,
  incoming: Incoming,
  now: Date,
  number?: string,
): Promise<Decision<Applied>> {
  if (incoming.patch.mergedInto || isDeletion(incoming)) await lockMerges(tx)
  const found = await lockAction(tx, incoming.recordId)
  if (found?.deleted) return refuse('gone', 'the action was deleted')
  const current = found?.action ?? null
  // Somebody saw a version of it, but this database never did: it is older than what they saw.
  if (!current && incoming.baseVersion !== null) return refuse('gone', 'there is no such action')
  const later = current ? withTriage(await fieldsSetLater(tx, actor, incoming)) : new Set<string>()
  const { patch, late } = withoutLate(incoming.patch, later, { ...current })
  const context = { ...site, ...(await readPeople(tx, incoming, current === null)) }
  const decision = decideAction(current, { ...incoming, patch }, actor, context, now)
  if (!decision.ok) return decision
  // Everything that may refuse comes before the first write: what a refusal left behind would be committed with its answer.
  const { record, deleted, changes } = decision.record
  const notMerged = record.mergedInto && changes.mergedInto ? await whyNotMerged(tx, record.id, record.mergedInto) : null
  if (notMerged) return { ok: false, refusal: notMerged }
  const notDeleted = deleted ? await whyNotDeleted(tx, record.id) : null
  if (notDeleted) return { ok: false, refusal: notDeleted }
  const added = addedPhotos(current ? photosOf(current) : [], photosOf(decision.record.record))
  const ofAction = { of: 'actionId', id: incoming.recordId } as const
  const notClaimable = await whyNotClaimable(tx, actor, added, ofAction)
  if (notClaimable) return refuse('not-valid', notClaimable)
  const change = { ...decision.record, record: { ...decision.record.record, number: current?.number ?? number ?? (await nextNumber(tx)) } }
  if (decision.record.record !== current) await writeAction(tx, change, now)
  await claimPhotos(tx, actor, added, ofAction, now)
  const isBehind = current !== null && current.version > (incoming.baseVersion ?? 0)
  // Another first photo replaces nobody's, unless an older app has set it as the only one.
  const { photoId: _, ...others } = change.changes
  const replaced = isBehind ? await findReplaced(tx, actor, incoming, 'photoId' in patch ? change.changes : others) : []
  const tracked = { ...late, ...change.changes }
  if (Object.keys(tracked).length > 0) await writeHistory(tx, actor, incoming, change.record.version, tracked, now)
  await notifyOfAction(mail, tx, { actor, before: current, change, reviewer: context.reviewer, replaced }, now)
  await notifyReporters(tx, current, change, now)
  if (change.record !== current && change.record.version !== current?.version)
    await announce(tx, actionNews(current, change, publicUrl), now)
  return accept({ version: change.record.version, replaced: replaced.map(({ field }) => field) })
}

async function writeAction(tx: Tx, { record, deleted }: ActionChange, now: Date): Promise<void> {
  const { photoStored: _, photos, notes, ...fields } = record
  const row = { ...fields, photos: photosColumn(photos), notes: JSON.stringify(notes), deletedAt: deleted ? now.toISOString() : null }
  await tx
    .insertInto('actions')
    .values(row)
    .onConflict((same) => same.column('id').doUpdateSet(row))
    .execute()
}

/** A person who is gone is no longer named as assignee, beside a note or in the history. */
export async function forgetInActions(tx: Tx, personId: string): Promise<void> {
  const former = FORMER_USER
  await sql`
    update actions set
      assigned_name = case when assigned_to = ${personId} then ${former} else assigned_name end,
      assigned_email = case when assigned_to = ${personId} then null else assigned_email end,
      notes = (
        select coalesce(jsonb_agg(
          case when note ->> 'createdBy' = ${personId} then note || jsonb_build_object('createdByName', ${former}::text) else note end
          order by nth), '[]')
        from jsonb_array_elements(notes) with ordinality as one(note, nth))
    where assigned_to = ${personId}
      or notes @> jsonb_build_array(jsonb_build_object('createdBy', ${personId}::text))`.execute(tx)
  await tx.updateTable('history').set({ createdByName: former }).where('createdBy', '=', personId).execute()
}
