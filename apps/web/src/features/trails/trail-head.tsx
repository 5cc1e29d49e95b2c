import { styled } from '@mui/material/styles'
import { distanceText, rideTime, rideTimeText, type Slopes } from '@trailwarden/domain'
import type { Trail } from '@trailwarden/site'
import { formatAge } from '#lib/dates.ts'
import { GradeShape } from '#parts/grade-shape.tsx'
import { iconSchedule } from '#parts/record-icons.ts'
import type { ShownStatus } from '#parts/shown-status.ts'
import { StatusShape, StatusText } from '#parts/status-shape.tsx'
import { gradeText } from '#parts/trail-words.ts'
import { useNow } from '#platform/clock.ts'
import { Icon } from '#ui/icon.tsx'
import { colour, DESKTOP, font } from '#ui/theme.ts'

const Name = styled('div')({
  display: 'grid',
  gridTemplateColumns: '36px minmax(0, 1fr)',
  gap: 12,
  alignItems: 'center',
  padding: '12px 16px',
  '& h2': { font: font('700 24px/30px'), letterSpacing: '-.01em', overflowWrap: 'anywhere' },
  '& p': { font: font('400 15px/20px'), color: colour('text2') },
  [DESKTOP]: { padding: '16px 24px', gap: 20, '& h2': { font: font('700 28px/36px') } },
})

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

const Numbers = styled('dl')({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, auto)',
  margin: 0,
  '& > div': { display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end', padding: '12px 6px', textAlign: 'center' },
  '& > div + div': { borderLeft: `1px solid ${colour('line')}` },
  '& dd': { margin: 0, font: font('700 17px/24px'), fontFeatureSettings: "'tnum'" },
  '& dt': { font: font('500 13px/18px'), color: colour('text2') },
  '@media (max-width: 359px)': {
    gridAutoFlow: 'row',
    gridTemplateColumns: '1fr 1fr',
    '& > div:nth-of-type(odd)': { borderLeft: 0 },
    '& > div:nth-of-type(n + 3)': { borderTop: `1px solid ${colour('line')}` },
  },
  [DESKTOP]: { '& dd': { font: font('700 22px/28px') } },
})

/** To ten metres, as well as heights are known; nothing to speak of is left out. */
const heightText = (metres: number | undefined) => (metres === undefined || metres < 5 ? null : `${Math.round(metres / 10) * 10} m`)

export type TrailStatusShown = ShownStatus & { postedAt: string | null }

type Props = {
  trail: Trail
  networkName: string | null
  status: TrailStatusShown
  slopes: Slopes | null
  rideKmh: readonly number[]
}

/** What the trail is, how it is now, and how much of a ride it is. What is not known is left out. */
export function TrailHead({ trail, networkName, status, slopes, rideKmh }: Props) {
  const now = useNow()
  const { distanceM: lengthM } = trail
  const ride = lengthM !== null && slopes ? rideTimeText(rideTime({ lengthM, climbM: slopes.climbM }, rideKmh)) : null
  const numbers = [
    ['Length', lengthM === null ? null : distanceText(lengthM)],
    ['Climb', heightText(slopes?.climbM)],
    ['Descent', heightText(slopes?.descentM)],
    ['Ride', ride],
  ] as const
  return (
    <>
      <Name>
        <GradeShape grade={trail.rating} size={36} />
        <div>
          <h2>{trail.name}</h2>
          <p>{[gradeText(trail), networkName].filter(Boolean).join(' · ')}</p>
        </div>
      </Name>
      <Band data-status={status.shape}>
        <StatusShape status={status.shape} size={34} />
        <div>
          <StatusText status={status.shape}>{status.word}</StatusText>
          <span className="age">
            <Icon path={iconSchedule} size={18} />
            {status.postedAt ? `Confirmed ${formatAge(new Date(status.postedAt), now)}` : 'No status yet'}
          </span>
        </div>
        {status.message && <p>{status.message}</p>}
        <p className="whose">Status of the network</p>
      </Band>
      <Numbers>
        {numbers.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </Numbers>
    </>
  )
}
