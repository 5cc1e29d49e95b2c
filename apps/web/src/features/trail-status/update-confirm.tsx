import { styled } from '@mui/material/styles'
import type { NetworkStatus } from '@trailwarden/domain'
import { StatusShape, StatusText } from '#parts/status-shape.tsx'
import { thisDevice } from '#parts/sync-state.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { part } from '#ui/part.tsx'
import { iconSendFill } from '#ui/screen-icons.ts'
import { colour } from '#ui/theme.ts'

const Results = styled('ul')({
  marginTop: 16,
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  background: colour('surfaceSunken'),
  color: colour('text'),
  '& li': { display: 'flex', alignItems: 'center', gap: 10, minHeight: 52, padding: '8px 16px' },
  '& li + li': { borderTop: `1px solid ${colour('line')}` },
  '& small': { display: 'block', fontWeight: 400, color: colour('text2') },
  '& span': { flex: 1, minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' },
})

const UpdateAudience = part(() => import('./update-audience.tsx').then((m) => m.UpdateAudience))

type Props = {
  networks: readonly { id: string; name: string }[]
  statuses: Readonly<Record<string, NetworkStatus>>
  /** What is said of trails, in words. */
  lines: (networkId: string) => readonly string[]
  isOnline: boolean
  /** Another manager has to confirm it first. */
  waits: boolean
  /** What would be posted. */
  post: object
  answer: (yes: boolean) => void
}

/** The one question before everyone reads it, with the results in it. */
export function UpdateConfirm({ networks, statuses, lines, isOnline, waits, post, answer }: Props) {
  const no = () => answer(false)
  return (
    <ConfirmDialog
      title="Are you sure you want to send this?"
      confirm={{ title: 'Send', act: () => answer(true), icon: iconSendFill }}
      cancel={{ title: 'Cancel', act: no }}
      onClose={no}
    >
      {waits && 'It opens something, so another manager has to confirm it. Until then everyone reads what is public now. '}
      {!isOnline && `No signal: it stays on this ${thisDevice()} until it can be sent.`}
      {isOnline && !waits && 'Everyone sees it on Home straight away.'}
      {isOnline && !waits && <UpdateAudience post={post} />}
      <Results>
        {networks.map(({ id, name }) => {
          const status = statuses[id]?.status ?? null
          return (
            <li key={id}>
              <span>
                {name}
                {lines(id).map((line) => (
                  <small key={line}>{line}</small>
                ))}
              </span>
              <StatusShape status={status} size={24} />
              <StatusText status={status}>{status}</StatusText>
            </li>
          )
        })}
      </Results>
    </ConfirmDialog>
  )
}
