import { createHash } from 'node:crypto'
import type { FollowedReport, ReportStep } from '@trailwarden/api'
import { type Actor, accept, type Decision, isManager, NOTES_MAX, type Note, PHOTOS_MAX, type Reader, refuse } from '@trailwarden/domain'
import { type Report, type ReportContext, reportKind } from '@trailwarden/domain/report/report-kind'
import { decideReport, decideReporter } from '@trailwarden/domain/report/report-rules'
import { reporterKind } from '@trailwarden/domain/report/reporter-kind'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'
import { documentSql, THE_SYSTEM } from '#db/records/document-sql.ts'
import type { Applied, Incoming } from '#db/records/history.ts'
import { isMutedReport } from '#db/records/muted-reports.ts'
import { nextNumber } from '#db/records/numbers.ts'
import { applyRecordChange } from '#db/records/record-store.ts'
import { anyOf, isUuid, uuidFrom } from '#db/uuid.ts'
import type { Mail } from '#mail/mailer.ts'
import type { ReportEmail } from './report-emails.ts'

/** RP4: managers and the device that sent the report can see it. */
export const reportIsSeenBy = (reader: Reader): RawBuilder<boolean> =>
  isManager(reader) ? sql<boolean>`true` : sql<boolean>`r.created_by = ${reader.id}`

/** The Action takes over the report's photos and, if it's new, the report's number. */
export type MakeAction = (
  tx: Tx,
  actor: Actor,
  incoming: Incoming,
  now: Date,
  report: Pick<Report, 'id' | 'number'>,
) => Promise<Decision<Applied>>

const reports = (tx: Db | Tx) =>
  tx.selectFrom('reports as r').select(documentSql(reportKind, THE_SYSTEM).as('report')).orderBy('r.createdAt').orderBy('r.id')

const readReport = async (query: ReturnType<typeof reports>): Promise<Report | null> =>
  (await query.limit(1).executeTakeFirst())?.report ?? null

const stayingAction = (id: string) => sql<string>`staying_action(${id})`

/**
 * RP14: null unless the Action, or the remaining one after a merge, is open and public. Locks the row. If someone resolves the Action at
 * the same time, either the visitor can no longer follow it, or the resolution happens afterwards and notifies this reporter too.
 */
async function readSeen(tx: Tx, sees: unknown): Promise<Exclude<ReportContext['seen'], undefined>> {
  if (typeof sees !== 'string' || !isUuid(sees)) return null
  const seen = await tx
    .selectFrom('actions')
    .select(['id', 'category', 'area', 'trail'])
    .where('id', '=', stayingAction(sees))
    .where('isShownToRiders', '=', true)
    .where('status', '=', 'Unresolved')
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  return seen ?? null
}

/** RP16: null if no report has this link. */
const readAddedTo = async (tx: Tx, ofLink: unknown): Promise<Report | null> =>
  typeof ofLink === 'string' ? readReport(reports(tx).where('r.followHash', '=', ofLink)) : null

const applyDecision = applyRecordChange(
  reportKind,
  'reports',
  async (tx, current, incoming, patch, actor, now) => {
    const context = current ? {} : { seen: await readSeen(tx, patch.sees), adds: await readAddedTo(tx, patch.ofLink) }
    const decision = decideReport(current, { ...incoming, patch }, actor, now, context)
    if (decision.ok && !current) decision.record.record.number = await nextNumber(tx)
    return decision
  },
  'reportId',
)

/** A second manager waits here and then sees the first decision. */
async function lockReport(tx: Tx, actor: Actor, incoming: Incoming, now: Date): Promise<Decision<Report>> {
  await tx.selectFrom('reports').select('id').where('id', '=', incoming.recordId).forUpdate().execute()
  const report = await readReport(reports(tx).where('r.id', '=', incoming.recordId))
  if (!report) return refuse('gone', 'there is no such report')
  const decision = decideReport(report, incoming, actor, now)
  return decision.ok ? accept(report) : decision
}

