import type { Action } from './action-kind.ts'
import type { Rating } from './rating.ts'

/** How many hours the site allows to resolve an Action, by rating. Ratings that aren't listed have no limit. */
export type DueHours = { [R in Rating]?: number | undefined }

type Dated = Pick<Action, 'status' | 'rating' | 'createdAt' | 'recordedAt'>

/** A16: returns when an Action must be resolved. Null if it is Resolved or its rating has no limit. */
export function dueAt({ status, rating, createdAt, recordedAt }: Dated, dueHours: DueHours | undefined): Date | null {
  const hours = dueHours?.[rating]
  if (status !== 'Unresolved' || hours === undefined) return null
  // Actions that haven't been sent have only the device's time, not the server's.
  return new Date(Date.parse(createdAt || recordedAt) + hours * 3_600_000)
}

/** A16: checks whether an Action is past its due time. */
export function isOverdue(action: Dated, dueHours: DueHours | undefined, now: Date): boolean {
  const due = dueAt(action, dueHours)
  return due !== null && due < now
}
