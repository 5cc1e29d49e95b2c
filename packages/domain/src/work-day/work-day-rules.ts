/** Who plans work days, who sees them, and who tells of a job (RULES.md, WD). `decideWorkDay` runs on the server. */
import type { Decision, Refusal } from '../decision.ts'
import { type Actor, isManager, isMember } from '../person/person.ts'
import { decide, type Input, type RecordChange } from '../record-kind.ts'
import { resultOf, type WorkDay, type WorkDayPatch, workDayKind } from './work-day-kind.ts'

/** WD2: managers, and those whose day it is. */
export const canSeeWorkDay = (actor: Pick<Actor, 'id' | 'role'>, { crew }: Pick<WorkDay, 'crew'>): boolean =>
  isManager(actor) || (isMember(actor) && crew.includes(actor.id))

function whyNot(current: WorkDay | null, next: WorkDay, patch: WorkDayPatch, actor: Actor): Refusal | null {
  if (!isManager(actor) && !(current && canSeeWorkDay(actor, current)))
    return { code: 'not-allowed', detail: 'work days are planned by managers' }
  const { result } = patch
  if (result && !next.jobs.some(({ actionId }) => actionId === result.actionId))
    return { code: 'changed-since', detail: 'This job was taken out of the day meanwhile.' }
  if (result?.outcome === 'Not today' && !result.note) return { code: 'not-valid', detail: 'a job that is left out has a reason' }
  const ids = new Set(next.jobs.map(({ actionId }) => actionId))
  if (ids.size < next.jobs.length) return { code: 'not-valid', detail: 'each action stands in a day once' }
  if (next.backBy && Date.parse(next.backBy) <= Date.parse(next.startsAt))
    return { code: 'not-valid', detail: 'back by is after the start' }
  return null
}

/** May this person make this change, and what is the day afterwards? `current` is null when there is none yet. */
export function decideWorkDay(current: WorkDay | null, input: Input, actor: Actor, now: Date): Decision<RecordChange<WorkDay>> {
  const decision = decide(workDayKind, current, input, actor, {}, now, (next, patch) => whyNot(current, next, patch, actor))
  if (!decision.ok) return decision
  const { record, changes } = decision.record
  const changed = record.results.find((result) => result !== resultOf(current ?? record, result.actionId))
  // A word about a job is a part of the history, though nobody writes it into a field. The history itself names its author.
  if (current && changed)
    changes.results = { before: null, after: { actionId: changed.actionId, outcome: changed.outcome, note: changed.note } }
  return decision
}
