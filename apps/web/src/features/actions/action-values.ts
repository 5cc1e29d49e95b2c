/** The form of an action: its fields as they are typed, and the change that follows from what was touched. */
import { type Action, type ActionPatch, actionKind, NOTE_MAX_LENGTH, touchedOf, writtenOf } from '@trailwarden/domain'
import * as z from 'zod/mini'

/** The fields that people write, and a note to add. */
export const ActionValues = z.object({ ...actionKind.values.shape, note: z.string().check(z.trim(), z.maxLength(NOTE_MAX_LENGTH)) })
export type ActionValues = z.infer<typeof ActionValues>

export const valuesOf = (action: Action | null): ActionValues => ({ ...writtenOf(actionKind, action ?? actionKind.blank), note: '' })

/**
 * Only what differs from the start travels: a whole record from a device with old data would undo other people's work. The note's id is
 * the form's own: saved twice it is one note.
 */
export const patchOf = (values: ActionValues, start: ActionValues, noteId: string): ActionPatch => ({
  ...touchedOf(actionKind, start, values),
  ...(values.note !== '' && { addNote: { id: noteId, text: values.note } }),
})

/** Whether there is anything in it that a person would miss; a position alone comes back by itself. */
export const hasText = ({ description, detail, note, photoId }: ActionValues, start: ActionValues) =>
  description !== start.description || detail !== start.detail || note !== '' || photoId !== start.photoId

export type SavedDraft = { values: ActionValues; photo: Blob | null }

/** A draft saved by an older version of the app may have another shape: then it is of no use to this form. */
export function draftOf(saved: unknown): SavedDraft | null {
  if (typeof saved !== 'object' || saved === null || !('values' in saved)) return null
  const values = Draft.safeParse(upToDate(Object(saved.values)))
  if (!values.success) return null
  return { values: values.data, photo: 'photo' in saved && saved.photo instanceof Blob ? saved.photo : null }
}

/** A draft of an older version lacks newer fields, and holds '' where a choice was left open. */
const upToDate = (values: Record<string, unknown>) => {
  const start: Record<string, unknown> = valuesOf(null)
  const open = (name: string, value: unknown) => (value === '' && start[name] === null ? null : value)
  return { ...start, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, open(name, value)])) }
}

/** Half-typed text is a draft too: only the kinds of the fields are checked. */
const Draft = z.object({ ...ActionValues.shape, description: z.string(), area: z.string() })
