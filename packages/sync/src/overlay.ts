/**
 * What screens read: a mirrored document with this person's own commands laid over it, oldest first. Pure.
 * A command is laid from the moment it is saved until the mirror holds what it made, so a person's change never flickers away
 * between the server's answer and the next page.
 */
import type { Action, TrailUpdateDocument } from '@trailwarden/domain'
import type { Attention, Data, Mirrored, Sent, Waiting } from './phone-state.ts'
import type { Command, Kind } from './protocol.ts'

/** Where a record's newest words are: on this phone only, at the server, or refused. */
export type SyncState = 'local' | 'sent' | 'attention'

export type View = { kind: Kind; id: string; version: number | null; data: Data; state: SyncState; attention: Attention[] }

/** Everything this phone knows of one record. */
export type Pieces = {
  kind: Kind
  id: string
  document: Mirrored | null
  waiting: readonly Waiting[]
  sent: readonly Sent[]
  attention: readonly Attention[]
  /** Who is signed in: the author of what is not yet at the server. */
  author: { id: string; name: string }
}

type Laid = { command: Command; creates: boolean; seen: Data | null }

/** The record as the person should see it, or null when there is none (any more). */
export function viewOf({ kind, id, document, waiting, sent, attention, author }: Pieces): View | null {
  const version = document?.version ?? null
  // Nothing of one's own, as with nearly all of ten thousand on a map.
  if (waiting.length + sent.length + attention.length === 0)
    return document && { kind, id, version, data: document.data as Data, state: 'sent', attention: [] }
  const unmirrored = (made: number, mirrored: Sent['mirrored']) => mirrored !== 'removed' && (version === null || version < made)
  const rows: Laid[] = [
    ...sent.filter((row) => row.mirrored === 'not-yet' && unmirrored(row.version, row.mirrored)).map((row) => ({ ...row, seen: null })),
    ...waiting.filter(({ before }) => before === null || unmirrored(before.version, before.mirrored)),
    // A refused creation is still the person's record; a refused edit is shown beside the record, not in it.
    ...attention.flatMap((row) => (row.waiting.creates ? [row.waiting, ...row.held] : [])),
  ]
  rows.sort((a, b) => a.command.n - b.command.n)
  // An edit of a record that is gone meanwhile stays in sight, over the record as it was seen, until the server has answered.
  // Refused because it is gone, it still stays: what the person wrote must be found where they wrote it.
  const lastSeen = [...rows, ...attention.map((row) => row.waiting)].find((row) => row.seen !== null)?.seen ?? null
  const base = document ? (document.data as Data) : lastSeen
  const data = rows.reduce<Data | null>((under, row) => lay(kind, under, row, author), base)
  if (data === null) return null
  const isLocal = waiting.some(({ before }) => before === null)
  return { kind, id, version, data, state: attention.length > 0 ? 'attention' : isLocal ? 'local' : 'sent', attention: [...attention] }
}

/** One command over what lies under it. */
function lay(kind: Kind, under: Data | null, { command, creates }: Laid, author: Pieces['author']): Data | null {
  const { addNote, deleted, ...fields } = command.patch
  if (deleted === true || (under === null && !creates)) return null
  const before = under ?? newRecord(kind, command, author)
  const after: Data = { ...before, ...fields }
  if (isNote(addNote) && Array.isArray(before.notes)) {
    const note = { ...addNote, createdAt: command.recordedAt, createdBy: author.id, createdByName: author.name }
    after.notes = before.notes.some((other: unknown) => isNote(other) && other.id === addNote.id) ? before.notes : [...before.notes, note]
  }
  if (kind === 'action' && 'status' in fields)
    after.completedAt = fields.status === 'Resolved' ? (before.completedAt ?? command.recordedAt) : null
  return after
}

const isNote = (value: unknown): value is { id: string; text: string } => typeof value === 'object' && value !== null && 'id' in value

function newRecord(kind: Kind, command: Command, author: Pieces['author']): Data {
  if (kind === 'action') return newAction(command, author)
  if (kind === 'trail-update') return newTrailUpdate(command, author)
  return { id: command.recordId }
}

/** The phone's own time stands in for the server's until it has one. */
const newTrailUpdate = ({ recordId, recordedAt }: Command, author: Pieces['author']): TrailUpdateDocument => ({
  id: recordId,
  networks: {},
  createdAt: recordedAt,
  createdBy: author.id,
  createdByName: author.name,
})

/** An action nobody but its author knows of: no number yet, the rest as the server will start it. */
const newAction = ({ recordId, recordedAt }: Command, author: Pieces['author']): Action => ({
  id: recordId,
  number: '',
  description: '',
  area: '',
  trail: null,
  detail: '',
  place: null,
  photoId: null,
  rating: 'Unrated',
  status: 'Unresolved',
  assignedTo: null,
  assignedName: null,
  assignedEmail: null,
  notes: [],
  completedAt: null,
  version: 0,
  recordedAt,
  createdAt: recordedAt,
  createdBy: author.id,
  createdByName: author.name,
  updatedAt: recordedAt,
  updatedBy: author.id,
  updatedByName: author.name,
})
