import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ActionPatch, actionKind, labelOf } from '@trailwarden/domain'
import { useDevice } from '#data/device-session.ts'
import { useNotices } from '#data/use-records.ts'
import { valueText } from '#parts/record-text.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/notice.tsx'
import { editAction, type SeenAction } from './actions.ts'

const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 })

type ShownNotice = NonNullable<ReturnType<typeof useNotices>>[number]

/** Two people changed the same thing: the later change stands, and the other person is notified, once. */
export function ActionReplaced({ action }: { action: SeenAction }) {
  const notices = useNotices(action.id) ?? []
  return notices.map((shown) => <Replaced key={shown.notice.id} action={action} shown={shown} />)
}

function Replaced({ action, shown: { notice, mine } }: { action: SeenAction; shown: ShownNotice }) {
  const device = useDevice()
  const me = useSignedIn()
  const titles = notice.fields.map((field) => labelOf(actionKind, field)).join(', ')
  const dismiss = () => void (notice.id !== undefined && device?.dismissNotice(notice.id))
  if (notice.what === 'replaced')
    return (
      <Notice>
        You and someone else changed the same thing ({titles}). Yours came later and stands; what it replaced is in the history.
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
    // Safe: what this person sent was checked when it was saved.
    const patch = Object.fromEntries(own.map((field) => [field, mine[field]])) as ActionPatch
    if (await editAction(device, action.id, patch)) dismiss()
  }
  return (
    <Notice>
      <b>{action.updatedBy === me.id ? 'This was changed after you wrote it here.' : 'Someone else changed this after you.'}</b> What you
      wrote is in the history.
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