const notedPhotos = ({ photos }: Report) => photos.map(({ id, note }) => ({ id, note }))

/** The photos move to the Action, although the reporter's device may still be uploading them. */
async function acceptReport(tx: Tx, makeAction: MakeAction, actor: Actor, incoming: Incoming, now: Date): Promise<Decision<Applied>> {
  const locked = await lockReport(tx, actor, incoming, now)
  if (!locked.ok) return locked
  const report = locked.record
  const { actionId, ...values } = reportKind.patch.parse(incoming.patch).accept ?? {}
  if (!actionId) return refuse('not-valid', 'an Action is missing')
  const photos = notedPhotos(report)
  const patch = {
    ...values,
    category: report.category,
    detail: report.words,
    place: report.place,
    canHurt: report.canHurt,
    ...(photos.length > 0 && { addPhotos: photos }),
  }
  const action = { ...incoming, id: actionId, kind: 'action', recordId: actionId, baseVersion: null, patch }
  const made = await makeAction(tx, actor, action, now, report)
  return made.ok ? applyDecision(tx, actor, incoming, now) : made
}

/** If the report adds to another report whose Action was merged, locks the remaining Action. */
const lockMergeTarget = (tx: Tx, { addsTo }: Report, actionId: string) =>
  tx
    .selectFrom('actions')
    .select(['id', 'version', 'status', 'photos', 'notes'])
    .where('id', '=', addsTo ? stayingAction(actionId) : actionId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** RP17: the note belongs to the manager who merges, so its text says that it's from the reporter. */
function noteOf({ id, addsTo, words, isNotFixed }: Report, { notes }: { notes: readonly Note[] }) {
  if (!addsTo || !(words || isNotFixed) || notes.length >= NOTES_MAX) return {}
  const lead = isNotFixed ? 'Not fixed, according to the reporter' : 'Added by the reporter'
  return { addNote: { id, text: words ? `${lead}: ${words}` : `${lead}.` } }
}

/** RP6: takes as many photos as fit. The reporter is notified. */
async function mergeReport(tx: Tx, changeAction: MakeAction, actor: Actor, incoming: Incoming, now: Date): Promise<Decision<Applied>> {
  const locked = await lockReport(tx, actor, incoming, now)
  if (!locked.ok) return locked
  const report = locked.record
  const { actionId = '', reopens } = reportKind.patch.parse(incoming.patch).merge ?? {}
  const action = await lockMergeTarget(tx, report, actionId)
  if (!action) return refuse('gone', 'the Action doesn’t exist')
  const isResolved = action.status === 'Resolved'
  if (isResolved && !reopens) return refuse('changed-since', 'It’s already resolved. Accept or decline the report.')
  const addPhotos = notedPhotos(report).slice(0, Math.max(0, PHOTOS_MAX - action.photos.length))
  const patch = {
    ...(isResolved && { status: 'Unresolved' }),
    ...(addPhotos.length > 0 && { addPhotos }),
    ...noteOf(report, action),
  }
  if (Object.keys(patch).length > 0) {
    // The history entry needs a separate command id. A client may have used the report's id as a command id.
    const change = {
      ...incoming,
      id: uuidFrom('command', `merge ${incoming.id}`),
      kind: 'action',
      recordId: action.id,
      baseVersion: action.version,
      patch,
    }
    const added = await changeAction(tx, actor, change, now, report)
    if (!added.ok) return added
  }
  return applyDecision(tx, actor, incoming, now)
}

/** A report that isn't genuine gets no answer. */
async function answerDeclined(tx: Tx, mail: Mail, id: string, now: Date): Promise<void> {
  const report = await readReport(reports(tx).where('r.id', '=', id))
  if (!report?.contact || report.status !== 'Declined' || report.reason === 'Not a genuine report') return
  await mail.queueUrgent(tx, { kind: 'report-closed' satisfies ReportEmail, recipient: report.contact, details: { reportIds: id } }, now)
}

export const applyReportChange =
  (makeAction: MakeAction, mail: Mail) =>
  async (tx: Tx, actor: Actor, incoming: Incoming, now: Date): Promise<Decision<Applied>> => {
    if (incoming.patch.accept !== undefined) return acceptReport(tx, makeAction, actor, incoming, now)
    if (incoming.patch.merge !== undefined) return mergeReport(tx, makeAction, actor, incoming, now)
    const decision = await applyDecision(tx, actor, incoming, now)
    if (decision.ok && incoming.patch.decline) await answerDeclined(tx, mail, incoming.recordId, now)
    return decision
  }

const applyMute = applyRecordChange(reporterKind, 'reporters', (_tx, current, incoming, patch, actor, now) =>
  decideReporter(current, { ...incoming, patch }, actor, now),
)

async function isMuted(tx: Tx, id: string): Promise<boolean> {
  const reporter = await tx.selectFrom('reporters').select('muted').where('id', '=', id).forUpdate().executeTakeFirst()
  return reporter?.muted ?? false
}

/** RP8: reports don't change, so the reporter doesn't notice. */
export async function applyReporterChange(tx: Tx, actor: Actor, incoming: Incoming, now: Date): Promise<Decision<Applied>> {
  const { recordId } = incoming
  const report = await tx.selectFrom('reports').select('id').where('createdBy', '=', recordId).limit(1).executeTakeFirst()
  if (!report) return refuse('gone', 'there is no such reporter')
  const before = await isMuted(tx, recordId)
  const decision = await applyMute(tx, actor, incoming, now)
  const after = await isMuted(tx, recordId)
  if (before !== after) await audit(tx, after ? 'reporter-muted' : 'reporter-unmuted', { actorId: actor.id, subjectId: recordId }, now)
  return decision
}

type ActionState = { id: string; assignedAt: string | null; isAssigned: boolean; completedAt: string | null; fix: string; after: string[] }

async function readActionOf(db: Db, { actionId }: Report): Promise<ActionState | null> {
  if (!actionId) return null
  const { rows } = await sql<ActionState>`
    select id, iso(completed_at) as completed_at, assigned_to is not null as is_assigned, fix,
      array(select p.id from jsonb_array_elements(a.photos) one join photos p on p.id = (one ->> 'id')::uuid
        where (one ->> 'after')::boolean and p.stored_at is not null) as after,
      (select iso(min(created_at)) from history h where h.kind = 'action' and h.record_id = a.id
        and h.changes #>> '{assignedTo,after}' is not null) as assigned_at
    from actions a where id = ${stayingAction(actionId)} and deleted_at is null`.execute(db)
  return rows[0] ?? null
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')
const byCode = (db: Db, code: string) => readReport(reports(db).where('r.followHash', '=', hashOf(code)))

function stepsOf(report: Report, action: ActionState | null): ReportStep[] {
  const steps: ReportStep[] = [{ name: 'Received', at: report.createdAt }]
  if (report.status === 'Declined') return [...steps, { name: 'Closed', at: report.checkedAt }]
  if (report.status === 'Accepted') steps.push({ name: 'Checked', at: report.checkedAt })
  if (action?.isAssigned) steps.push({ name: 'Assigned', at: action.assignedAt })
  if (action?.completedAt) steps.push({ name: 'Fixed', at: action.completedAt })
  return steps
}

const storedPhotos = ({ photos }: Report) => photos.flatMap(({ id, stored }) => (stored ? [id] : []))

const ADDITIONS_SHOWN = 50

/** RP18: only shows additions from the reporting device. The link may be shared, and nobody should see text by strangers. */
async function readAdditions(db: Db, { id, createdBy }: Report): Promise<FollowedReport['additions']> {
  const added = await reports(db).where('r.addsTo', '=', id).where('r.createdBy', '=', createdBy).limit(ADDITIONS_SHOWN).execute()
  return added.map(({ report: one }) => ({
    id: one.id,
    words: one.words,
    isNotFixed: one.isNotFixed,
    photos: storedPhotos(one),
    at: one.createdAt,
    answer: one.answer,
  }))
}

export async function followReport(db: Db, code: string): Promise<FollowedReport | null> {
  const report = await byCode(db, code)
  if (!report) return null
  const action = await readActionOf(db, report)
  const { number, category, area, trail, place, answer, contact } = report
  // This report appears as closed, without a reason, text or photos. Otherwise, anyone could use our links to publish content.
  const isGenuine = report.reason !== 'Not a genuine report'
  return {
    number,
    category,
    words: isGenuine ? report.words : '',
    area,
    trail,
    place,
    steps: stepsOf(report, action),
    reason: isGenuine ? report.reason : null,
    answer,
    photos: isGenuine ? storedPhotos(report) : [],
    isMerged: action !== null && action.id !== report.actionId,
    fix: action?.fix ?? '',
    fixedPhotos: action?.completedAt ? action.after : [],
    hasContact: contact !== null,
    additions: isGenuine ? await readAdditions(db, report) : [],
  }
}

export async function followedPhoto(db: Db, code: string, photoId: string): Promise<string | null> {
  const followed = await followReport(db, code)
  const shown = followed && [followed, ...followed.additions].flatMap(({ photos }) => photos)
  if (!shown || ![...shown, ...followed.fixedPhotos].includes(photoId)) return null
  const photo = await db.selectFrom('photos').select(['file', 'storedAt']).where('id', '=', photoId).executeTakeFirst()
  return photo?.storedAt ? photo.file : null
}

/** Includes addresses in stored commands, which otherwise remain forever. */
async function forgetContacts<DB, Table extends keyof DB>(tx: Tx, which: SelectQueryBuilder<DB, Table, { id: string }>): Promise<number> {
  const rows = await tx
    .updateTable('reports')
    .set((row) => ({ contact: null, version: row('version', '+', 1) }))
    .where('contact', 'is not', null)
    .where('id', 'in', which)
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  await tx
    .updateTable('commands')
    .set({ patch: sql<string>`(patch::jsonb - 'contact')::json` })
    .where('kind', '=', 'report')
    .where('recordId', '=', anyOf(ids))
    .where('patch', 'is not', null)
    .execute()
  await tx
    .deleteFrom('emails')
    .where('kind', 'like', 'report-%')
    .where(sql<boolean>`string_to_array(details ->> 'reportIds', ' ')::uuid[] && ${ids}`)
    .execute()
  await tx.deleteFrom('reportNews').where('reportId', '=', anyOf(ids)).execute()
  for (const subjectId of ids) await audit(tx, 'report-contact-deleted', { subjectId }, new Date())
  return ids.length
}

export const forgetContactsOf = (tx: Tx, id: string) => forgetContacts(tx, tx.selectFrom('reports').select('id').where('id', '=', id))

export async function forgetContactOf(db: Db, code: string): Promise<boolean> {
  const report = await byCode(db, code)
  if (report) await db.transaction().execute((tx) => forgetContactsOf(tx, report.id))
  return report !== null
}

const AT_ONCE = 500

/**
 * The days count from when the report was declined, or its (remaining) Action was resolved or deleted. For muted reports, the days count
 * from their arrival.
 */
export const forgetOldContacts =
  (db: Db, days: number) =>
  (now: Date): Promise<number> =>
    db.transaction().execute((tx) =>
      forgetContacts(
        tx,
        tx
          .selectFrom('reports as r')
          .leftJoin('actions as a', (join) => join.on('a.id', '=', sql<string>`staying_action(r.action_id)`))
          .select('r.id')
          .where('r.contact', 'is not', null)
          .where(sql<boolean>`
            case when r.status = 'Declined' then r.checked_at when r.status = 'Accepted' then coalesce(a.completed_at, a.deleted_at)
              when ${isMutedReport} then r.created_at end
              < ${now}::timestamptz - make_interval(days => ${days})`)
          .limit(AT_ONCE),
      ),
    )
