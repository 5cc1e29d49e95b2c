import { styled } from '@mui/material/styles'
import type { ProfilePoint, Slopes } from '@trailwarden/domain'
import { Card } from '#ui/card.tsx'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { CardTop } from '../card-top.tsx'
import { type ChartSize, chartOf } from './elevation-chart.ts'

const Figure = styled('figure')({
  margin: 0,
  padding: '0 12px 12px',
  '& svg': { display: 'block', width: '100%', height: 'auto' },
  '& svg.wide': { display: 'none' },
  '& text': { fill: colour('text2'), font: font('500 12px') },
  '& .code': { fill: colour('text'), font: font('600 12px') },
  '& .grid': { stroke: colour('line'), strokeWidth: 1 },
  '& .area': { fill: colour('primaryContainer') },
  '& .line': { fill: 'none', stroke: colour('primary'), strokeWidth: 2.2, strokeLinejoin: 'round' },
  '& .post': { stroke: colour('text'), strokeWidth: 1.4, strokeDasharray: '1.5 2.5' },
  '& .dot': { fill: colour('text'), stroke: colour('surface'), strokeWidth: 1.5 },
  [DESKTOP]: { '& svg.narrow': { display: 'none' }, '& svg.wide': { display: 'block' } },
})

/** Scaling a chart would scale its text too, so phones and desktops have separate charts. */
const SIZES = { narrow: { width: 340, height: 170 }, wide: { width: 700, height: 220 } }

type Posts = readonly { code: string; alongM: number }[]

function Chart({ name, size, profile, posts }: { name: string; size: ChartSize; profile: readonly ProfilePoint[]; posts: Posts }) {
  const { line, area, heights, ticks, end, posts: marks, edges } = chartOf(profile, posts, size)
  const below = edges.bottom + 16
  return (
    <svg className={name} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
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
  return [ends, between, slopes && `${slopes.climbM} m of climb and ${slopes.descentM} m of descent.`].filter(Boolean).join(' ')
}

/** Trails without surveyed heights have no chart. */
export function Elevation({ profile, posts, slopes }: { profile: readonly ProfilePoint[]; posts: Posts; slopes: Slopes | null }) {
  const [first, last] = [profile[0], profile.at(-1)]
  if (!first || !last || profile.length < 2) return null
  return (
    <Card aria-labelledby="elevation">
      <CardTop id="elevation" title="Elevation" more={`${first.heightM} m to ${last.heightM} m`} />
      <Figure role="img" aria-label={describe(profile, slopes)}>
        <Chart name="narrow" size={SIZES.narrow} profile={profile} posts={posts} />
        <Chart name="wide" size={SIZES.wide} profile={profile} posts={posts} />
      </Figure>
    </Card>
  )
}
