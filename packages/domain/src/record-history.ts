/** Restores a version by making an ordinary change (RULES.md, A14). */
import * as z from 'zod/mini'
import type { Data, RecordKind } from './record-kind.ts'
import { isSameValue } from './same-value.ts'

/** In an imported history line, this name holds the source. */
export const IMPORTED_FROM = 'importedFrom'

/** In a history line, this name holds values that weren't applied because someone else had decided otherwise (RULES.md, A24). */
export const NOT_APPLIED = 'notApplied'

export const RecordHistory = z.object({
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
export type RecordHistory = z.infer<typeof RecordHistory>

/** Applies the lines from the first one on, so that a late line can't cause an error. */
export function fieldsAt(written: readonly string[], lines: RecordHistory['lines'], version: number): Data | null {
  const oldestFirst = lines.toReversed()
  // Without its first line, a history doesn't show the record's earlier state.
  if (oldestFirst[0]?.version !== 1) return null
  const fields: Data = Object.fromEntries(written.map((field) => [field, null]))
  for (const line of oldestFirst.filter((one) => one.version <= version))
    for (const field of written) if (line.changes[field]) fields[field] = line.changes[field].after
  return fields
}

export function changeBackTo<R extends Data, Patch extends Data, Context>(
  kind: RecordKind<R, Patch, Context>,
  lines: RecordHistory['lines'],
  version: number,
  now: R,
): Patch | null {
  const then = fieldsAt(kind.editableFields, lines, version)
  const differing = Object.entries(then ?? {}).filter(([field, value]) => !isSameValue(value, now[field]))
  const patch = kind.patch.safeParse(Object.fromEntries(differing))
  return patch.success && differing.length > 0 ? patch.data : null
}
