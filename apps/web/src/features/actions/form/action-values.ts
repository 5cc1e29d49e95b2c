import {
  type Action,
  type ActionPatch,
  actionKind,
  createPatch,
  isSameValue,
  NOTE_MAX_LENGTH,
  photoChanges,
  photosOf,
  pickEditableFields,
} from '@trailwarden/domain'
import * as z from 'zod/mini'
import { PhotoValues, photoValuesOf } from '#parts/photo/photo-values.ts'

// Photos are sent separately, so the form leaves out `photoId`, the id of the first photo.
const { photoId: _, ...written } = actionKind.values.shape

export const ActionValues = z.object({
  ...written,
  photos: PhotoValues,
  note: z.string().check(z.trim(), z.maxLength(NOTE_MAX_LENGTH)),
})
export type ActionValues = z.infer<typeof ActionValues>

export function valuesOf(action: Action | null): ActionValues {
  const { photoId: _, ...fields } = pickEditableFields(actionKind, action ?? actionKind.blank)
  return { ...fields, photos: action ? photoValuesOf(photosOf(action)) : [], note: '' }
}

/**
 * A whole record from a device with old data would undo other people's work. The form sets the note's id, so saving twice creates only one
 * note.
 */
export function patchOf({ photos, note, ...fields }: ActionValues, start: ActionValues, noteId: string): ActionPatch {
  const { photos: photosBefore, note: _, ...before } = start
  return {
    ...createPatch(actionKind, before, fields),
    ...photoChanges(photosBefore, photos),
    ...(note !== '' && { addNote: { id: noteId, text: note } }),
  }
}

/** The device can measure its location again, so a location isn't worth a draft. */
export const hasText = ({ description, detail, note, photos }: ActionValues, start: ActionValues) =>
  description !== start.description || detail !== start.detail || note !== '' || !isSameValue(photos, start.photos)

/** An older version of the app may have saved drafts with a different shape. */
export function draftOf(saved: unknown): ActionValues | null {
  if (typeof saved !== 'object' || saved === null || !('values' in saved)) return null
  return Draft.safeParse(upToDate(Object(saved.values))).data ?? null
}

/** Drafts from older versions may lack fields, or contain '' where nothing was chosen. */
const upToDate = (values: Record<string, unknown>) => {
  const start: Record<string, unknown> = valuesOf(null)
  const open = (name: string, value: unknown) => (value === '' && start[name] === null ? null : value)
  return { ...start, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, open(name, value)])) }
}

/** Incomplete text is valid in a draft, so only the fields' types are checked. */
const Draft = z.object({ ...ActionValues.shape, description: z.string(), area: z.string() })
