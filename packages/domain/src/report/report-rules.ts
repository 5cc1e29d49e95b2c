/** What may be done with a report (RULES.md, RP). `decideReport` runs on the server. */
import type { Decision, Refusal } from '../decision.ts'
import { type Actor, isManager } from '../person/person.ts'
import { blurDifference } from '../photo/photos.ts'
import { decide, type Input, type RecordChange } from '../record-kind.ts'
import { REPORT_PHOTOS_MAX, type Report, type ReportContext, type ReportPatch, reportKind } from './report-kind.ts'
import { type Reporter, reporterKind } from './reporter-kind.ts'

const DECIDED = 'Somebody has decided about it meanwhile.'

/** RP16: of one that is to add to another. */
function whyNotAdded({ words, photos, isNotFixed }: Report, { ofLink }: ReportPatch, { adds }: ReportContext): Refusal | null {
  if (!ofLink) return isNotFixed ? { code: 'not-valid', detail: 'only what was reported can be not fixed' } : null
  if (!adds) return { code: 'gone', detail: 'This report isn’t here.' }
  const isEmpty = words === '' && photos.length === 0 && !isNotFixed
  return isEmpty ? { code: 'not-valid', detail: 'nothing is added' } : null
}

function whyNot(current: Report | null, next: Report, patch: ReportPatch, actor: Actor, context: ReportContext): Refusal | null {
  const isDecision = [patch.accept, patch.decline, patch.merge, patch.blurPhotos].some((part) => part !== undefined)
  if (!current) {
    if (isDecision) return { code: 'gone', detail: 'there is no such report' }
    if (next.photos.length > REPORT_PHOTOS_MAX)
      return { code: 'too-many-photos', detail: `a report has at most ${REPORT_PHOTOS_MAX} photos` }
    if (!next.followHash) return { code: 'not-valid', detail: 'a report has a link to follow it by' }
    return whyNotAdded(next, patch, context)
  }
  // RP2: what was reported stays as it came.
  if (!isManager(actor)) return { code: 'not-allowed', detail: 'reports are decided by managers' }
  if (!isDecision || Object.keys(patch).length > 1)
    return { code: 'not-valid', detail: 'a report is accepted, merged or declined, or its photos are blurred, and no more' }
  if (patch.merge?.reopens && !current.addsTo) return { code: 'not-valid', detail: 'only what was added to a report reopens an action' }
  return current.status === 'Received' ? null : { code: 'changed-since', detail: DECIDED }
}

/** May it be made, or decided? `current` is null when there is none yet. `context`: what a new one names, as far as it is there. */
export function decideReport(
  current: Report | null,
  input: Input,
  actor: Actor,
  now: Date,
  context: ReportContext = {},
): Decision<RecordChange<Report>> {
  const decision = decide(reportKind, current, input, actor, context, now, (next, patch) => whyNot(current, next, patch, actor, context))
  if (!decision.ok) return decision
  const { record, changes } = decision.record
  // A decision is a part of the history, though nobody writes it into a field.
  const before = current?.status ?? 'Received'
  if (before !== record.status) changes.status = { before, after: record.status }
  const blurred = current && blurDifference(current.photos, record.photos)
  if (blurred) changes.blurPhotos = blurred
  return decision
}

/** RP8: may a reporter be muted, or no longer be? */
export const decideReporter = (current: Reporter | null, input: Input, actor: Actor, now: Date): Decision<RecordChange<Reporter>> =>
  decide(reporterKind, current, input, actor, {}, now, () =>
    isManager(actor) ? null : { code: 'not-allowed', detail: 'reporters are muted by managers' },
  )
