import type { Decision, Refusal } from '../decision.ts'
import { type Actor, isManager, isMember } from '../person/person.ts'
import { decide, type Input, type RecordChange } from '../record-kind.ts'
import { resultOf, type WorkDay, type WorkDayPatch, workDayKind } from './work-day-kind.ts'

/** WD2: only managers and the crew see a work day. */
export const canSeeWorkDay = (actor: Pick<Actor, 'id' | 'role'>, { crew }: Pick<WorkDay, 'crew'>): boolean =>
  isManager(actor) || (isMember(actor) && crew.includes(actor.id))

function whyNot(current: WorkDay | null, next: WorkDay, patch: WorkDayPatch, actor: Actor): Refusal | null {
  if (!isManager(actor) && !(current && canSeeWorkDay(actor, current)))
    return { code: 'not-allowed', detail: 'only managers can plan work days' }
  const { result } = patch
  if (result && !next.jobs.some(({ actionId }) => actionId === result.actionId))
    return { code: 'changed-since', detail: 'This job has since been removed from the work day.' }
  if (result?.outcome === 'Not today' && !result.note) return { code: 'not-valid', detail: 'a job that isn’t done needs a reason' }
  const ids = new Set(next.jobs.map(({ actionId }) => actionId))
  if (ids.size < next.jobs.length) return { code: 'not-valid', detail: 'a work day can contain an Action only once' }
  if (next.backBy && Date.parse(next.backBy) <= Date.parse(next.startsAt))
    return { code: 'not-valid', detail: 'a work day must end after it starts' }
  return null
}

export function decideWorkDay(current: WorkDay | null, input: Input, actor: Actor, now: Date): Decision<RecordChange<WorkDay>> {
  const decision = decide(workDayKind, current, input, actor, {}, now, (next, patch) => whyNot(current, next, patch, actor))
  if (!decision.ok) return decision
  const { record, changes } = decision.record
  const changed = record.results.find((result) => result !== resultOf(current ?? record, result.actionId))
  // The history must contain the result, although the result isn't one of the submitted fields.
  if (current && changed)
    changes.results = { before: null, after: { actionId: changed.actionId, outcome: changed.outcome, note: changed.note } }
  return decision
}
