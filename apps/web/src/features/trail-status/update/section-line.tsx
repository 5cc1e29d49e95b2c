import type { ClosureLevel, Section } from '@trailwarden/domain'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'

const Picture = styled('svg')({
  width: '100%',
  maxWidth: 380,
  overflow: 'visible',
  '& line': { stroke: colour('text'), strokeWidth: 3 },
  '& .trail': { stroke: colour('trailGreen'), strokeWidth: 5 },
  '& rect': { fill: colour('statusClosedContainer'), stroke: colour('statusClosed'), strokeWidth: 2 },
  '& .hatch': { stroke: colour('statusClosed'), strokeWidth: 4 },
  '&[data-level=Limited]': {
    '& rect': { fill: colour('statusPartialContainer'), stroke: colour('statusPartial') },
    '& .hatch': { stroke: colour('statusPartial') },
  },
  '& text': { fill: colour('text2'), font: font('600 12px/16px'), textAnchor: 'middle' },
})

/** About as wide as a card on a phone, so that the drawing's text has the normal size. */
const WIDTH = 320
/** Posts before and after the section give orientation. */
const AROUND = 2
const STRIPE = 12

/** The fields below the drawing contain the same information. */
export function SectionLine({ posts, section, level }: { posts: readonly string[]; section: Section; level: ClosureLevel }) {
  const indexOf = (code: string | null, end: number) => (code === null ? end : posts.indexOf(code))
  const ends = [indexOf(section.from, -1), indexOf(section.to, posts.length)]
  const [first, last] = [Math.min(...ends), Math.max(...ends)]
  const [start, end] = [Math.max(-1, first - AROUND), Math.min(posts.length, last + AROUND)]
  const at = (index: number) => ((index - start) / Math.max(1, end - start)) * WIDTH
  const [from, to] = [at(first), at(last)]
  const shown = posts.flatMap((code, i) => (i >= start && i <= end ? [{ code, i }] : []))
  const stripes = Array.from({ length: Math.max(0, Math.floor((to - from - 6) / STRIPE)) }, (_, i) => from + 5 + i * STRIPE)
  return (
    <Picture viewBox={`-20 0 ${WIDTH + 40} 52`} data-level={level} aria-hidden>
      <line className="trail" x1={0} x2={WIDTH} y1={18} y2={18} />
      <rect x={from} y={9} width={Math.max(0, to - from)} height={18} rx={3} />
      {stripes.map((x) => (
        <line key={x} className="hatch" x1={x} x2={x + 6} y1={26} y2={10} />
      ))}
      {shown.map(({ code, i }) => (
        <line key={code} x1={at(i)} x2={at(i)} y1={10} y2={26} />
      ))}
      {shown
        .filter(({ i }) => i === first || i === last)
        .map(({ code, i }) => (
          <text key={code} x={at(i)} y={44}>
            {code}
          </text>
        ))}
    </Picture>
  )
}
