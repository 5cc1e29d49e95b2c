import type { Trail } from '@trailwarden/site'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'

const Shape = styled('svg')({
  flex: 'none',
  '&[data-grade=green] *': { fill: colour('trailGreen') },
  '&[data-grade=blue] *': { fill: colour('trailBlue') },
  '&[data-grade=black] *': { fill: colour('trailBlack'), stroke: colour('trailBlackEdge'), strokeWidth: 1.5 },
  '&[data-grade=link] *': { fill: 'none', stroke: colour('trailLink'), strokeWidth: 4, strokeDasharray: '5 4' },
})

/** Riders know the shapes of grades from signs. */
export function GradeShape({ grade, size = 32 }: { grade: Trail['rating']; size?: number }) {
  return (
    <Shape width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" data-grade={grade ?? 'link'}>
      {grade === 'green' && <circle cx="16" cy="16" r="12" />}
      {grade === 'blue' && <rect x="5" y="5" width="22" height="22" rx="2" />}
      {grade === 'black' && <path d="M16 2L30 16L16 30L2 16Z" />}
      {(grade === 'link' || grade === null) && <path d="M3 16H29" />}
    </Shape>
  )
}
