/**
 * Actions: what people record in the field and managers follow up. Here are their shapes and limits; what may be done with them is in
 * `action-rules.ts` (RULES.md, A).
 */
import * as z from 'zod/mini'

export const Rating = z.enum(['Unrated', 'Low', 'Medium', 'High', 'Extreme'])
export type Rating = z.infer<typeof Rating>

export const ActionStatus = z.enum(['Unresolved', 'Resolved'])
export type ActionStatus = z.infer<typeof ActionStatus>

export const DESCRIPTION_MAX_LENGTH = 200
export const DETAIL_MAX_LENGTH = 4000
export const NOTE_MAX_LENGTH = 2000

// No database holds a NUL or half a character pair, and nobody types one: without this a slip of a keyboard would be refused for good.
const storable = (typed: string) => typed.replaceAll('\u0000', '').toWellFormed()
const text = (max: number) => z.string().check(z.overwrite(storable), z.trim(), z.maxLength(max))

/** Where it is. All three or none: a latitude alone is no place. Accuracy is the device's own word, in whole metres; null when placed by hand. */
export const Place = z.object({
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
  accuracyM: z.nullable(z.int().check(z.gte(0))),
})
export type Place = z.infer<typeof Place>

export const Note = z.object({
  id: z.uuid(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.uuid(),
  createdByName: z.string(),
})
export type Note = z.infer<typeof Note>

/** What a reporter fills in. */
export const ReporterFields = {
  description: text(DESCRIPTION_MAX_LENGTH).check(z.minLength(1, 'Required')),
  /** An area of the site and a trail of that area, both by name: the words stay right when the network's data is imported anew. */
  area: z.string().check(z.minLength(1, 'Required')),
  trail: z.nullable(z.string()),
  detail: text(DETAIL_MAX_LENGTH),
  place: z.nullable(Place),
  /** The photo's own id, made on the phone; its bytes travel by themselves. At most one. */
  photoId: z.nullable(z.uuid()),
}

/** What only managers set. */
export const ManagerFields = {
  rating: Rating,
  status: ActionStatus,
  assignedTo: z.nullable(z.uuid()),
}

/** What a change may carry: touched fields, a note to add, or the wish to delete. Anything else is refused, never ignored. */
export const ActionPatch = z.strictObject({
  ...z.partial(z.object(ReporterFields)).shape,
  ...z.partial(z.object(ManagerFields)).shape,
  addNote: z.optional(z.strictObject({ id: z.uuid(), text: text(NOTE_MAX_LENGTH).check(z.minLength(1, 'Required')) })),
  deleted: z.optional(z.literal(true)),
})
export type ActionPatch = z.infer<typeof ActionPatch>

/** A whole action, as phones hold it. Times are ISO; `assignedEmail` is null in what members receive. */
export const Action = z.object({
  id: z.uuid(),
  /** Four digits, given by the server, never reused. */
  number: z.string(),
  ...ReporterFields,
  ...ManagerFields,
  assignedName: z.nullable(z.string()),
  assignedEmail: z.nullable(z.string()),
  /** True once the photo's bytes are on the server; until then only the phone that took it can show it. */
  photoStored: z.optional(z.boolean()),
  notes: z.array(Note),
  completedAt: z.nullable(z.iso.datetime()),
  /** Grows by one with every change that was applied. */
  version: z.int(),
  /** The phone's own time of the report, beside the server's. */
  recordedAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  createdBy: z.uuid(),
  createdByName: z.string(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.uuid(),
  updatedByName: z.string(),
})
export type Action = z.infer<typeof Action>

/** `GET /api/actions/:id/history`: what was done to an action, the latest first. */
export const ActionHistory = z.object({
  lines: z.array(
    z.object({
      version: z.int(),
      changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
      recordedAt: z.iso.datetime(),
      createdAt: z.iso.datetime(),
      createdBy: z.uuid(),
      createdByName: z.string(),
    }),
  ),
})
export type ActionHistory = z.infer<typeof ActionHistory>
