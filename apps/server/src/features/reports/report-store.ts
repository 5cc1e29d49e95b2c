/** The table `reports`: taking one in, deciding about it, and what its link leads to. */
import { createHash } from 'node:crypto'
import type { FollowedReport, ReportStep } from '@trailwarden/api'
import { type Actor, accept, type Decision, isManager, NOTES_MAX, PHOTOS_MAX, type Reader, refuse } from '@trailwarden/domain'
import { type Report, type ReportContext, reportKind } from '@trailwarden/domain/report/report-kind'
import { decideReport, decideReporter } from '@trailwarden/domain/report/report-rules'
import { reporterKind } from '@trailwarden/domain/report/reporter-kind'
import { type RawBuilder, sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'
import { documentSql } from '#db/document-sql.ts'
import type { Applied, Incoming } from '#db/history.ts'
import { isMutedReport } from '#db/muted-reports.ts'
import { nextNumber } from '#db/numbers.ts'
import { applyRecordChange } from '#db/record-store.ts'
import { isUuid } from '#db/uuid.ts'
import type { Mail } from '#mail/mailer.ts'
import type { ReportEmail } from './report-emails.ts'

/** RP4: managers, and the device that sent it. */
export const reportIsSeenBy = (reader: Reader): RawBuilder<boolean> =>
  isManager(reader) ? sql<boolean>`true` : sql<boolean>`r.created_by = ${reader.id}`

const THE_SERVER = { id: '00000000-0000-0000-0000-000000000000', role: Number.MAX_SAFE_INTEGER }

/** Makes the action of an accepted report, under the report's number. */
export type MakeAction = (tx: Tx, actor: Actor, incoming: Incoming, now: Date, number: string) => Promise<Decision<Applied>>

async function readReports(tx: Db | Tx, where: RawBuilder<boolean>, most = 1): Promise<Report[]> {
  const { rows } = await sql<{ report: Report }>`select ${documentSql(reportKind, THE_SERVER)} as report
    from reports r where ${where} order by r.created_at, r.id limit ${most}`.execute(tx)
  return rows.map(({ report }) => report)
}

const readReport = async (tx: Db | Tx, where: RawBuilder<boolean>): Promise<Report | null> => (await readReports(tx, where))[0] ?? null

/**
 * RP14: the action that someone sees too, if it is open and public; of a merged one the action that stays. Locked: whoever resolves it at
 * the same time is waited for, and then there is nothing to follow, or comes after, and notifies this reporter too.
 */
async function readSeen(tx: Tx, sees: unknown): Promise<Exclude<ReportContext['seen'], undefined>> {
  if (typeof sees !== 'string' || !isUuid(sees)) return null
  const { rows } = await sql<NonNullable<ReportContext['seen']>>`
    select id, category, area, trail from actions
    where id = staying_action(${sees}) and is_shown_to_riders and status = 'Unresolved' and deleted_at is null for share`.execute(tx)
  return rows[0] ?? null
}

/** RP16: the report that it adds to. */
const readAddedTo = async (tx: Tx, ofLink: unknown): Promise<Report | null> =>
  typeof ofLink === 'string' ? readReport(tx, sql<boolean>`r.follow_hash = ${ofLink}`) : null

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

/** The report that is to be decided about, and stays as it is until the end: of two managers the second waits here, and then sees the first. */
async function lockReport(tx: Tx, actor: Actor, incoming: Incoming, now: Date): Promise<Decision<Report>> {
  await sql`select from reports where id = ${incoming.recordId} for update`.execute(tx)
  const report = await readReport(tx, sql<boolean>`r.id = ${incoming.recordId}`)
  if (!report) return refuse('gone', 'there is no such report')
  const decision = decideReport(report, incoming, actor, now)
  return decision.ok ? accept(report) : decision
}

/** Lends the photos of a report to the manager for as long as it takes to make them an action's. */
async function withPhotosOf<T>(
  tx: Tx,
  actor: Actor,
  { id, createdBy }: Report,
  photoIds: readonly string[],
  change: () => Promise<Decision<T>>,
): Promise<Decision<T>> {
  const own = sql`id = any(${photoIds}::uuid[])`
  await sql`update photos set report_id = null, owner_id = ${actor.id} where ${own}`.execute(tx)
  const made = await change()
  // The device that took them is still the only one that may bring their bytes.
  await sql`update photos set owner_id = ${createdBy}, report_id = ${made.ok ? null : id} where ${own}`.execute(tx)
  return made
}

const notedPhotos = ({ photos }: Report) => photos.map(({ id, note }) => ({ id, note }))

/** The photos of a report become those of its action; their bytes may still be on their way from the reporter's device. */
async function acceptReport(tx: Tx, makeAction: MakeAction, actor: Actor, incoming: Incoming, now: Date): Promise<Decision<Applied>> {
  const locked = await lockReport(tx, actor, incoming, now)
  if (!locked.ok) return locked
  const report = locked.record
  const { actionId, ...values } = reportKind.patch.parse(incoming.patch).accept ?? {}
  if (!actionId) return refuse('not-valid', 'no action is named')
  const photos = notedPhotos(report)
  const patch = {
    ...values,
    category: report.category,
    detail: report.words,
    place: report.place,
    ...(photos.length > 0 && { addPhotos: photos }),
  }
  const action = { ...incoming, id: actionId, kind: 'action', recordId: actionId, baseVersion: null, patch }
  const ids = photos.map(({ id }) => id)
  const made = await withPhotosOf(tx, actor, report, ids, () => makeAction(tx, actor, action, now, report.number))
  return made.ok ? applyDecision(tx, actor, incoming, now) : made
}

type MergeTarget = { id: string; version: number; status: string; photos: unknown[]; notes: unknown[] }

/** Of what was added to a report: the action that stays, where that of the report was merged meanwhile. */
async function lockMergeTarget(tx: Tx, { addsTo }: Report, actionId: string): Promise<MergeTarget | undefined> {
  const { rows } = await sql<MergeTarget>`
    select id, version, status, photos, notes from actions
    where id = ${addsTo ? sql`staying_action(${actionId})` : actionId} and deleted_at is null for update`.execute(tx)
  return rows[0]
}

/** RP17: a note by the manager who merges, so it names whose words they are. */
function noteOf({ id, addsTo, words, isNotFixed }: Report, { notes }: MergeTarget) {
  if (!addsTo || !(words || isNotFixed) || notes.length >= NOTES_MAX) return {}
  const lead = isNotFixed ? 'Not fixed, by whoever reported it' : 'Added by whoever reported it'
  return { addNote: { id, text: words ? `${lead}: ${words}` : `${lead}.` } }
}

/** RP6: it adds its photos to an action that is there, as many as there is room for, and tells its reporter. */
async function mergeReport(tx: Tx, changeAction: MakeAction, actor: Actor, incoming: Incoming, now: Date): Promise<Decision<Applied>> {
  const locked = await lockReport(tx, actor, incoming, now)
  if (!locked.ok) return locked
  const report = locked.record
  const { actionId = '', reopens } = reportKind.patch.parse(incoming.patch).merge ?? {}
  const action = await lockMergeTarget(tx, report, actionId)
  if (!action) return refuse('gone', 'there is no such action')
  const isResolved = action.status === 'Resolved'
  if (isResolved && !reopens) return refuse('changed-since', 'It is resolved already. Accept the report, or decline it.')
  const addPhotos = notedPhotos(report).slice(0, Math.max(0, PHOTOS_MAX - action.photos.length))
  const patch = {
    ...(isResolved && { status: 'Unresolved' }),
    ...(addPhotos.length > 0 && { addPhotos }),
    ...noteOf(report, action),
  }
  if (Object.keys(patch).length > 0) {
    // Its line in the history is of a command of its own, which is this report.
    const change = { ...incoming, id: report.id, kind: 'action', recordId: action.id, baseVersion: action.version, patch }
    const ids = addPhotos.map(({ id }) => id)
    const added = await withPhotosOf(tx, actor, report, ids, () => changeAction(tx, actor, change, now, report.number))
    if (!added.ok) return added
  }
  return applyDecision(tx, actor, incoming, now)
}

/** A report that is not genuine is closed without a word. */
async function answerDeclined(tx: Tx, mail: Mail, id: string, now: Date): Promise<void> {
  const report = await readReport(tx, sql<boolean>`r.id = ${id}`)
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
  const { rows } = await sql<{ muted: boolean }>`select muted from reporters where id = ${id} for update`.execute(tx)
  return rows[0]?.muted ?? false
}

/** RP8: nothing about the reports themselves changes, so the reporter hears of nothing. */
export async function applyReporterChange(tx: Tx, actor: Actor, incoming: Incoming, now: Date): Promise<Decision<Applied>> {
  const { recordId } = incoming
  const { rows } = await sql`select from reports where created_by = ${recordId} limit 1`.execute(tx)
  if (rows.length === 0) return refuse('gone', 'there is no such reporter')
  const before = await isMuted(tx, recordId)
  const decision = await applyMute(tx, actor, incoming, now)
  const after = await isMuted(tx, recordId)
  if (before !== after) await audit(tx, after ? 'reporter-muted' : 'reporter-unmuted', { actorId: actor.id, subjectId: recordId }, now)
  return decision
}

type ActionState = { id: string; assignedAt: string | null; isAssigned: boolean; completedAt: string | null; fix: string; after: string[] }

/** Of the action that stays, where its own was merged into another. */
async function readActionOf(db: Db, { actionId }: Report): Promise<ActionState | null> {
  if (!actionId) return null
  const { rows } = await sql<ActionState>`
    select id, iso(completed_at) as completed_at, assigned_to is not null as is_assigned, fix,
      array(select p.id from jsonb_array_elements(a.photos) one join photos p on p.id = (one ->> 'id')::uuid
        where (one ->> 'after')::boolean and p.stored_at is not null) as after,
      (select iso(min(created_at)) from history h where h.kind = 'action' and h.record_id = a.id
        and h.changes #>> '{assignedTo,after}' is not null) as assigned_at
    from actions a where id = staying_action(${actionId}) and deleted_at is null`.execute(db)
  return rows[0] ?? null
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')
const byCode = (db: Db, code: string) => readReport(db, sql<boolean>`r.follow_hash = ${hashOf(code)}`)

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

/** RP18: of the device that reported it. The link may be anywhere, and nobody is shown what a stranger wrote. */
async function readAdditions(db: Db, { id, createdBy }: Report): Promise<FollowedReport['additions']> {
  const added = await readReports(db, sql<boolean>`r.adds_to = ${id} and r.created_by = ${createdBy}`, ADDITIONS_SHOWN)
  return added.map((one) => ({
    id: one.id,
    words: one.words,
    isNotFixed: one.isNotFixed,
    photos: storedPhotos(one),
    at: one.createdAt,
    answer: one.answer,
  }))
}

/** What the link leads to; null of a code that nobody was given. */
export async function followReport(db: Db, code: string): Promise<FollowedReport | null> {
  const report = await byCode(db, code)
  if (!report) return null
  const action = await readActionOf(db, report)
  const { number, category, words, area, trail, place, answer, contact } = report
  return {
    number,
    category,
    words,
    area,
    trail,
    place,
    steps: stepsOf(report, action),
    // A report that is not genuine is closed without a word.
    reason: report.reason === 'Not a genuine report' ? null : report.reason,
    answer,
    photos: storedPhotos(report),
    isMerged: action !== null && action.id !== report.actionId,
    fix: action?.fix ?? '',
    fixedPhotos: action?.completedAt ? action.after : [],
    hasContact: contact !== null,
    additions: await readAdditions(db, report),
  }
}

/** Where the bytes of a photo lie that the link shows. */
export async function followedPhoto(db: Db, code: string, photoId: string): Promise<string | null> {
  const followed = await followReport(db, code)
  const shown = followed && [followed, ...followed.additions].flatMap(({ photos }) => photos)
  if (!shown || ![...shown, ...followed.fixedPhotos].includes(photoId)) return null
  const photo = await db.selectFrom('photos').select(['file', 'storedAt']).where('id', '=', photoId).executeTakeFirst()
  return photo?.storedAt ? photo.file : null
}

/** Also out of the commands that brought it: they are stored for good. */
async function forgetContacts(db: Db, which: RawBuilder<unknown>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update reports set contact = null, version = version + 1 where contact is not null and id in (${which}) returning id`.execute(tx)
    const ids = rows.map(({ id }) => id)
    await sql`update commands set patch = (patch::jsonb - 'contact')::json
      where kind = 'report' and record_id = any(${ids}) and patch is not null`.execute(tx)
    await sql`delete from emails where kind like 'report-%' and string_to_array(details ->> 'reportIds', ' ')::uuid[] && ${ids}`.execute(tx)
    await sql`delete from report_news where report_id = any(${ids})`.execute(tx)
    return ids.length
  })
}

/** The reporter asks for it, by the link; false of a code that nobody was given. */
export async function forgetContactOf(db: Db, code: string): Promise<boolean> {
  const report = await byCode(db, code)
  if (report) await forgetContacts(db, sql`select ${report.id}::uuid`)
  return report !== null
}

const AT_ONCE = 500

/** Contacts of reports that were declined, or whose action (the one that stays) was resolved or deleted, so many days ago; and of those that wait unseen and came then. */
export const forgetOldContacts =
  (db: Db, days: number) =>
  (now: Date): Promise<number> =>
    forgetContacts(
      db,
      sql`select r.id from reports r left join actions a on a.id = staying_action(r.action_id)
        where r.contact is not null
          and case when r.status = 'Declined' then r.checked_at when r.status = 'Accepted' then coalesce(a.completed_at, a.deleted_at)
            when ${isMutedReport} then r.created_at end
            < ${now}::timestamptz - make_interval(days => ${days})
        limit ${AT_ONCE}`,
    )
