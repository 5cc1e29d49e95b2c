import { type ActionPatch, actionKind, isSameValue, labelOf } from '@trailwarden/domain'
import type { Notice as SyncNotice } from '@trailwarden/sync'
import { useDevice } from '#data/device/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { dayAndMonth, time, wallClock } from '#lib/dates.ts'
import { usePersonName } from '#parts/person/person-name.ts'
import { valueText } from '#parts/record/record-text.ts'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { editAction, type SeenAction } from '../actions.ts'
import { Buttons } from './action-replaced-buttons.ts'

type Props = { action: SeenAction; decision: NonNullable<SyncNotice['decision']>; dismiss: () => void }

/** Another person's decision stays in effect unless this person applies their own (RULES.md, A24). */
export function ActionContested({ action, decision, dismiss }: Props) {
  const device = useDevice()
  const { timeZone } = usePageData().site
  const now = useNow()
  const personName = usePersonName((id) => (id === action.assignedTo ? action.assignedName : null))
  const { field, theirs, yours, by, at, patch, recordedAt, isLate } = decision
  const text = (value: unknown, name = field) => valueText(actionKind, name, value, personName)
  const when = (moment: string) => {
    const wall = wallClock(new Date(moment), timeZone)
    const isToday = dayAndMonth(wall) === dayAndMonth(wallClock(now, timeZone))
    return `${isToday ? '' : `on ${dayAndMonth(wall)} `}at ${time(wall)}`
  }
  const current = action[field as keyof SeenAction]
  const isApplied = isSameValue(current, yours)
  const others = Object.entries(patch).filter(([name, value]) => name !== field && value !== '' && value !== null)
  // The cast is safe because this change was validated when it was saved.
  const use = async () => (await editAction(device, action.id, patch as ActionPatch)) && dismiss()
  return (
    <Notice>
      <b>{labelOf(actionKind, field)}:</b> {personName(by)} set {text(theirs)} {when(at)}. You set {text(yours)} {when(recordedAt)}
      {isLate ? ' while offline' : ', before you saw their change'}.
      {!isApplied && !isSameValue(current, theirs) && ` It’s now ${text(current)}.`}
      {others.length > 0 && (
        <Facts>
          {others.map(([name, value]) => (
            <div key={name}>
              <dt>{labelOf(actionKind, name)}</dt>
              <dd>{text(value, name)}</dd>
            </div>
          ))}
        </Facts>
      )}
      <Buttons>
        {!isApplied && (
          <Button variant="outlined" onClick={use}>
            Use {text(yours)}
          </Button>
        )}
        <Button variant="text" onClick={dismiss}>
          Keep {text(current)}
        </Button>
      </Buttons>
    </Notice>
  )
}
