/** The kinds of records that travel by sync: how a change to each is applied, who sees it, and as what. The one list of them. */
import {
  type Actor,
  actionKind,
  type Data,
  type Decision,
  FORMER_USER,
  personKind,
  type Reader,
  type RecordKind,
  refuse,
  settingsKind,
  trailUpdateKind,
} from '@trailwarden/domain'
import { noticeKind } from '@trailwarden/domain/notice/notice-kind'
import { pointKind } from '@trailwarden/domain/point/point-kind'
import { reportKind } from '@trailwarden/domain/report/report-kind'
import { reporterKind } from '@trailwarden/domain/report/reporter-kind'
import { trailLineKind } from '@trailwarden/domain/trail-line/trail-line-kind'
import { statusProposalKind } from '@trailwarden/domain/trail-status/status-proposal-kind'
import { workDayKind } from '@trailwarden/domain/work-day/work-day-kind'
import type { Site, SiteBundle } from '@trailwarden/site'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/database.ts'
import { documentSql } from '#db/document-sql.ts'
import type { Applied, Incoming } from '#db/history.ts'
import { isNotDeleted } from '#db/record-store.ts'
import { actionDocumentFor, actionIsSeenBy } from '#features/actions/action-sql.ts'
import { type ActionDependencies, applyActionChange } from '#features/actions/action-store.ts'
import { personIsSeenBy } from '#features/people/people-store.ts'
import { withBlur } from '#features/photos/photo-blur.ts'
import { applyPointChange, isSeenByManagers } from '#features/points/point-store.ts'
import { applyTrailLineChange } from '#features/points/trail-line-store.ts'
import { notifyReporters } from '#features/reports/report-emails.ts'
import { applyReportChange, applyReporterChange, reportIsSeenBy } from '#features/reports/report-store.ts'
import { applySettingsChange } from '#features/settings/settings-store.ts'
import { applyNoticeChange, noticeIsSeenBy } from '#features/trail-status/notice-store.ts'
import { applyProposalChange, proposalIsSeenBy } from '#features/trail-status/proposal-store.ts'
import { applyTrailUpdate, type PostingDependencies } from '#features/trail-status/trail-status-store.ts'
import { applyWorkDayChange, workDayIsSeenBy } from '#features/work-days/work-day-store.ts'
import type { PhotoStore } from '#files/photo-store.ts'

/** SQL about a row `r` of the kind's table. */
export type ReadableKind = {
  fields: RecordKind['fields']
  /** The first version of the protocol whose devices can be sent this kind. */
  since: number
  table: RawBuilder<unknown>
  version: RawBuilder<number>
  isSeenBy(actor: Reader): RawBuilder<boolean>
  documentFor(actor: Reader): RawBuilder<unknown>
}

export type ApplyChange = (tx: Tx, actor: Actor, incoming: Incoming, now: Date) => Promise<Decision<Applied>>

/** A kind that everyone who is signed in may see, read as it is described. */
export const readable = <R extends Data>(
  kind: Pick<RecordKind<R>, 'fields' | 'operations'>,
  table: string,
  own: Pick<ReadableKind, 'since'> & Partial<ReadableKind>,
): ReadableKind => ({
  fields: kind.fields,
  table: sql.table(table),
  version: 'version' in kind.fields ? sql`r.version` : sql`1`,
  isSeenBy: () => isNotDeleted(kind),
  documentFor: (reader) => documentSql(kind, reader),
  ...own,
})

export const READABLE: Readonly<Record<string, ReadableKind>> = {
  action: readable(actionKind, 'actions', { since: 1, isSeenBy: actionIsSeenBy, documentFor: actionDocumentFor }),
  'trail-update': readable(trailUpdateKind, 'trail_updates', { since: 1 }),
  settings: readable(settingsKind, 'settings', { since: 1 }),
  point: readable(pointKind, 'points', { since: 2, isSeenBy: isSeenByManagers }),
  'trail-line': readable(trailLineKind, 'trail_lines', { since: 2, isSeenBy: isSeenByManagers }),
  notice: readable(noticeKind, 'notices', { since: 2, isSeenBy: noticeIsSeenBy }),
  report: readable(reportKind, 'reports', { since: 2, isSeenBy: isSeenByManagers }),
  reporter: readable(reporterKind, 'reporters', { since: 2, isSeenBy: isSeenByManagers }),
  'status-proposal': readable(statusProposalKind, 'status_proposals', { since: 2, isSeenBy: proposalIsSeenBy }),
  'work-day': readable(workDayKind, 'work_days', { since: 2, isSeenBy: workDayIsSeenBy }),
  person: readable(personKind, 'people', { since: 1, isSeenBy: personIsSeenBy }),
}

/** What a device without an account is sent. */
export const REPORTER_KINDS = { report: readable(reportKind, 'reports', { since: 1, isSeenBy: reportIsSeenBy }) }

/** Photos are seen by those who see what they are of. */
export const PHOTO_SEEN_BY = { action: actionIsSeenBy, point: isSeenByManagers, person: personIsSeenBy, report: isSeenByManagers }

/** What devices that speak this version of the protocol are sent. */
export const kindsFor = (protocol: number, kinds = READABLE): (readonly [string, ReadableKind])[] =>
  Object.entries(kinds).filter(([, { since }]) => since <= protocol)

/** What a patch must look like, of kinds whose wrong ones need not be remembered (push.ts). */
export const PATCHES: Readonly<Record<string, Pick<RecordKind['patch'], 'safeParse'>>> = {
  action: actionKind.patch,
  report: reportKind.patch,
}

export const applyChanges = (
  site: Site,
  base: SiteBundle,
  deps: Omit<ActionDependencies, 'notifyReporters'> & Pick<PostingDependencies, 'trails' | 'alert'> & { store: PhotoStore },
): Readonly<Record<string, ApplyChange>> => {
  const actions = { ...deps, notifyReporters: notifyReporters(deps.mail) }
  return {
    action: withBlur(deps.store, 'actionId', (tx, actor, incoming, now) => applyActionChange(tx, actions, actor, incoming, now)),
    'trail-update': (tx, actor, incoming) => applyTrailUpdate(tx, { ...deps, site }, actor, incoming),
    settings: applySettingsChange,
    point: withBlur(deps.store, 'pointId', applyPointChange(base)),
    'trail-line': applyTrailLineChange(base),
    notice: applyNoticeChange,
    'status-proposal': applyProposalChange({ ...deps, site }),
    report: withBlur(
      deps.store,
      'reportId',
      applyReportChange((tx, actor, incoming, now, number) => applyActionChange(tx, actions, actor, incoming, now, number), deps.mail),
    ),
    reporter: applyReporterChange,
    'work-day': applyWorkDayChange,
    // Passwords, emails and sessions hang on an account: it is changed by routes that answer at once.
    person: async () => refuse('not-allowed', 'people are not changed by sync'),
  }
}

/** A person who is gone is no longer named as the author of any record. */
export async function forgetAuthor(tx: Tx, personId: string): Promise<void> {
  for (const { fields, table } of Object.values(READABLE))
    for (const author of ['createdBy', 'updatedBy'])
      if (`${author}Name` in fields)
        await sql`update ${table} set ${sql.ref(`${author}Name`)} = ${FORMER_USER} where ${sql.ref(author)} = ${personId}`.execute(tx)
}
