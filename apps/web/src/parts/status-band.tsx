import { styled } from '@mui/material/styles'
import { Icon } from '#ui/icon.tsx'
import { colour, DESKTOP, font } from '#ui/theme.ts'
import { Age } from './age.tsx'
import { iconSchedule } from './record-icons.ts'
import { StatusShape, StatusText } from './status-shape.tsx'
import type { ShownTrail } from './trail-conditions.ts'

const Band = styled('div')({
  display: 'grid',
  gridTemplateColumns: '36px minmax(0, 1fr)',
  gap: '2px 12px',
  padding: '12px 16px',
  background: colour('statusUnknownContainer'),
  color: colour('text'),
  '&[data-status=Open]': { background: colour('statusOpenContainer') },
  '&[data-status="Partially Open"]': { background: colour('statusPartialContainer') },
  '&[data-status=Closed]': { background: colour('statusClosedContainer') },
  '& > div': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '0 12px', minHeight: 32 },
  '& b': { font: font('700 17px/24px') },
  '& .age': { display: 'flex', alignItems: 'center', gap: 6, font: font('500 15px/20px') },
  '& p': { gridColumn: 2, font: font('400 15px/21px'), overflowWrap: 'anywhere' },
  '& p.whose': { font: font('400 14px/20px'), color: colour('text2') },
  [DESKTOP]: { padding: '14px 24px', gap: '2px 20px' },
})

/** How a trail is now, since when and why; where nobody has spoken of it, how its network is. */
export function StatusBand({ status }: { status: ShownTrail }) {
  const { shape, word, message, postedAt, changedAt, isNetworks, closures, planned } = status
  return (
    <Band data-status={shape}>
      <StatusShape status={shape} size={34} />
      <div>
        <StatusText status={shape}>{word}</StatusText>
        <span className="age">
          <Icon path={iconSchedule} size={18} />
          {postedAt ? <Age at={postedAt} lead="Confirmed" /> : 'No status yet'}
        </span>
      </div>
      {message && <p>{message}</p>}
      {[...closures, ...planned].map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
      {changedAt && changedAt !== postedAt && (
        <p className="whose">
          <Age at={changedAt} lead="Changed" />
        </p>
      )}
      {isNetworks && <p className="whose">Status of the network</p>}
    </Band>
  )
}
