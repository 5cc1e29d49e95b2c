import { styled } from '@mui/material/styles'
import { MESSAGE_MAX_LENGTH, TrailStatus } from '@trailwarden/domain'
import type { ComponentProps, ReactNode } from 'react'
import { formatDate } from '#lib/dates.ts'
import { StatusShape } from '#parts/status-shape.tsx'
import { Card } from '#ui/card.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { TextAreaField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconHistory } from '#ui/screen-icons.ts'
import { colour, font } from '#ui/theme.ts'
import { STATUS_COLOURS } from './status-colours.ts'

const Block = styled(Card)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  alignContent: 'start',
  minWidth: 0,
  padding: '14px 16px 16px',
  '& > header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 },
  '& h2': { ...theme.typography.h2, minWidth: 0, overflowWrap: 'anywhere' },
  '& > p': { ...theme.typography.body2, display: 'flex', alignItems: 'center', gap: 6, color: colour('text2') },
  // The heading above says what the choice is about; the legend is for screen readers.
  '& legend': { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' },
}))

const Tag = styled('span')({
  flex: 'none',
  // As wide as the longer of its two texts: it changes while someone types.
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
  /** What is public now, and since when; null when nothing is. */
  before: { status: TrailStatus; since: string | null } | null
  /** True when another status is chosen now. */
  isOther: boolean
  timeZone: string
  /** Whether the network follows its trails, where it has any. */
  follows: ReactNode
  /** What is said of its trails. */
  children: ReactNode
}

/** One network of the update: what it is to be, what it was, and whether that differs. */
export function UpdateBlock({ name, status, message, isChanged, before, isOther, timeZone, follows, children }: Props) {
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
        {before ? `${isOther ? 'Was ' : ''}${before.status}${since}` : 'Nothing was posted yet'}
      </p>
      <TextAreaField {...message} label="Message" optional rows={3} maxLength={MESSAGE_MAX_LENGTH} />
      {follows}
      {children}
    </Block>
  )
}
