import type { Decision, Refusal } from '../decision.ts'
import { type Actor, isManager } from '../person/person.ts'
import { blurDifference } from '../photo/photos.ts'
import { decide, type Input, type RecordChange } from '../record-kind.ts'
import { REPORT_PHOTOS_MAX, type Report, type ReportContext, type ReportPatch, reportKind } from './report-kind.ts'
import { type Reporter, reporterKind } from './reporter-kind.ts'

const DECIDED = 'Someone has already reviewed this report.'

/** RP16: null if the report can be added. */
function whyNotAdded({ words, photos, isNotFixed }: Report, { ofLink }: ReportPatch, { adds }: ReportContext): Refusal | null {
  if (!ofLink) return isNotFixed ? { code: 'not-valid', detail: 'only a reported problem can be marked as not fixed' } : null
  if (!adds) return { code: 'gone', detail: 'We couldn’t find this report.' }
  const isEmpty = words === '' && photos.length === 0 && !isNotFixed
  return isEmpty ? { code: 'not-valid', detail: 'this adds nothing to the report' } : null
}

function whyNot(current: Report | null, next: Report, patch: ReportPatch, actor: Actor, context: ReportContext): Refusal | null {
  const isDecision = [patch.accept, patch.decline, patch.merge, patch.blurPhotos].some((part) => part !== undefined)
  if (!current) {
    if (isDecision) return { code: 'gone', detail: 'there is no such report' }
    if (next.photos.length > REPORT_PHOTOS_MAX)
      return { code: 'too-many-photos', detail: `a report can have at most ${REPORT_PHOTOS_MAX} photos` }
    if (!next.followHash) return { code: 'not-valid', detail: 'a report needs a private link' }
    return whyNotAdded(next, patch, context)
  }
  // RP2: the content of a report never changes.
  if (!isManager(actor)) return { code: 'not-allowed', detail: 'only managers can review reports' }
  if (!isDecision || Object.keys(patch).length > 1)
    return { code: 'not-valid', detail: 'a manager can only accept, merge or decline a report, or blur its photos' }
  if (patch.merge?.reopens && !current.addsTo) return { code: 'not-valid', detail: 'only an addition to a report can reopen an Action' }
  return current.status === 'Received' ? null : { code: 'changed-since', detail: DECIDED }
}

/** `context` contains the existing records that a new report refers to. */
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
  // The history must contain the decision, although the decision isn't an edited field.
  const before = current?.status ?? 'Received'
  if (before !== record.status) changes.status = { before, after: record.status }
  const blurred = current && blurDifference(current.photos, record.photos)
  if (blurred) changes.blurPhotos = blurred
  return decision
}

/** RP8: decides whether a reporter may be muted or unmuted. */
export const decideReporter = (current: Reporter | null, input: Input, actor: Actor, now: Date): Decision<RecordChange<Reporter>> =>
  decide(reporterKind, current, input, actor, {}, now, () =>
    isManager(actor) ? null : { code: 'not-allowed', detail: 'only managers can mute reporters' },
  )
