import { distanceText, profileOf, rideTime, rideTimeText, slopesOf } from '@trailwarden/domain'
import type { Trail } from '@trailwarden/site'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { heightText } from './trail-words.ts'

const Numbers = styled('dl')({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  margin: 0,
  borderTop: `1px solid ${colour('line')}`,
  borderBottom: `1px solid ${colour('line')}`,
  '& > div': { display: 'flex', flexDirection: 'column-reverse', padding: '10px 4px', textAlign: 'center' },
  '& > div + div': { borderLeft: `1px solid ${colour('line')}` },
  '& dd': { margin: 0, font: font('700 17px/24px'), fontFeatureSettings: "'tnum'", whiteSpace: 'nowrap' },
  '& dt': { font: font('500 13px/18px'), color: colour('text2') },
  '@media (max-width: 359px)': { '& > div': { padding: '6px 2px' }, '& dd': { font: font('700 15px/24px') } },
  [DESKTOP]: { '& dd': { font: font('700 18px/24px') } },
})

/** Unknown numbers are left out. `height` is the climb or the descent, whichever is more. */
export function trailFigures(trail: Trail, rideKmh: readonly number[]) {
  const { distanceM: lengthM } = trail
  const slopes = slopesOf(profileOf(trail).map(({ heightM }) => heightM))
  const isClimb = slopes !== null && slopes.climbM > slopes.descentM
  return {
    length: lengthM === null ? null : distanceText(lengthM),
    isClimb,
    height: heightText(isClimb ? slopes.climbM : slopes?.descentM),
    ride: lengthM !== null && slopes ? rideTimeText(rideTime({ lengthM, climbM: slopes.climbM }, rideKmh)) : null,
  }
}

export function TrailNumbers({ trail, rideKmh }: { trail: Trail; rideKmh: readonly number[] }) {
  const { length, isClimb, height, ride } = trailFigures(trail, rideKmh)
  const numbers = [
    ['Length', length],
    [isClimb ? 'Climb' : 'Descent', height],
    ['Ride time', ride],
  ] as const
  if (!numbers.some(([, value]) => value)) return null
  return (
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
  )
}
