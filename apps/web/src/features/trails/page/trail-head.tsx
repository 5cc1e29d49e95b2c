import type { Trail } from '@trailwarden/site'
import { StatusBand } from '#parts/status/status-band.tsx'
import type { ShownTrail } from '#parts/status/trail-conditions.ts'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { TrailNumbers } from '#parts/trail/trail-numbers.tsx'
import { gradeText, kindText } from '#parts/trail/trail-words.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'

// On a phone, the trail's name is in the top bar only.
const Name = styled('div')({
  display: 'grid',
  gridTemplateColumns: '28px minmax(0, 1fr)',
  gap: 12,
  alignItems: 'center',
  padding: '10px 16px',
  '& svg': { width: 28, height: 28 },
  '& h2': { display: 'none' },
  '& p': { font: font('400 15px/20px'), color: colour('text2') },
  [DESKTOP]: {
    gridTemplateColumns: '36px minmax(0, 1fr)',
    padding: '14px 16px 10px',
    '& svg': { width: 36, height: 36 },
    '& p': { font: font('400 14px/20px') },
    '& h2': { display: 'block', font: font('700 28px/34px'), letterSpacing: '-.01em', overflowWrap: 'anywhere' },
  },
})

type Props = { trail: Trail; networkName: string | null; status: ShownTrail; rideKmh: readonly number[] }

export const TrailHead = ({ trail, networkName, status, rideKmh }: Props) => (
  <>
    <Name>
      <GradeShape grade={trail.rating} size={36} />
      <div>
        <h2>{trail.name}</h2>
        <p>{[gradeText(trail), kindText(trail), networkName].filter(Boolean).join(' · ')}</p>
      </div>
    </Name>
    <StatusBand status={status} />
    <TrailNumbers trail={trail} rideKmh={rideKmh} />
  </>
)
