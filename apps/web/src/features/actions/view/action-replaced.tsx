import { type ActionPatch, actionKind, labelOf } from '@trailwarden/domain'
import { useDevice } from '#data/device/device-session.ts'
import { useNotices } from '#data/use-records.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { valueText } from '#parts/record/record-text.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { editAction, type SeenAction } from '../actions.ts'
import { ActionContested } from './action-contested.tsx'
import { Buttons } from './action-replaced-buttons.ts'

type ShownNotice = NonNullable<ReturnType<typeof useNotices>>[number]

/** If two people changed one field, the later change applies and the other person is notified once. `ActionContested` handles decisions. */
export function ActionReplaced({ action }: { action: SeenAction }) {
  const notices = useNotices(action.id) ?? []
  // A choice based on an older version would immediately be outdated, so the notice waits for the version with the other decision.
  const shown = notices.filter(({ notice }) => notice.what !== 'contested' || action.version >= notice.version)
  return shown.map((one) => <Replaced key={one.notice.id} action={action} shown={one} />)
}

function Replaced({ action, shown: { notice, mine } }: { action: SeenAction; shown: ShownNotice }) {
  const device = useDevice()
  const me = useSignedIn()
  const titles = notice.fields.map((field) => labelOf(actionKind, field)).join(', ')
  const dismiss = () => void (notice.id !== undefined && device?.dismissNotice(notice.id))
  if (notice.decision) return <ActionContested action={action} decision={notice.decision} dismiss={dismiss} />
  if (notice.what === 'replaced')
    return (
      <Notice>
        You and someone else changed the same {notice.fields.length === 1 ? 'field' : 'fields'} ({titles}). Your change was later, so it
        replaced theirs, which is still in the history.
        <Buttons>
          <Button variant="text" onClick={dismiss}>
            Got it
          </Button>
        </Buttons>
      </Notice>
    )
  const own = notice.fields.filter((field) => field in mine)
  const text = (field: string, value: unknown) =>
    valueText(actionKind, field, value, (id) => (id === action.assignedTo ? action.assignedName : null) ?? 'somebody')
  const keepMine = async () => {
    // The cast is safe because this change was validated when it was saved.
    const patch = Object.fromEntries(own.map((field) => [field, mine[field]])) as ActionPatch
    if (await editAction(device, action.id, patch)) dismiss()
  }
  return (
    <Notice>
      <b>{action.updatedBy === me.id ? 'This was changed after you saved it here.' : 'Someone else changed this after you did.'}</b> Your
      version is in the history.
      <Facts>
        {own.map((field) => (
          <div key={field}>
            <dt>{labelOf(actionKind, field)}</dt>
            <dd>
              {text(field, action[field as keyof SeenAction])}
              <br />
              Yours: {text(field, mine[field])}
            </dd>
          </div>
        ))}
      </Facts>
      <Buttons>
        {own.length > 0 && (
          <Button variant="outlined" onClick={keepMine}>
            Keep mine
          </Button>
        )}
        <Button variant="text" onClick={dismiss}>
          Got it
        </Button>
      </Buttons>
    </Notice>
  )
}
