import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import type { Webhook } from '@trailwarden/api'
import { useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatAge, formatExact } from '#lib/dates.ts'
import { Muted } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconMoreVert } from '#ui/icons.ts'
import { iconCheckCircleFill, iconPause, iconWarningFill } from '#ui/screen-icons.ts'
import { colour } from '#ui/theme.ts'
import { WebhookTryList } from './webhook-tries.tsx'
import { EVENT_TITLES, newSecret, outcomeOf, pauseWebhook, removeWebhook, testWebhook } from './webhooks.ts'

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

/** 'Actions. Last sent 2 min ago. Answered 204 in 0.3 s.' */
function useStateText(webhook: Webhook): string {
  const { timeZone } = usePageData().site
  const { failingSince, pausedAt, failedTries, nextTryAt, lastTry, waiting } = webhook
  const at = (time: string) => formatExact(new Date(time), timeZone)
  if (pausedAt) return `Paused since ${at(pausedAt)}. Nothing is sent.`
  if (failingSince) {
    const tries = failedTries === 1 ? '1 try' : `${failedTries} tries`
    return `Failing since ${at(failingSince)}, ${tries}${nextTryAt ? `, next at ${at(nextTryAt)}` : ''}.`
  }
  if (!lastTry) return waiting > 0 ? 'The first message is on its way.' : 'Nothing was sent yet.'
  return `Last sent ${formatAge(new Date(lastTry.at), new Date(), timeZone)}. ${outcomeOf(lastTry)}.`
}

type Props = { webhook: Webhook; isReady: boolean; onSecret: (secret: string) => void; onChange: () => void }

export function WebhookRow({ webhook, isReady, onSecret, onChange }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState<'tries' | 'secret' | 'remove' | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { name, events, failingSince, pausedAt } = webhook
  const close = () => setOpen(null)
  const act = async (work: () => Promise<unknown>) => {
    setAnchor(null)
    close()
    setIsBusy(true)
    await work()
    setIsBusy(false)
    onChange()
  }
  const show = (what: 'tries' | 'secret' | 'remove') => {
    setAnchor(null)
    setOpen(what)
  }
  const state = useStateText(webhook)
  const isFailing = Boolean(failingSince || pausedAt)
  const renew = async () => {
    const secret = await newSecret(webhook)
    if (secret) onSecret(secret)
  }
  return (
    <Row {...(isFailing && { 'data-failing': true })}>
      <Icon path={pausedAt ? iconPause : failingSince ? iconWarningFill : iconCheckCircleFill} />
      <div>
        <b>{name}</b>
        <Muted>
          {events.map((event) => EVENT_TITLES[event].title).join(', ')}. {state}
        </Muted>
      </div>
      <Acts>
        {pausedAt ? (
          <Button
            disabled={!isReady || isBusy}
            onClick={() => void act(() => pauseWebhook(webhook, false))}
            aria-label={`Start ${name} again`}
          >
            Start again
          </Button>
        ) : isFailing ? (
          <Button disabled={!isReady} onClick={() => show('tries')} aria-label={`See tries of ${name}`}>
            See tries
          </Button>
        ) : (
          <Button disabled={!isReady || isBusy} onClick={() => void act(() => testWebhook(webhook))} aria-label={`Test ${name}`}>
            Test
          </Button>
        )}
        <IconButton
          aria-label={`More for ${name}`}
          aria-haspopup="menu"
          disabled={!isReady}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={{ width: 48, height: 48 }}
        >
          <Icon path={iconMoreVert} />
        </IconButton>
      </Acts>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          <MenuItem sx={{ minHeight: 48 }} onClick={() => void act(() => testWebhook(webhook))}>
            Test
          </MenuItem>
          <MenuItem sx={{ minHeight: 48 }} onClick={() => show('tries')}>
            See tries
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
      {open === 'tries' && <WebhookTryList webhook={webhook} onClose={close} />}
      {open === 'secret' && (
        <ConfirmDialog
          title="Make a new secret?"
          confirm={{ title: 'New secret', act: () => void act(renew) }}
          cancel={{ title: 'Cancel', act: close }}
          onClose={close}
        >
          For a day messages are signed with both, so that {name} can change over.
        </ConfirmDialog>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          confirm={{ title: 'Remove', act: () => void act(() => removeWebhook(webhook)), deletes: true }}
          cancel={{ title: 'Cancel', act: close }}
          onClose={close}
        >
          Nothing more is sent to it, and its list of tries is gone.
        </ConfirmDialog>
      )}
    </Row>
  )
}
