import MenuItem from '@mui/material/MenuItem'
import type { Webhook } from '@trailwarden/api'
import { useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatAge, formatExact } from '#lib/dates.ts'
import { ConfirmProgram } from '#parts/programs/confirm-program.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { Menu } from '#ui/dialog/menu.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconCheckCircleFill, iconMoreVert, iconPause, iconWarningFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { WebhookTryList } from './webhook-tries.tsx'
import { EVENT_TITLES, newSecret, outcomeOf, pauseWebhook, removeWebhook, takeOverWebhook, testWebhook } from './webhooks.ts'

const Row = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  padding: '10px 16px',
  borderTop: `1px solid ${colour('line')}`,
  '& > svg': { flex: 'none', color: colour('successText') },
  '&[data-failing] > svg': { color: colour('warningText') },
  '& > div': { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
  '& b': { fontWeight: 600 },
})
const Acts = styled('span')({ display: 'flex', alignItems: 'center', gap: 4, marginLeft: 'auto' })

function useStateText(webhook: Webhook): string {
  const { timeZone } = usePageData().site
  const { failingSince, pausedAt, failedTries, nextTryAt, lastTry, waiting } = webhook
  const at = (time: string) => formatExact(new Date(time), timeZone)
  if (webhook.isSuspended) return 'Suspended. The administrator responsible for it no longer has access. Nothing is being sent.'
  if (pausedAt) return `Paused since ${at(pausedAt)}. Nothing is being sent.`
  if (failingSince) {
    const tries = failedTries === 1 ? '1 attempt' : `${failedTries} attempts`
    return `Failing since ${at(failingSince)}. ${tries} so far${nextTryAt ? `, next attempt ${at(nextTryAt)}` : ''}.`
  }
  if (!lastTry) return waiting > 0 ? 'The first message is on its way.' : 'Nothing sent yet.'
  return `Last sent ${formatAge(new Date(lastTry.at), new Date(), timeZone)}. ${outcomeOf(lastTry)}.`
}

type Props = { webhook: Webhook; isReady: boolean; onSecret: (secret: string) => void; onChange: () => void }

export function WebhookRow({ webhook, isReady, onSecret, onChange }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState<'tries' | 'secret' | 'remove' | 'take-over' | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { name, events, failingSince, pausedAt, isSuspended, madeBy, heldBy } = webhook
  const close = () => setOpen(null)
  const act = async (work: () => Promise<unknown>) => {
    setAnchor(null)
    close()
    setIsBusy(true)
    await work()
    setIsBusy(false)
    onChange()
  }
  const show = (what: NonNullable<typeof open>) => {
    setAnchor(null)
    setOpen(what)
  }
  const state = useStateText(webhook)
  const isFailing = Boolean(failingSince || pausedAt || isSuspended)
  const renew = async () => {
    const secret = await newSecret(webhook)
    if (secret) onSecret(secret)
  }
  return (
    <Row {...(isFailing && { 'data-failing': true })}>
      <Icon path={pausedAt ? iconPause : isFailing ? iconWarningFill : iconCheckCircleFill} />
      <div>
        <b>{name}</b>
        <Muted>
          {events.map((event) => EVENT_TITLES[event].title).join(', ')}. {state}
        </Muted>
        <Muted>
          Added by {madeBy}
          {heldBy !== madeBy && `, taken over by ${heldBy}`}
        </Muted>
      </div>
      <Acts>
        {isSuspended ? (
          <Button disabled={!isReady} onClick={() => show('take-over')} aria-label={`Take over ${name}`}>
            Take over
          </Button>
        ) : pausedAt ? (
          <Button disabled={!isReady || isBusy} onClick={() => void act(() => pauseWebhook(webhook, false))} aria-label={`Resume ${name}`}>
            Resume
          </Button>
        ) : isFailing ? (
          <Button disabled={!isReady} onClick={() => show('tries')} aria-label={`Delivery log for ${name}`}>
            Delivery log
          </Button>
        ) : (
          <Button disabled={!isReady || isBusy} onClick={() => void act(() => testWebhook(webhook))} aria-label={`Test ${name}`}>
            Test
          </Button>
        )}
        <IconButton
          aria-label={`More options for ${name}`}
          aria-haspopup="menu"
          disabled={!isReady}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={{ width: 48, height: 48 }}
        >
          <Icon path={iconMoreVert} />
        </IconButton>
      </Acts>
      {anchor && (
        <Menu anchorEl={anchor} onClose={() => setAnchor(null)}>
          <MenuItem sx={{ minHeight: 48 }} onClick={() => void act(() => testWebhook(webhook))}>
            Test
          </MenuItem>
          <MenuItem sx={{ minHeight: 48 }} onClick={() => show('tries')}>
            Delivery log
          </MenuItem>
          <MenuItem sx={{ minHeight: 48 }} onClick={() => show('secret')}>
            New secret
          </MenuItem>
          {!pausedAt && (
            <MenuItem sx={{ minHeight: 48 }} onClick={() => void act(() => pauseWebhook(webhook, true))}>
              Pause
            </MenuItem>
          )}
          <MenuItem sx={{ minHeight: 48 }} onClick={() => show('remove')}>
            Remove
          </MenuItem>
        </Menu>
      )}
      {open === 'take-over' && (
        <ConfirmProgram
          send="Take over"
          act={(proof) => takeOverWebhook(webhook.id, proof)}
          onDone={() => {
            close()
            onChange()
          }}
          onClose={close}
        />
      )}
      {open === 'tries' && <WebhookTryList webhook={webhook} onClose={close} />}
      {open === 'secret' && (
        <ConfirmDialog
          title="Create a new secret?"
          confirm={{ title: 'New secret', act: () => void act(renew) }}
          cancel={{ title: 'Cancel', act: close }}
          onClose={close}
        >
          {`For 24 hours, messages will be signed with both secrets so that ${name} can switch to the new one.`}
        </ConfirmDialog>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          confirm={{ title: 'Remove', act: () => void act(() => removeWebhook(webhook)), deletes: true }}
          cancel={{ title: 'Cancel', act: close }}
          onClose={close}
        >
          Messages will stop, and the delivery log will be deleted.
        </ConfirmDialog>
      )}
    </Row>
  )
}
