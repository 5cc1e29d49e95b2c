import type { Action } from '@trailwarden/domain'

/** Reporters of all kinds see these four steps. The status of an Action on the managers' screens is Resolved instead of Fixed. */
export const STEPS = ['Received', 'Checked', 'Crew assigned', 'Fixed'] as const

type Followed = Pick<
  Action,
  | 'status'
  | 'mergedInto'
  | 'fix'
  | 'waitingFor'
  | 'assignedTo'
  | 'createdBy'
  | 'updatedBy'
  | 'createdAt'
  | 'updatedAt'
  | 'completedAt'
  | 'notes'
>

/** Someone else has worked on the Action, so they have checked it. A new Action may be assigned to the reviewer automatically (A5). */
export function stepOf(action: Followed): { done: number; name: string; at: string } {
  const { status, mergedInto, assignedTo, createdBy, updatedBy, createdAt, updatedAt, completedAt } = action
  if (status === 'Resolved') return { done: 4, name: mergedInto ? 'Merged with another Action' : STEPS[3], at: completedAt ?? updatedAt }
  if (updatedBy === createdBy) return { done: 1, name: STEPS[0], at: createdAt }
  return { done: assignedTo ? 3 : 2, name: STEPS[assignedTo ? 2 : 1], at: updatedAt }
}

/** What was done, or the newest note of the person who works on it. */
export function crewWords({ fix, status, waitingFor, notes, assignedTo, createdBy }: Followed): string | null {
  if (status === 'Resolved') return fix || null
  const note = notes.findLast((one) => one.createdBy === assignedTo && one.createdBy !== createdBy)
  return note?.text ?? (waitingFor ? `Waiting for ${waitingFor}` : null)
}
