/** What of an action's life is news to people without an account who reported it (RULES.md, RP5). */
import type { Action } from '../action/action-kind.ts'
import { isFixedAction } from '../action/action-merge.ts'

type Triaged = Pick<Action, 'status' | 'fix' | 'mergedInto'>

/** `fix`: what was done, where it is done. */
export type ReportNews = { kind: 'merged' | 'fixed'; fix: string }

/** `staying`: the action that stays in place of this one after the change; itself, unless it is merged. */
export function reportNews(before: Triaged | null, after: Triaged, staying: Triaged): ReportNews | null {
  if (!before || isFixedAction(before)) return null
  if (after.mergedInto === null) return isFixedAction(after) ? { kind: 'fixed', fix: after.fix } : null
  if (after.mergedInto === before.mergedInto) return null
  if (isFixedAction(staying)) return { kind: 'merged', fix: staying.fix }
  return before.status === 'Unresolved' ? { kind: 'merged', fix: '' } : null
}
