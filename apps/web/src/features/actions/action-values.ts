/** The form of an action: its fields as they are typed, and the change that follows from what was touched. */
import { type Action, type ActionPatch, ManagerFields, NOTE_MAX_LENGTH, ReporterFields } from '@trailwarden/domain'
import * as z from 'zod/mini'

/** Choices that may be left open are '' here, as a form has them, and null in the record. */
export const ActionValues = z.object({
  ...ReporterFields,
  ...ManagerFields,
  trail: z.string(),
  assignedTo: z.string(),
  note: z.string().check(z.trim(), z.maxLength(NOTE_MAX_LENGTH)),
})
export type ActionValues = z.infer<typeof ActionValues>

const BLANK: ActionValues = {
  description: '',
  area: '',
  trail: '',
  detail: '',
  place: null,
  photoId: null,
  rating: 'Unrated',
  status: 'Unresolved',
  assignedTo: '',
  note: '',
}

export const valuesOf = (action: Action | null): ActionValues =>
  action
    ? {
        description: action.description,
        area: action.area,
        trail: action.trail ?? '',
        detail: action.detail,
        place: action.place,
        photoId: action.photoId,
        rating: action.rating,
        status: action.status,
        assignedTo: action.assignedTo ?? '',
        note: '',
      }
    : BLANK

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Only what differs from the start travels: a whole record from an old phone would undo other people's work. The note's id is the form's own: saved twice it is one note. */
export function patchOf(values: ActionValues, start: ActionValues, noteId: string): ActionPatch {
  const { note, ...fields } = values
  const touched = Object.entries(fields).filter(([name, value]) => !isSame(value, start[name as keyof ActionValues]))
  const patch = Object.fromEntries(touched.map(([name, value]) => [name, value === '' && OPEN.has(name) ? null : value]))
  return { ...patch, ...(note !== '' && { addNote: { id: noteId, text: note } }) }
}

const OPEN = new Set(['trail', 'assignedTo'])

/** Whether there is anything in it that a person would miss; a position alone comes back by itself. */
export const hasWords = ({ description, detail, note, photoId }: ActionValues, start: ActionValues) =>
  description !== start.description || detail !== start.detail || note !== '' || photoId !== start.photoId

export type KeptDraft = { values: ActionValues; photo: Blob | null }

/** A draft kept by an older version of the app may have another shape: then it is of no use to this form. */
export function draftOf(kept: unknown): KeptDraft | null {
  if (typeof kept !== 'object' || kept === null || !('values' in kept)) return null
  const values = Draft.safeParse(kept.values)
  if (!values.success) return null
  return { values: values.data, photo: 'photo' in kept && kept.photo instanceof Blob ? kept.photo : null }
}

/** Half-typed words are drafts too: only the kinds of the fields are checked. */
const Draft = z.object({ ...ActionValues.shape, description: z.string(), area: z.string() })
