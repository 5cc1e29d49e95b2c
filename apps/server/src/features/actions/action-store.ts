import { isDeletion } from '@trailwarden/api'
import {
  type Action,
  type ActionChange,
  type ActionContext,
  type Actor,
  accept,
  actionKind,
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
import { decideUncontested } from '#db/records/contested.ts'
import { THE_SYSTEM } from '#db/records/document-sql.ts'
import { type Applied, fieldsSetLater, type Incoming, withoutLate, writeHistory } from '#db/records/history.ts'
import { nextNumber } from '#db/records/numbers.ts'
import { addedPhotos, claimPhotos, photosColumn, whyNotClaimable } from '#db/records/photo-claims.ts'
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
  /** Tells reporters without an account what was done about their report. */
  notifyReporters(tx: Tx, before: Action | null, change: ActionChange, now: Date): Promise<void>
}

/** The Action is locked until the transaction ends. */
async function lockAction(tx: Tx, id: string): Promise<{ action: Action; deleted: boolean } | null> {
  const row = await tx
    .selectFrom('actions as r')
    .select([actionDocumentFor(THE_SYSTEM).as('action'), 'r.deletedAt'])
    .where('r.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? { action: row.action, deleted: row.deletedAt !== null } : null
}

const people = (tx: Tx) =>
  tx.selectFrom('people').select(['people.id', 'people.displayName as name', 'people.email']).where('people.disabled', '=', false)

async function readPeople(tx: Tx, { patch }: Incoming, isNew: boolean): Promise<Pick<ActionContext, 'assignee' | 'reviewer'>> {
  const named = typeof patch.assignedTo === 'string' && isUuid(patch.assignedTo) ? patch.assignedTo : null
  const assignee = named && (await people(tx).where('people.id', '=', named).executeTakeFirst())
  const reviewer =
    isNew &&
    (await people(tx).innerJoin('settings', 'settings.reviewerId', 'people.id').where('people.role', '>=', MANAGER).executeTakeFirst())
  return { assignee: assignee || null, reviewer: reviewer || null }
}

/** The Action takes its photos from the report and, if the Action is new, its number. */
type FromReport = { id: string; number: string }

export type ApplyAction = (tx: Tx, actor: Actor, incoming: Incoming, now: Date, report?: FromReport) => Promise<Decision<Applied>>

/**
 * `report` is set if the change comes from a report. The row stays locked between reading and writing, so concurrent changes can't silently
 * overwrite each other.
 */
export async function applyActionChange(
  tx: Tx,
  { mail, site, announce, publicUrl, notifyReporters }: ActionDependencies,
  actor: Actor,
  incoming: Incoming,
  now: Date,
  report?: FromReport,
): Promise<Decision<Applied>> {
  if (incoming.patch.mergedInto || isDeletion(incoming)) await lockMerges(tx)
  const found = await lockAction(tx, incoming.recordId)
  if (found?.deleted) return refuse('gone', 'the Action was deleted')
  const current = found?.action ?? null
  // The author saw an Action that this database never had, so the database was restored to an earlier state.
  if (!current && incoming.baseVersion !== null) return refuse('gone', 'the Action doesn’t exist')
  const later = current ? withTriage(await fieldsSetLater(tx, actor, incoming)) : new Set<string>()
  const { patch, late } = withoutLate(incoming.patch, later, { ...current })
  const context = { ...site, ...(await readPeople(tx, incoming, current === null)) }
  const decision = await decideUncontested(tx, actionKind, actor, incoming, current, patch, (asked) =>
    decideAction(current, { ...incoming, patch: asked }, actor, context, now),
  )
  if (!decision.ok) return decision
  // All checks run before the first write, because a refusal still commits the transaction.
  const { change: decided, contested, notApplied } = decision.record
  const { record, deleted, changes } = decided
  const notMerged = record.mergedInto && changes.mergedInto ? await whyNotMerged(tx, record.id, record.mergedInto) : null
  if (notMerged) return { ok: false, refusal: notMerged }
  const notDeleted = deleted ? await whyNotDeleted(tx, record.id) : null
  if (notDeleted) return { ok: false, refusal: notDeleted }
  const added = addedPhotos(current ? photosOf(current) : [], photosOf(record))
  const ofAction = { of: 'actionId', id: incoming.recordId, fromReport: report?.id } as const
  const notClaimable = await whyNotClaimable(tx, actor, added, ofAction)
  if (notClaimable) return refuse('not-valid', notClaimable)
  const change = { ...decided, record: { ...record, number: current?.number ?? report?.number ?? (await nextNumber(tx)) } }
  if (record !== current) await writeAction(tx, change, now)
  await claimPhotos(tx, actor, added, ofAction, now)
  // A new first photo doesn't replace another person's photo, unless an older app sent it as the only one.
  const replaced = decision.record.replaced.filter(({ field }) => field !== 'photoId' || 'photoId' in patch)
  const tracked = { ...late, ...change.changes, ...notApplied }
  if (Object.keys(tracked).length > 0) await writeHistory(tx, actor, incoming, change.record.version, tracked, now)
  await notifyOfAction(mail, tx, { actor, before: current, change, reviewer: context.reviewer, replaced }, now)
  await notifyReporters(tx, current, change, now)
  if (change.record !== current && change.record.version !== current?.version)
    await announce(tx, actionNews(current, change, publicUrl), now)
  return accept({ version: change.record.version, replaced: replaced.map(({ field }) => field), contested })
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
