/** What a record was before: read from its history, and brought back as a change like any other (RULES.md, A14). */
import * as z from 'zod/mini'
import type { Data, RecordKind } from './record-kind.ts'
import { isSameValue } from './same-value.ts'

/** Stands among the changes of a line that was not made here, beside what it changed: where it came from. */
export const IMPORTED_FROM = 'importedFrom'

/** What was done to a record, the latest first. */
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

/** The tracked fields as they were in this version. Built from the beginning, so that a line which came late cannot mislead. */
export function fieldsAt(written: readonly string[], lines: RecordHistory['lines'], version: number): Data | null {
  const oldestFirst = lines.toReversed()
  // Without its beginning a history does not say what the record was.
  if (oldestFirst[0]?.version !== 1) return null
  const fields: Data = Object.fromEntries(written.map((field) => [field, null]))
  for (const line of oldestFirst.filter((one) => one.version <= version))
    for (const field of written) if (line.changes[field]) fields[field] = line.changes[field].after
  return fields
}

/** The change that makes the record what it was in an earlier version; null when nothing would change. */
export function changeBackTo<R extends Data, Patch extends Data, Context>(
  kind: RecordKind<R, Patch, Context>,
  lines: RecordHistory['lines'],
  version: number,
  now: R,
): Patch | null {
  const then = fieldsAt(kind.written, lines, version)
  const differing = Object.entries(then ?? {}).filter(([field, value]) => !isSameValue(value, now[field]))
  const patch = kind.patch.safeParse(Object.fromEntries(differing))
  return patch.success && differing.length > 0 ? patch.data : null
}
