import { Icon } from '#ui/icons/icon.tsx'
import { iconUpcoming } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { iconSchedule } from '../record/record-icons.ts'
import { Age } from './age.tsx'
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
  '&:has(p) > svg': { gridRow: '1 / span 2' },
  '&:has(p) > div': { minHeight: 24 },
  '& b': { font: font('700 16px/24px') },
  '& .age': { display: 'flex', alignItems: 'center', gap: 6, font: font('500 14px/20px') },
  '& p': { gridColumn: 2, font: font('400 15px/21px'), overflowWrap: 'anywhere' },
  '& p.whose': { font: font('400 14px/20px'), color: colour('text2') },
})

/** A closure must not be shown on the green of an open trail, so planned closures have a separate row. */
const Upcoming = styled('div')({
  display: 'grid',
  gridTemplateColumns: '28px minmax(0, 1fr)',
  gap: '2px 12px',
  alignItems: 'center',
  minHeight: 52,
  padding: '8px 16px',
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  '& + &': { borderTop: `1px solid ${colour('warning')}` },
  '& svg': { justifySelf: 'center', color: colour('warningText') },
  '& b': { display: 'block', font: font('700 16px/21px') },
  '& p': { font: font('400 14px/19px'), overflowWrap: 'anywhere' },
})

/** `isBrief` leaves out planned closures, when the status began and whose status it is. */
export function StatusBand({ status, isBrief = false }: { status: ShownTrail; isBrief?: boolean }) {
  const { shape, word, message, postedAt, changedAt, isNetworks, closures, elsewhere, upcoming } = status
  return (
    <>
      <Band data-status={shape} data-brief={isBrief || undefined}>
        <StatusShape status={shape} size={34} />
        <div>
          <StatusText status={shape}>{word}</StatusText>
          <span className="age">
            <Icon path={iconSchedule} size={18} />
            {postedAt ? <Age at={postedAt} lead="Confirmed" /> : message ? 'No status yet' : 'Not confirmed'}
          </span>
        </div>
        {elsewhere && <p>{elsewhere}</p>}
        {message && <p>{message}</p>}
        {closures.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
        {!isBrief && changedAt && changedAt !== postedAt && (
          <p className="whose">
            <Age at={changedAt} lead="Changed" />
          </p>
        )}
        {!isBrief && isNetworks && !elsewhere && !message && <p className="whose">Status of the whole network</p>}
      </Band>
      {(isBrief ? [] : upcoming).map(({ id, title, details }) => (
        <Upcoming key={id} data-upcoming>
          <Icon path={iconUpcoming} size={26} />
          <div>
            <b>{title}</b>
            {details && <p>{details}</p>}
          </div>
        </Upcoming>
      ))}
    </>
  )
}
