/** How many more have seen what an action is about (RULES.md, A23). */
import type { Action } from '../action/action-kind.ts'
import type { Report } from './report-kind.ts'

type Reported = Pick<Report, 'actionId' | 'number' | 'createdBy' | 'createdAt'> & Partial<Pick<Report, 'addsTo'>>

/** Null when nobody has. `muted`: ids of the reporters who are. */
export function seenBy(
  action: Pick<Action, 'id' | 'number'>,
  reports: readonly Reported[],
  muted: ReadonlySet<string>,
): { more: number; lastAt: string } | null {
  const own = reports.filter(({ actionId }) => actionId === action.id)
  // An action that is made of a report has its number.
  const first = own.find(({ number }) => number === action.number)
  const others = own.filter(({ createdBy, addsTo }) => !addsTo && createdBy !== first?.createdBy && !muted.has(createdBy))
  const lastAt = others
    .map(({ createdAt }) => createdAt)
    .sort()
    .at(-1)
  return lastAt === undefined ? null : { more: new Set(others.map(({ createdBy }) => createdBy)).size, lastAt }
}
