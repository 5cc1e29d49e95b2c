/** The form of an action: its fields as they are typed, and the change that follows from what was touched. */
import {
  type Action,
  type ActionPatch,
  actionKind,
  isSameValue,
  NOTE_MAX_LENGTH,
  photoChanges,
  photosOf,
  touchedOf,
  writtenOf,
} from '@trailwarden/domain'
import * as z from 'zod/mini'
import type { Photos } from '#data/device.ts'
import { PhotoValues, photoValuesOf } from '#parts/photo-values.ts'

// The first of the photos, which travel by themselves.
const { photoId: _, ...written } = actionKind.values.shape

/** The fields that people write, the photos, and a note to add. */
export const ActionValues = z.object({
  ...written,
  photos: PhotoValues,
  note: z.string().check(z.trim(), z.maxLength(NOTE_MAX_LENGTH)),
})
export type ActionValues = z.infer<typeof ActionValues>

export function valuesOf(action: Action | null): ActionValues {
  const { photoId: _, ...fields } = writtenOf(actionKind, action ?? actionKind.blank)
  return { ...fields, photos: action ? photoValuesOf(photosOf(action)) : [], note: '' }
}

/**
 * Only what differs from the start travels: a whole record from a device with old data would undo other people's work. The note's id is
 * the form's own: saved twice it is one note.
 */
export function patchOf({ photos, note, ...fields }: ActionValues, start: ActionValues, noteId: string): ActionPatch {
  const { photos: photosBefore, note: _, ...before } = start
  return {
    ...touchedOf(actionKind, before, fields),
    ...photoChanges(photosBefore, photos),
    ...(note !== '' && { addNote: { id: noteId, text: note } }),
  }
}

/** Whether there is anything in it that a person would miss; a position alone comes back by itself. */
export const hasText = ({ description, detail, note, photos }: ActionValues, start: ActionValues) =>
  description !== start.description || detail !== start.detail || note !== '' || !isSameValue(photos, start.photos)

export type SavedDraft = { values: ActionValues; taken: Photos }

/** A draft saved by an older version of the app may have another shape: then it is of no use to this form. */
export function draftOf(saved: unknown): SavedDraft | null {
  if (typeof saved !== 'object' || saved === null || !('values' in saved)) return null
  const values = Draft.safeParse(upToDate(Object(saved.values)))
  if (!values.success) return null
  // An older version had one photo, and no note to it.
  const { photoId } = Object(saved.values)
  const photos = 'taken' in saved ? Object(saved.taken) : 'photo' in saved && typeof photoId === 'string' ? { [photoId]: saved.photo } : {}
  const taken: Photos = Object.fromEntries(Object.entries<unknown>(photos).flatMap(([id, one]) => (one instanceof Blob ? [[id, one]] : [])))
  const ofOlder = 'photo' in saved ? Object.keys(taken).map((id) => ({ id, note: '' })) : []
  return { values: { ...values.data, photos: [...ofOlder, ...values.data.photos] }, taken }
}

/** A draft of an older version lacks newer fields, and holds '' where a choice was left open. */
const upToDate = (values: Record<string, unknown>) => {
  const start: Record<string, unknown> = valuesOf(null)
  const open = (name: string, value: unknown) => (value === '' && start[name] === null ? null : value)
  return { ...start, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, open(name, value)])) }
}

/** Half-typed text is a draft too: only the kinds of the fields are checked. */
const Draft = z.object({ ...ActionValues.shape, description: z.string(), area: z.string() })
