/**
 * No text is lost: text that is too long continues in a note, and unknown values are added to the detail. If the status can't be read, the
 * Action stays Unresolved, because checking a hazard twice is better than missing one.
 */
import {
  type Action,
  ActionStatus,
  DESCRIPTION_MAX_LENGTH,
  DETAIL_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  type Note,
  Rating,
} from '@trailwarden/domain'
import * as z from 'zod/mini'
import { uuidFrom } from '#db/uuid.ts'
import type { OldRecord } from './old-export.ts'
import { type Author, authorOf, type OldPeople, UNKNOWN_AUTHOR } from './old-people.ts'
import { readPosition, readWhereabouts, type SiteWords } from './old-place.ts'
import { type Correct, type Correction, isEmpty, part, readAlias, readLine, readText, readTime, type Translated } from './old-values.ts'

/** Fields added after the previous app stay blank, as in older records of Trailwarden. */
type Known =
  | ('id' | 'description' | 'area' | 'trail' | 'detail' | 'place' | 'rating' | 'status' | 'completedAt' | 'notes' | 'recordedAt')
  | ('assignedTo' | 'assignedName' | 'assignedEmail')
  | ('createdAt' | 'createdBy' | 'createdByName' | 'updatedAt' | 'updatedBy' | 'updatedByName')

export type OldAction = Pick<Action, Known> & {
  oldId: string
  oldNumber: number | null
  photos: OldPhoto[]
}

/** `asNotes`: the photo's note as notes of the Action, in case the photo isn't available. */
type OldPhoto = { url: string; note: string; asNotes: Note[] }

export type OldActionContext = SiteWords & { people: OldPeople; now: Date }

/** Higher numbers are treated as mistakes, because later Actions would get even higher numbers. */
const HIGHEST_NUMBER = 99_999

const Image = z.union([z.string(), z.looseObject({ url: z.string(), note: z.optional(z.unknown()) })])
const OldNote = z.union([z.string(), z.looseObject({ note: z.unknown() })])
const listOf = (value: unknown): unknown[] => (isEmpty(value) ? [] : Array.isArray(value) ? value : [value])

function readNumber(value: unknown, correct: Correct): number | null {
  const number = /^\d+$/.test(String(value ?? '').trim()) ? Number(value) : 0
  if (number >= 1 && number <= HIGHEST_NUMBER) return number
  correct('hazard_id', `hazard_id is ${isEmpty(value) ? 'missing' : `not a valid number: ${JSON.stringify(value)}`}`)
  return null
}

/** Ignores case. If no choice matches, adds a correction and returns `otherwise`. */
function readWord<T extends string>(choices: readonly T[], value: unknown, field: string, otherwise: T, correct: Correct): T {
  const word = readLine(value, field, correct)
  const found = choices.find((choice) => choice.toLowerCase() === word.toLowerCase())
  if (found || word === '') return found ?? otherwise
  correct(field, `${field} ${JSON.stringify(word)} is unknown and was replaced with ${otherwise}`)
  return otherwise
}

type Stamps = { created: Date; updated: Date }

function readStamps(record: OldRecord, now: Date, correct: Correct): Stamps | string {
  const [created, updated, completed] = [record.created_at, record.updated_at, record.completed_at].map((time) => readTime(time, now))
  const times = [created, updated, completed].filter((time) => time instanceof Date)
  if (!(created instanceof Date)) {
    const instead = times[0]
    if (!instead) return `created_at ${created}, and no other field shows when the Action was created`
    correct(
      'created_at',
      `created_at ${created}; ${instead.toISOString()} from ${updated instanceof Date ? 'updated_at' : 'completed_at'} was used`,
    )
    return { created: instead, updated: instead }
  }
  if (updated instanceof Date) return { created, updated }
  if (!isEmpty(record.updated_at)) correct('updated_at', `updated_at ${updated}; created_at was used`)
  return { created, updated: created }
}

function readCompleted(record: OldRecord, status: ActionStatus, { updated }: Stamps, now: Date, correct: Correct): string | null {
  if (status === 'Unresolved') {
    if (!isEmpty(record.completed_at)) correct('completed_at', 'completed_at was left out because the Action is Unresolved')
    return null
  }
  const completed = readTime(record.completed_at, now)
  if (completed instanceof Date) return completed.toISOString()
  correct('completed_at', `completed_at ${completed}; the time of the last change was used`)
  return updated.toISOString()
}

function noteMaker(oldId: string) {
  const seen = new Map<string, number>()
  return (text: string, createdAt: Date, author: Author): Note => {
    const key = `${oldId} ${createdAt.toISOString()} ${text}`
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    return {
      id: uuidFrom('note', `${key} ${times}`),
      text,
      createdAt: createdAt.toISOString(),
      createdBy: author.id,
      createdByName: author.name,
    }
  }
}

function readNotes(
  record: OldRecord,
  author: Author,
  created: Date,
  { people, now }: OldActionContext,
  note: ReturnType<typeof noteMaker>,
  correct: Correct,
): Note[] {
  return listOf(record.notes).flatMap((value): Note[] => {
    const read = OldNote.safeParse(value)
    if (!read.success) {
      correct('notes', `a note is neither text nor a record, and was left out: ${JSON.stringify(value)?.slice(0, 60)}`)
      return []
    }
    const old: Record<string, unknown> = typeof read.data === 'string' ? { note: read.data } : read.data
    const text = readText(old.note, 'notes', correct)
    if (text === '') return []
    const by = authorOf(people, old, 'created_by', correct) ?? author
    const at = isEmpty(old.date) ? created : readTime(old.date, now)
    if (typeof at === 'string') correct('notes', `the date of a note ${at}; the Action’s date was used instead`)
    const parts = part(text, NOTE_MAX_LENGTH)
    if (parts.length > 1) correct('notes', `a note is longer than ${NOTE_MAX_LENGTH} characters and was split into ${parts.length} notes`)
    return parts.map((one) => note(one, typeof at === 'string' ? created : at, by))
  })
}

