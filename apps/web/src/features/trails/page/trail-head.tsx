import { styled } from '@mui/material/styles'
import { distanceText, rideTime, rideTimeText, type Slopes } from '@trailwarden/domain'
import type { Trail } from '@trailwarden/site'
import { StatusBand } from '#parts/status/status-band.tsx'
import type { ShownTrail } from '#parts/status/trail-conditions.ts'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { gradeText, heightText } from '#parts/trail/trail-words.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'

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

type Props = {
  trail: Trail
  networkName: string | null
  status: ShownTrail
  slopes: Slopes | null
  rideKmh: readonly number[]
}

export function TrailHead({ trail, networkName, status, slopes, rideKmh }: Props) {
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
      <StatusBand status={status} />
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
