import { isSameValue, type MessageProblem } from '@trailwarden/domain'
import { useState } from 'react'
import { StatusShape, StatusText } from '#parts/status/status-shape.tsx'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { iconSendFill } from '#ui/icons/screen-icons.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'
import type { WaitReason } from '../proposals/proposals.ts'
import { type RiderText, sentencesIn } from '../rider-text.ts'
import { MessageNote } from './message-note.tsx'

const Results = styled('ul')({
  display: 'grid',
  gap: 16,
  marginTop: 16,
  color: colour('text'),
  overflowWrap: 'anywhere',
  '& > li': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 },
  '& h3': { margin: 0, font: font('600 16px/24px') },
})

const BothTexts = styled('div')({
  display: 'grid',
  gap: 8,
  '& > section': { padding: '10px 14px', borderRadius: 10, background: colour('surfaceSunken') },
  '& > section + section': { background: colour('surface'), boxShadow: `inset 0 0 0 2px ${colour('primary')}` },
  '& h4': { margin: '0 0 4px', font: font('400 14px/20px'), color: colour('text2') },
  '& b': { display: 'flex', alignItems: 'center', gap: 8, fontSize: rem(16) },
  '& p': { marginTop: 4, font: font('400 15px/22px'), whiteSpace: 'pre-line' },
  '@media (min-width: 600px)': { gridTemplateColumns: '1fr 1fr' },
})

const Same = styled('div')({
  padding: '10px 14px',
  border: `1px solid ${colour('line')}`,
  borderRadius: 10,
  '& > div': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  '& > div b': { display: 'inline-flex', alignItems: 'center', gap: 6 },
  '& small': {
    padding: '2px 8px',
    borderRadius: 6,
    font: font('600 13px/18px'),
    background: colour('surfaceSunken'),
    color: colour('text2'),
  },
  '& p': { marginTop: 4, font: font('400 15px/22px'), color: colour('text2'), whiteSpace: 'pre-line' },
})

const UpdateAudience = part(() => import('./update-audience.tsx').then((m) => m.UpdateAudience))

const WAITS: Record<WaitReason, string> = {
  opens: 'This opens a trail, so another manager must confirm it.',
  texts:
    'This changes a message, so another manager must confirm it. To close a trail straight away, don’t change the existing message except to add to it, or set the network to Partially Open or Closed.',
}

export type ConfirmedNetwork = {
  id: string
  name: string
  now: RiderText
  next: RiderText
  problem: MessageProblem | null
}

/** Null means that the author cancelled. `sentAnyway` means that the message contradicts the trails but the author sends it. */
export type SendAnswer = { sentAnyway: boolean } | null

type Props = {
  networks: readonly ConfirmedNetwork[]
  isOnline: boolean
  /** Set if another manager must approve the update first. */
  waits: WaitReason | null
  /** T28: the update also confirms the networks that it doesn't change. */
  confirmsAll: boolean
  post: object
  answer: (answer: SendAnswer) => void
  onEdit: (networkId: string) => void
}

/** The dialog shows every sentence that becomes public. Changed networks come first, with the old text next to the new. */
export function UpdateConfirm({ networks, isOnline, waits, confirmsAll, post, answer, onEdit }: Props) {
  const [accepted, setAccepted] = useState<readonly string[]>([])
  const no = () => answer(null)
  const isChanged = ({ now, next }: ConfirmedNetwork) => !isSameValue(now, next)
  const contradicting = networks.filter(({ problem }) => problem?.isContradiction)
  const isReady = contradicting.every(({ id }) => accepted.includes(id))
  return (
    <ConfirmDialog
      title="Are you sure you want to send this?"
      width={640}
      confirm={{
        title: 'Send',
        act: () => answer({ sentAnyway: contradicting.length > 0 }),
        disabled: !isReady,
        icon: iconSendFill,
      }}
      cancel={{ title: 'Cancel', act: no }}
      onClose={no}
    >
      {waits && `${WAITS[waits]} Until then, riders will see the current status. `}
      {!isOnline && `No signal. It will stay on this ${thisDevice()} until it can be sent.`}
      {isOnline && !waits && 'Everyone will see it on Home straight away.'}
      {isOnline && !waits && <UpdateAudience post={post} />}
      <Results>
        {[...networks.filter(isChanged), ...networks.filter((network) => !isChanged(network))].map((network) => {
          const { id, name, problem } = network
          return (
            <li key={id}>
              {isChanged(network) ? (
                <Changed {...network} />
              ) : (
                <Unchanged {...network} tag={confirmsAll ? 'Same, confirmed now' : 'Same'} />
              )}
              {problem && (
                <MessageNote>
                  <p>{problem.text}</p>
                  <Button variant="outlined" aria-label={`Edit message for ${name}`} onClick={() => onEdit(id)}>
                    Edit message
                  </Button>
                  {problem.isContradiction && (
                    <label>
                      <input
                        type="checkbox"
                        checked={accepted.includes(id)}
                        onChange={({ target }) => setAccepted(target.checked ? [...accepted, id] : accepted.filter((one) => one !== id))}
                      />
                      Send it as it is
                    </label>
                  )}
                </MessageNote>
              )}
            </li>
          )
        })}
      </Results>
    </ConfirmDialog>
  )
}

function Changed({ name, now, next }: ConfirmedNetwork) {
  return (
    <>
      <h3>{name}</h3>
      <BothTexts>
        <Reading title="Riders now see" text={now} />
        <Reading title="Riders will see" text={next} />
      </BothTexts>
    </>
  )
}

function Reading({ title, text }: { title: string; text: RiderText }) {
  const { status } = text
  return (
    <section>
      <h4>{title}</h4>
      <StatusText status={status}>
        <StatusShape status={status} size={24} />
        {status ?? 'Unknown'}
      </StatusText>
      {sentencesIn(text).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  )
}

function Unchanged({ name, next: { status, exceptions, message }, tag }: ConfirmedNetwork & { tag: string }) {
  const text = [exceptions, message].filter(Boolean).join(' ')
  return (
    <Same>
      <div>
        <h3>{name}</h3>
        <StatusText status={status}>
          <StatusShape status={status} size={20} />
          {status ?? 'Unknown'}
        </StatusText>
        <small>{tag}</small>
      </div>
      {text && <p>{text}</p>}
    </Same>
  )
}
