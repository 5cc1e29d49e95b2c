import { MESSAGE_MAX_LENGTH, type MessageProblem, TrailStatus } from '@trailwarden/domain'
import type { ComponentProps, ReactNode } from 'react'
import { formatDate } from '#lib/dates.ts'
import { StatusShape } from '#parts/status/status-shape.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { TextAreaField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconHistory } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font, typography } from '#ui/theme/theme.ts'
import { STATUS_COLOURS } from '../status-colours.ts'
import { MessageNote } from './message-note.tsx'

const Block = styled(Card)({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  alignContent: 'start',
  minWidth: 0,
  padding: '14px 16px 16px',
  '& > header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 },
  '& h2': { ...typography.h2, minWidth: 0, overflowWrap: 'anywhere' },
  '& > p': { ...typography.body2, display: 'flex', alignItems: 'center', gap: 6, color: colour('text2') },
  // An empty live region takes no space.
  '& > [role=status]:empty': { display: 'none' },
  // The heading already names the choice, so the legend is only for screen readers.
  '& [data-doubtful=true] textarea': { border: `2px solid ${colour('warning')}` },
  '& legend': { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' },
})

const Tag = styled('span')({
  flex: 'none',
  // The longer of the two texts determines the width, so that the width doesn't change while someone types.
  minWidth: 88,
  textAlign: 'center',
  padding: '2px 8px',
  borderRadius: 6,
  font: font('600 13px/18px'),
  background: colour('surfaceSunken'),
  color: colour('text2'),
  '&[data-changed=true]': { background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
})

const OPTIONS = TrailStatus.options.map((value) => ({
  value,
  title: value,
  mark: <StatusShape status={value} size={26} />,
  chosen: STATUS_COLOURS[value],
}))

type Field = ComponentProps<'input'> & { error: string | undefined }
type Props = {
  name: string
  status: Field
  message: ComponentProps<'textarea'> & { error: string | undefined }
  isChanged: boolean
  before: { status: TrailStatus; since: string | null } | null
  isOther: boolean
  timeZone: string
  stillClosed: ReactNode
  /** Partially Open without a named trail needs a message that says where. */
  isWhereMissing: boolean
  problem: MessageProblem | null
  onEditMessage: () => void
  onTakeOver: (message: string) => void
  children: ReactNode
}

export function UpdateBlock(props: Props) {
  const { name, status, message, isChanged, before, isOther, timeZone, stillClosed, problem, children } = props
  const since = before?.since ? ` since ${formatDate(new Date(before.since), timeZone)}` : ''
  return (
    <Block aria-label={name}>
      <header>
        <h2>{name}</h2>
        <Tag data-changed={isChanged}>{isChanged ? 'Changed' : 'No change'}</Tag>
      </header>
      <ChoiceField {...status} label={`Status of ${name}`} joined options={OPTIONS} />
      <p>
        <Icon path={iconHistory} size={18} />
        {before ? `${isOther ? 'Was ' : ''}${before.status}${since}` : 'Nothing has been posted yet'}
      </p>
      <div role="status">{stillClosed}</div>
      <div data-doubtful={problem !== null}>
        <TextAreaField
          {...message}
          label="Message"
          error={message.error ?? (props.isWhereMissing ? 'Say where' : undefined)}
          optional={!props.isWhereMissing}
          rows={3}
          maxLength={MESSAGE_MAX_LENGTH}
        />
      </div>
      <div role="status">{problem && <Problem {...props} problem={problem} />}</div>
      {children}
    </Block>
  )
}

function Problem({ problem: { text, suggestion, isContradiction }, onEditMessage, onTakeOver }: Props & { problem: MessageProblem }) {
  return (
    <MessageNote>
      <p>{text}</p>
      {suggestion && (
        <Button variant="outlined" onClick={() => onTakeOver(suggestion)}>
          Change to “{suggestion}”
        </Button>
      )}
      {!isContradiction && (
        <Button variant="outlined" onClick={onEditMessage}>
          Edit message
        </Button>
      )}
    </MessageNote>
  )
}
