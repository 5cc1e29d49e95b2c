/** What an action was before: read from its history, and brought back as a change like any other (RULES.md, A14). */
import { type Action, type ActionHistory, ActionPatch } from './action.ts'
import { isSameValue, TOLD_FIELDS } from './action-rules.ts'

/** The told fields as they were in this version. Built from the beginning, so that a line which came late cannot mislead. */
function fieldsAt(lines: ActionHistory['lines'], version: number): Record<string, unknown> | null {
  const oldestFirst = lines.toReversed()
  // Without its beginning a history does not say what the action was.
  if (oldestFirst[0]?.version !== 1) return null
  const fields: Record<string, unknown> = Object.fromEntries(TOLD_FIELDS.map((field) => [field, null]))
  for (const line of oldestFirst.filter((one) => one.version <= version))
    for (const field of TOLD_FIELDS) if (line.changes[field]) fields[field] = line.changes[field].after
  return fields
}

/** The change that makes the action what it was in an earlier version, notes apart; null when nothing would change. */
export function changeBackTo(lines: ActionHistory['lines'], version: number, now: Action): ActionPatch | null {
  const then = fieldsAt(lines, version)
  const differing = Object.entries(then ?? {}).filter(([field, value]) => !isSameValue(value, now[field as keyof Action]))
  const patch = ActionPatch.safeParse(Object.fromEntries(differing))
  return patch.success && differing.length > 0 ? patch.data : null
}
