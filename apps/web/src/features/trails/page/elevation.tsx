import type { ProfilePoint, Slopes } from '@trailwarden/domain'
import { Card } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { CardTop } from '../card-top.tsx'
import { type ChartSize, chartOf } from './elevation-chart.ts'

const Figure = styled('figure')({
  margin: 0,
  padding: '0 12px 12px',
  '& svg': { display: 'block', width: '100%', height: 'auto' },
  '& text': { fill: colour('text2'), font: font('500 12px') },
  '& .code': { fill: colour('text'), font: font('600 12px') },
  '& .grid': { stroke: colour('line'), strokeWidth: 1 },
  '& .area': { fill: colour('primaryContainer') },
  '& .line': { fill: 'none', stroke: colour('primary'), strokeWidth: 2.2, strokeLinejoin: 'round' },
  '& .post': { stroke: colour('text'), strokeWidth: 1.4, strokeDasharray: '1.5 2.5' },
  '& .dot': { fill: colour('text'), stroke: colour('surface'), strokeWidth: 1.5 },
})

/** The chart is about as wide on a phone as in the desktop's second column. Scaling it further would scale its text too. */
const SIZE: ChartSize = { width: 340, height: 148 }

type Posts = readonly { code: string; alongM: number }[]

function Chart({ profile, posts }: { profile: readonly ProfilePoint[]; posts: Posts }) {
  const { line, area, heights, ticks, end, posts: marks, edges } = chartOf(profile, posts, SIZE)
  const below = edges.bottom + 16
  return (
    <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden="true">
      <path className="area" d={area} />
      {heights.map(({ at, text }) => (
        <g key={text}>
          <path className="grid" d={`M${edges.left} ${at}H${edges.right}`} />
          <text x={edges.left - 8} y={at + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      <path className="line" d={line} />
      {marks.map(({ at, y, code }) => (
        <g key={at}>
          {code && <path className="post" d={`M${at} ${edges.top - 6}V${y}`} />}
          <circle className="dot" cx={at} cy={y} r="4" />
          {code && (
            <text className="code" x={code.at} y={edges.top - 11} textAnchor="middle">
              {code.text}
            </text>
          )}
        </g>
      ))}
      <text x={edges.left} y={below}>
        0 km
      </text>
      {ticks.map(({ at, text }) => (
        <text key={at} x={at} y={below} textAnchor="middle">
          {text}
        </text>
      ))}
      <text x={edges.right} y={below} textAnchor="end">
        {end}
      </text>
    </svg>
  )
}

function describe(profile: readonly ProfilePoint[], slopes: Slopes | null): string {
  const heights = profile.map(({ heightM }) => heightM)
  const ends = `Elevation from ${heights[0]} m at the start to ${heights.at(-1)} m at the finish.`
  const between = `Highest ${Math.max(...heights)} m, lowest ${Math.min(...heights)} m.`
  return [ends, between, slopes && `${slopes.climbM} m of climbing and ${slopes.descentM} m of descent.`].filter(Boolean).join(' ')
}

/** Surveyed heights are accurate to about five metres. */
const levelText = (heightM: number) => (Math.abs(heightM) < 5 ? 'sea level' : `${heightM} m`)

/** Trails without surveyed heights have no chart. */
export function Elevation({ profile, posts, slopes }: { profile: readonly ProfilePoint[]; posts: Posts; slopes: Slopes | null }) {
  const [first, last] = [profile[0], profile.at(-1)]
  if (!first || !last || profile.length < 2) return null
  return (
    <Card aria-labelledby="elevation">
      <CardTop id="elevation" title="Elevation" more={`${levelText(first.heightM)} to ${levelText(last.heightM)}`} />
      <Figure role="img" aria-label={describe(profile, slopes)}>
        <Chart profile={profile} posts={posts} />
      </Figure>
    </Card>
  )
}
