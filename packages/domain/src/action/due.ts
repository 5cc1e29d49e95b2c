import type { Action } from './action-kind.ts'
import type { Rating } from './rating.ts'

/** Hours within which an action of a rating is to be resolved: the site's. A rating that is not named has no limit. */
export type DueHours = { [R in Rating]?: number | undefined }

type Dated = Pick<Action, 'status' | 'rating' | 'createdAt' | 'recordedAt'>

/** A16: when an action is to be resolved by; null when it is, or when nothing is asked for its rating. */
export function dueAt({ status, rating, createdAt, recordedAt }: Dated, dueHours: DueHours | undefined): Date | null {
  const hours = dueHours?.[rating]
  if (status !== 'Unresolved' || hours === undefined) return null
  // What is not sent yet has only the phone's own time.
  return new Date(Date.parse(createdAt || recordedAt) + hours * 3_600_000)
}

/** A16: whether its time to be resolved has passed. */
export function isOverdue(action: Dated, dueHours: DueHours | undefined, now: Date): boolean {
  const due = dueAt(action, dueHours)
  return due !== null && due < now
}
