/** What an action was before: read from its history, and brought back as a change like any other (RULES.md, A14). */
import * as z from 'zod/mini'
import { isSameValue } from '../record-kind.ts'
import { type Action, type ActionPatch, actionKind } from './action-kind.ts'

/** Stands among the changes of a line that was not made here, beside what it changed: where it came from. */
export const IMPORTED_FROM = 'importedFrom'

/** What was done to an action, the latest first. */
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

/** The tracked fields as they were in this version. Built from the beginning, so that a line which came late cannot mislead. */
function fieldsAt(lines: ActionHistory['lines'], version: number): Record<string, unknown> | null {
  const oldestFirst = lines.toReversed()
  // Without its beginning a history does not say what the action was.
  if (oldestFirst[0]?.version !== 1) return null
  const fields: Record<string, unknown> = Object.fromEntries(actionKind.written.map((field) => [field, null]))
  for (const line of oldestFirst.filter((one) => one.version <= version))
    for (const field of actionKind.written) if (line.changes[field]) fields[field] = line.changes[field].after
  return fields
}

/** The change that makes the action what it was in an earlier version, notes apart; null when nothing would change. */
export function changeBackTo(lines: ActionHistory['lines'], version: number, now: Action): ActionPatch | null {
  const then = fieldsAt(lines, version)
  const differing = Object.entries(then ?? {}).filter(([field, value]) => !isSameValue(value, now[field as keyof Action]))
  const patch = actionKind.patch.safeParse(Object.fromEntries(differing))
  return patch.success && differing.length > 0 ? patch.data : null
}
