/** Which changes to an Action are emailed to people who reported it without an account (RULES.md, RP5). */
import type { Action } from '../action/action-kind.ts'
import { isFixedAction } from '../action/action-merge.ts'

type Triaged = Pick<Action, 'status' | 'fix' | 'mergedInto'>

/** `fix` describes what was done. It is empty if the problem isn't fixed. */
export type ReportNews = { kind: 'merged' | 'fixed'; fix: string }

/** `staying` is the Action that remains after a merge. Null if reporters get no email. */
export function reportNews(before: Triaged | null, after: Triaged, staying: Triaged): ReportNews | null {
  if (!before || isFixedAction(before)) return null
  if (after.mergedInto === null) return isFixedAction(after) ? { kind: 'fixed', fix: after.fix } : null
  if (after.mergedInto === before.mergedInto) return null
  if (isFixedAction(staying)) return { kind: 'merged', fix: staying.fix }
  return before.status === 'Unresolved' ? { kind: 'merged', fix: '' } : null
}
