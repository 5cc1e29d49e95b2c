/** Counts how many other devices have reported the problem of an Action (RULES.md, A23). */
import type { Action } from '../action/action-kind.ts'
import type { Report } from './report-kind.ts'

type Reported = Pick<Report, 'actionId' | 'number' | 'createdBy' | 'createdAt'> & Partial<Pick<Report, 'addsTo'>>

export function seenBy(
  action: Pick<Action, 'id' | 'number'>,
  reports: readonly Reported[],
  muted: ReadonlySet<string>,
): { more: number; lastAt: string } | null {
  const own = reports.filter(({ actionId }) => actionId === action.id)
  // An Action created from a report gets the report's number.
  const first = own.find(({ number }) => number === action.number)
  const others = own.filter(({ createdBy, addsTo }) => !addsTo && createdBy !== first?.createdBy && !muted.has(createdBy))
  const lastAt = others
    .map(({ createdAt }) => createdAt)
    .sort()
    .at(-1)
  return lastAt === undefined ? null : { more: new Set(others.map(({ createdBy }) => createdBy)).size, lastAt }
}
