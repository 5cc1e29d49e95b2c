/**
 * Trail lines that managers change while out in the field (RULES.md, TL). The ID derives from the trail, so that two people who change a
 * trail offline change one record.
 */
import * as z from 'zod/mini'
import { MANAGER } from '../person/person.ts'
import { CREATED, ID, type PatchOf, RECORDED, type RecordOf, recordKind, UPDATED, VERSION } from '../record-kind.ts'
import { text } from '../text.ts'

export const LINE_NOTE_MAX_LENGTH = 500
/** One change can contain at most this many vertices with heights. */
export const LINE_MAX_POSITIONS = 2000

const degrees = (most: number) => z.number().check(z.minimum(-most), z.maximum(most))
/** Longitude first, as in GeoJSON. */
const Vertex = z.tuple([degrees(180), degrees(90)])
const Height = z.int().check(z.minimum(-450), z.maximum(9000))
const parts = <T extends z.ZodMiniType>(schema: T) =>
  z.array(z.array(schema).check(z.minLength(2), z.maxLength(LINE_MAX_POSITIONS))).check(z.minLength(1), z.maxLength(100))

/** In riding order. `heights` are whole metres above sea level at each vertex. */
export const ChangedLine = z.object({ lines: parts(Vertex), heights: z.nullable(parts(Height)) })
export type ChangedLine = z.infer<typeof ChangedLine>

export const trailLineKind = recordKind({
  name: 'trail-line',
  editableFields: {
    trail: { schema: z.string().check(z.minLength(1), z.maxLength(200)), blank: '', role: MANAGER, label: 'Trail' },
    /** Null to use the surveyed line. */
    line: { schema: z.nullable(ChangedLine), blank: null, role: MANAGER, label: 'Line', empty: 'The surveyed line' },
    note: { schema: text(LINE_NOTE_MAX_LENGTH), blank: '', role: MANAGER, label: 'Note', empty: 'No note' },
  },
  serverFields: { ...ID, ...VERSION, ...RECORDED, ...CREATED, ...UPDATED },
  operations: {},
})
export type TrailLine = RecordOf<typeof trailLineKind>
export type TrailLinePatch = PatchOf<typeof trailLineKind>

/** FNV-1a. Each part of the ID uses a different initial value. */
function hashOf(word: string, start: number): string {
  let hash = start
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** UUID version 8 is for IDs with a custom format. */
export function trailLineId(trail: string): string {
  const hex = [0x811c9dc5, 0x2f0b4f27, 0x6c62272e, 0x07bb0142].map((start) => hashOf(trail, start)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
