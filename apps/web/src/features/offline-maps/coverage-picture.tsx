import { type Trail, tilePath } from '@trailwarden/site'
import { useMemo } from 'react'
import { usePageData } from '#data/page-data.ts'
import { GRID, SAMPLE_LABEL } from '#parts/map/map-styles.ts'
import { useMapConditions } from '#parts/status/trail-conditions.ts'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Card } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { useOfflineMaps } from './offline-maps.ts'
import { type Coverage, coverageOf } from './packs/coverage.ts'
import { type Condition, conditionOfPack } from './packs/map-condition.ts'
import { usePacks } from './packs/use-packs.ts'

type Standing = 'ready' | 'coming' | 'missing'
const WORDS: Record<Standing, string> = { ready: 'Ready', coming: 'Downloading', missing: 'Not downloaded' }

const standingOf = (condition: Condition): Standing =>
  condition === 'ready' || condition === 'checking' ? 'ready' : condition === 'downloading' ? 'coming' : 'missing'

const FRAMES = {
  '& [data-standing=ready]': { stroke: colour('success'), fill: colour('success'), fillOpacity: 0.22 },
  '& [data-standing=coming]': { stroke: colour('primary'), fill: colour('primary'), fillOpacity: 0.22 },
  '& [data-standing=missing]': { stroke: colour('text'), fill: 'none', strokeDasharray: '7 5' },
}

const Frame = styled(Card)({ overflow: 'hidden' })

const Ground = styled('div')({
  ...GRID,
  position: 'relative',
  '& svg': { display: 'block', width: '100%', height: 'auto' },
  '& image': { '[data-theme=dark] &': { filter: 'brightness(.55) saturate(.7)' } },
  '& path': { fill: 'none', vectorEffect: 'non-scaling-stroke', strokeWidth: 2.5, strokeLinejoin: 'round' },
  '& .casing': { stroke: colour('trailCasing'), strokeWidth: 5 },
  '& rect': { strokeWidth: 2, vectorEffect: 'non-scaling-stroke' },
  ...FRAMES,
  '& span': {
    position: 'absolute',
    transform: 'translate(-50%, -50%)',
    font: font('600 12px/16px'),
    whiteSpace: 'nowrap',
    color: '#26343A',
    textShadow: '0 0 3px #fff, 0 0 3px #fff, 0 0 2px #fff',
    '[data-theme=dark] &': { color: '#F1F5F6', textShadow: '0 0 3px #0a1216, 0 0 3px #0a1216' },
  },
})

const Sample = styled('p')(SAMPLE_LABEL)

const Key = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '4px 16px',
  padding: '12px 16px',
  borderTop: `1px solid ${colour('line')}`,
  '& li': { display: 'flex', alignItems: 'center', gap: 10, font: font('500 14px/20px') },
  '& svg': { width: 24, height: 18 },
  '& rect': { strokeWidth: 2 },
  ...FRAMES,
})

const STROKES: Record<NonNullable<Trail['rating']>, string> = {
  green: colour('trailGreen'),
  blue: colour('trailBlue'),
  black: colour('trailBlack'),
  link: colour('trailLink'),
}

const pathOf = ({ lines }: Trail, { place }: Coverage) =>
  lines
    .map((line) => {
      const spots = line.map((at) => place(at)).map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
      return spots.length > 1 ? `M${spots.join('L')}` : ''
    })
    .join('')

/** Up to this zoom level, the labels of towns fit in the picture. */
const NAMED_UP_TO_ZOOM = 9

export function CoveragePicture() {
  const packs = usePacks()
  const maps = useOfflineMaps(packs)
  const base = packs[0]?.base
  const coverage = useMemo(() => {
    const bounds = packs.map((pack) => pack.bounds)
    return base && coverageOf(bounds, base)
  }, [packs, base])
  const { site } = usePageData()
  if (!base || !coverage) return null
  const standings = packs.map((pack) => ({ pack, standing: standingOf(conditionOfPack(maps, pack)) }))
  const { width, height, tiles, frame } = coverage
  return (
    <Frame>
      <Ground role="img" aria-label={standings.map(({ pack, standing }) => `${pack.title}: ${WORDS[standing]}`).join('. ')}>
        <svg viewBox={`0 0 ${width.toFixed(1)} ${height.toFixed(1)}`} aria-hidden>
          <title>Maps on this device</title>
          {tiles.map(({ x, y, width: side, tile }) => {
            const href = tilePath(base, tile)
            // Scaled tiles would show seams, so each is slightly wider than a tile.
            return <image key={href} href={href} x={x} y={y} width={side + 0.6} height={side + 0.6} />
          })}
          <Lines coverage={coverage} />
          {standings.map(({ pack, standing }) => (
            <rect key={pack.slug} {...frame(pack.bounds)} rx={6} data-standing={standing} />
          ))}
        </svg>
        <Names coverage={coverage} />
        <Sample>
          {site.sample && 'Sample data – not for navigation. '}
          {base.attribution}
        </Sample>
      </Ground>
      <Key>
        {(['ready', 'coming', 'missing'] as const).map((standing) => (
          <li key={standing}>
            <svg viewBox="0 0 24 18" aria-hidden>
              <rect x={2} y={2} width={20} height={14} rx={4} data-standing={standing} />
            </svg>
            {WORDS[standing]}
          </li>
        ))}
      </Key>
    </Frame>
  )
}

function Lines({ coverage }: { coverage: Coverage }) {
  const trails = useSiteData()?.bundle.trails
  const { conditionOf } = useMapConditions()
  return trails?.map((trail) => {
    const d = pathOf(trail, coverage)
    const isClosed = conditionOf(trail).condition === 'closed'
    const style = isClosed ? { stroke: colour('statusClosed'), strokeDasharray: '6 4' } : { stroke: STROKES[trail.rating ?? 'link'] }
    return (
      <g key={trail.id}>
        <path className="casing" d={d} />
        <path d={d} style={style} />
      </g>
    )
  })
}

function Names({ coverage: { width, height, place } }: { coverage: Coverage }) {
  const names = useSiteData()?.bundle.placeNames ?? []
  return names
    .filter(({ kind, minZoom }) => kind === 'town' && minZoom <= NAMED_UP_TO_ZOOM)
    .map(({ name, at }) => {
      const { x, y } = place(at)
      const [left, top] = [(x / width) * 100, (y / height) * 100]
      // Names at the edge would be cut off.
      return left > 12 && left < 88 && top > 4 && top < 90 ? (
        <span key={name} style={{ left: `${left}%`, top: `${top}%` }}>
          {name}
        </span>
      ) : null
    })
}