function readAssignee(record: OldRecord, people: OldPeople, correct: Correct) {
  const nobody = { assignedTo: null, assignedName: null, assignedEmail: null }
  const oldId = readAlias(record, ['assigned', 'hazard_assigned'], correct)
  const [name, email] = [record.assigned_name, record.assigned_email].map((value) => (isEmpty(value) ? '' : String(value)))
  if (isEmpty(oldId) && !name && !email) return nobody
  // The older field may contain a name instead of an id.
  const account = people.find({ oldId: String(oldId ?? ''), email: email ?? '', name: name || String(oldId ?? '') })
  if (account) return { assignedTo: account.id, assignedName: account.displayName, assignedEmail: account.email }
  correct('assigned', `assigned to ${JSON.stringify(name || email || oldId)}, who has no account, so the Action is now unassigned`)
  return nobody
}

function readPhotos(record: OldRecord, asNotes: (text: string) => Note[], correct: Correct): OldPhoto[] {
  const images = listOf(record.images).flatMap((value) => {
    const image = Image.safeParse(value)
    if (!image.success) correct('images', `an image has no address: ${JSON.stringify(value)?.slice(0, 60)}`)
    return image.success ? [typeof image.data === 'string' ? { url: image.data } : image.data] : []
  })
  return images.map((image) => {
    const note = 'note' in image ? readText(image.note, 'images', correct) : ''
    return { url: image.url, note, asNotes: note ? asNotes(note) : [] }
  })
}

export function translateAction(record: OldRecord, context: OldActionContext): Translated<OldAction> {
  const { people, now } = context
  const corrections: Correction[] = []
  const correct = (field: string, detail: string) => void corrections.push({ field, detail })
  const stamps = readStamps(record, now, correct)
  if (typeof stamps === 'string') return { record: null, reason: stamps }
  const wanted = readText(readAlias(record, ['description', 'hazard_title'], correct), 'description', correct)
  const detailed = readText(record.hazard_detail, 'hazard_detail', correct)
  if (wanted === '' && detailed === '') return { record: null, reason: 'both description and detail are missing' }
  if (wanted === '') correct('description', 'description is missing; the beginning of the detail was used')
  const { place, words: position } = readPosition(record, context, correct)
  const where = readWhereabouts(record, place, context, correct)
  if (typeof where === 'string') return { record: null, reason: where }

  const named = authorOf(people, record, 'created_by', correct)
  if (!named) correct('created_by', `no author is named, so the author is now ${UNKNOWN_AUTHOR}`)
  const author = named ?? { id: people.idOf(''), name: UNKNOWN_AUTHOR }
  const editor = authorOf(people, record, 'updated_by', correct) ?? author

  const title = (wanted || detailed).replace(/\s+/g, ' ')
  const isLong = title.length > DESCRIPTION_MAX_LENGTH
  if (isLong && wanted)
    correct('description', `description is longer than ${DESCRIPTION_MAX_LENGTH} characters; the full text is in the detail`)
  const description = isLong ? `${part(title, DESCRIPTION_MAX_LENGTH - 1)[0]}…` : title
  const whole = [isLong && wanted ? wanted : '', detailed, ...where.words, position ?? ''].filter(Boolean).join('\n\n')
  const [detail = '', ...more] = part(whole, DETAIL_MAX_LENGTH)
  if (more.length > 0) correct('hazard_detail', `hazard_detail is longer than ${DETAIL_MAX_LENGTH} characters; it continues in a note`)

  const note = noteMaker(record.id)
  const asNotes = (text: string) => part(text, NOTE_MAX_LENGTH).map((one) => note(one, stamps.created, author))
  const beyond = more.flatMap(asNotes)
  const photos = readPhotos(record, asNotes, correct)
  const notes = [
    ...beyond,
    ...photos.flatMap((photo) => (photo.url ? [] : photo.asNotes)),
    ...readNotes(record, author, stamps.created, context, note, correct),
  ].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
  const oldStatus = readAlias(record, ['status', 'hazard_status'], correct)
  const status = readWord(ActionStatus.options, oldStatus, 'status', 'Unresolved', correct)
  const created = stamps.created.toISOString()
  return {
    record: {
      id: uuidFrom('action', record.id),
      oldId: record.id,
      oldNumber: readNumber(record.hazard_id, correct),
      photos: photos.filter(({ url }) => url),
      description,
      area: where.area,
      trail: where.trail,
      detail,
      place,
      rating: readWord(Rating.options, record.hazard_rating, 'hazard_rating', 'Unrated', correct),
      status,
      completedAt: readCompleted(record, status, stamps, now, correct),
      ...readAssignee(record, people, correct),
      notes,
      recordedAt: created,
      createdAt: created,
      createdBy: author.id,
      createdByName: author.name,
      updatedAt: stamps.updated.toISOString(),
      updatedBy: editor.id,
      updatedByName: editor.name,
    },
    corrections,
  }
}
