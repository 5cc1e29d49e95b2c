/** This is the only list of the record kinds that the app syncs. */
import type { Kind } from '@trailwarden/api'
import {
  type ActionPeople,
  actionKind,
  type Data,
  type Person,
  personKind,
  type RecordKind,
  type RecordOf,
  SETTINGS_ID,
  type Settings,
  settingsKind,
  trailUpdateKind,
} from '@trailwarden/domain'
import { noticeKind } from '@trailwarden/domain/notice/notice-kind'
import { pointKind } from '@trailwarden/domain/point/point-kind'
import { reportKind } from '@trailwarden/domain/report/report-kind'
import { reporterKind } from '@trailwarden/domain/report/reporter-kind'
import { trailLineKind } from '@trailwarden/domain/trail-line/trail-line-kind'
import { statusProposalKind } from '@trailwarden/domain/trail-status/proposal/status-proposal-kind'
import { workDayKind } from '@trailwarden/domain/work-day/work-day-kind'
import type { Attention, SyncState, View } from '@trailwarden/sync'

type ReadDocument = (kind: string, id: string) => Promise<unknown>

type DeviceKind = {
  kind: RecordKind
  table: string
  indices?: readonly string[]
  /** The merge may need data from other records. The device supplies the data when the person saves. */
  context?(read: ReadDocument, patch: Data): Promise<Data>
  title: string
  path(id: string): string
  canSaveAsNew?: true
}

/** The cast is safe because our server wrote these documents. */
async function peopleOf(read: ReadDocument, { assignedTo }: Data): Promise<ActionPeople> {
  const person = typeof assignedTo === 'string' ? ((await read('person', assignedTo)) as Person | undefined) : undefined
  const settings = (await read('settings', SETTINGS_ID)) as Settings | undefined
  const { reviewerId = null, reviewerName = null } = settings ?? {}
  return {
    assignee: person ? { id: person.id, name: person.displayName } : null,
    reviewer: reviewerId ? { id: reviewerId, name: reviewerName } : null,
  }
}

const LIST = [
  {
    kind: actionKind,
    table: 'actions',
    indices: ['status', 'area', 'createdBy', 'assignedTo'],
    context: peopleOf,
    title: 'An Action',
    path: (id) => `/actions/view/${id}`,
    canSaveAsNew: true,
  },
  { kind: trailUpdateKind, table: 'trailUpdates', title: 'Trail update', path: (id) => `/updates/view/${id}` },
  { kind: settingsKind, table: 'settings', title: 'Settings', path: () => '/management/settings' },
  { kind: pointKind, table: 'points', title: 'A point', path: (id) => `/geopoints/view/${id}` },
  { kind: trailLineKind, table: 'trailLines', title: 'A trail line', path: (id) => `/geopoints/line/${id}` },
  { kind: noticeKind, table: 'publicNotices', title: 'A notice', path: (id) => `/notices/edit/${id}` },
  { kind: reportKind, table: 'reports', indices: ['status'], title: 'A report', path: () => '/management/reports' },
  { kind: reporterKind, table: 'reporters', title: 'A reporter', path: () => '/management/reports' },
  { kind: statusProposalKind, table: 'statusProposals', title: 'A proposed status', path: () => '/management/updates' },
  { kind: workDayKind, table: 'workDays', title: 'A work day', path: (id) => `/work-days/view/${id}` },
  { kind: personKind, table: 'people', title: 'A user', path: () => '/' },
] as const satisfies readonly DeviceKind[]
export const KINDS: readonly DeviceKind[] = LIST

type Listed = (typeof LIST)[number]['kind']
type RecordsByKind = { [K in Listed as K['name']]: RecordOf<K> }
export type RecordIn<K extends Kind> = K extends keyof RecordsByKind ? RecordsByKind[K] : Data
/** A record of the kind, with the person's unsent changes applied. */
export type ViewIn<K extends Kind> = Omit<View, 'data'> & { data: RecordIn<K> }
/** The record's own fields, and how far this person's changes to it are. */
export type Seen<R> = R & { state: SyncState; attention: Attention[] }

/** Increase the version whenever a kind is added to the list. */
export const DATABASE_VERSION = 8

export const KIND_NAMES: readonly string[] = KINDS.map(({ kind }) => kind.name)

export function deviceKind(name: string): DeviceKind {
  const known = KINDS.find(({ kind }) => kind.name === name)
  if (!known) throw new Error(`no such kind: ${name}`)
  return known
}
