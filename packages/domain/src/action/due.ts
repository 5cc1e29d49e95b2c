import type { Action } from './action-kind.ts'
import type { Rating } from './rating.ts'

export type DueHours = { [R in Rating]?: number | undefined }

type Dated = Pick<Action, 'status' | 'rating' | 'createdAt' | 'recordedAt'>

/** A16: null if the Action is Resolved or its rating has no limit. */
export function dueAt({ status, rating, createdAt, recordedAt }: Dated, dueHours: DueHours | undefined): Date | null {
  const hours = dueHours?.[rating]
  if (status !== 'Unresolved' || hours === undefined) return null
  // Unsent Actions have only the device's time.
  return new Date(Date.parse(createdAt || recordedAt) + hours * 3_600_000)
}

export function isOverdue(action: Dated, dueHours: DueHours | undefined, now: Date): boolean {
  const due = dueAt(action, dueHours)
  return due !== null && due < now
}
