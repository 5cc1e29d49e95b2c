import '../styles/sketch-map.css'
import { type Fix, type LonLat, planeAt, signalBand } from '@trailwarden/domain'
import { isOwnTiles } from '@trailwarden/site'
import { useMemo } from 'react'
import type { SiteData } from '#parts/trail/site-data.ts'
import { part } from '#ui/part.tsx'

/** The rest of the sketch works without the base map, so the base map loads last. */
const Ground = part(() => import('./ground.tsx').then((m) => m.Ground))

/** The sketch is drawn from the site's data, so it needs no map engine and prints well. */
const [WIDTH, HEIGHT] = [400, 260]
const REACH_M = 1600
const PER_M = WIDTH / 2 / REACH_M
const MARGIN = 40
const PLATE = 26

type Props = { data: SiteData; centre: LonLat; me?: Fix; selected: string | null; ground?: boolean }
type Spot = { x: number; y: number }

const isShown = ({ x, y }: Spot) => Math.abs(x) < WIDTH / 2 && Math.abs(y) < HEIGHT / 2

export function SketchMap({ data, centre, me, selected, ground = false }: Props) {
  const { bundle } = data
  const drawn = useMemo(() => {
    const { toPlane, toLonLat } = planeAt(centre)
    const spotOf = (position: LonLat): Spot => {
      const [x, y] = toPlane(position)
      return { x: Math.round(x * PER_M * 10) / 10, y: Math.round(-y * PER_M * 10) / 10 }
    }
    const isNear = ({ x, y }: Spot) => Math.abs(x) < WIDTH / 2 + MARGIN && Math.abs(y) < HEIGHT / 2 + MARGIN
    /** The lines of a network have about ten thousand points, so only the visible parts are drawn. */
    const pathOf = (lines: readonly (readonly LonLat[])[]) => {
      let path = ''
      for (const line of lines) {
        let isDrawing = false
        let before: Spot | null = null
        for (const position of line) {
          const here = spotOf(position)
          if (isNear(here)) {
            if (!isDrawing) path += before ? `M${before.x} ${before.y}L` : 'M'
            else path += 'L'
            path += `${here.x} ${here.y}`
            isDrawing = true
          } else {
            if (isDrawing) path += `L${here.x} ${here.y}`
            isDrawing = false
          }
          before = here
        }
      }
      return path
    }
    const spots = <T extends { position: LonLat }>(items: readonly T[]) =>
      items.map((item) => ({ item, ...spotOf(item.position) })).filter(isShown)
    const [halfWidthM, halfHeightM] = [WIDTH / 2 / PER_M, HEIGHT / 2 / PER_M]
    const [west, north] = toLonLat(-halfWidthM, halfHeightM)
    const [east, south] = toLonLat(halfWidthM, -halfHeightM)
    return {
      spotOf,
      bounds: { west, north, east, south },
      trails: bundle.trails.map(({ id, rating, lines }) => ({ id, rating, path: pathOf(lines) })).filter(({ path }) => path),
      routes: bundle.accessRoutes.map(({ id, type, lines }) => ({ id, type, path: pathOf(lines) })).filter(({ path }) => path),
      // The labels of posts near the top edge would be cut off.
      markers: spots(bundle.markers).filter(({ y }) => y > -HEIGHT / 2 + PLATE),
      landingZones: spots(bundle.landingZones),
      accessPoints: spots(bundle.accessPoints),
      me: me ? { ...spotOf(me.position), radius: (me.accuracyM ?? 0) * PER_M } : null,
    }
  }, [bundle, centre, me])
  // The Emergency page sends requests only to our own server.
  const base = ground ? bundle.site.baseMaps.find(isOwnTiles) : undefined
  // The selected post covers its neighbours.
  const markers = [...drawn.markers].sort((a, b) => Number(a.item.code === selected) - Number(b.item.code === selected))
  return (
    <figure className="card sketch">
      <svg
        viewBox={`${-WIDTH / 2} ${-HEIGHT / 2} ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Sketch of the trails around ${selected ?? 'here'}`}
      >
        {base && <Ground base={base} bounds={drawn.bounds} spotOf={drawn.spotOf} />}
        {drawn.routes.map(({ id, type, path }) => (
          <path key={id} className={`route route-${type}`} d={path} />
        ))}
        {drawn.trails.map(({ id, path }) => (
          <path key={id} className="trail-casing" d={path} />
        ))}
        {drawn.trails.map(({ id, rating, path }) => (
          <path key={id} className={`trail trail-${rating}`} d={path} />
        ))}
        {drawn.accessPoints.map(({ item, x, y }) => (
          <rect key={item.id} className="access" x={x - 4} y={y - 4} width="8" height="8" />
        ))}
        {drawn.landingZones.map(({ item, x, y }) => (
          <g key={item.id} className="landing" transform={`translate(${x} ${y})`}>
            <circle r="9" />
            <text y="4">H</text>
          </g>
        ))}
        {drawn.me && (
          <g className="me" transform={`translate(${drawn.me.x} ${drawn.me.y})`}>
            <circle className="accuracy" r={Math.min(drawn.me.radius, WIDTH)} />
            {/* With a dot, someone might mistake the centre of a large circle for the exact position. */}
            {drawn.me.radius < 100 * PER_M && <circle className="dot" r="6" />}
          </g>
        )}
        {markers.map(({ item, x, y }) => (
          <g
            key={item.code}
            className={`plate ${item.code === selected ? 'plate-selected' : ''} signal-${signalOf(item.readings, bundle.site)}`}
            transform={`translate(${x} ${y})`}
          >
            <path d="M-5-8L0 0 5-8Z" />
            <rect x={-item.code.length * 4 - 8} y="-24" width={item.code.length * 8 + 16} height="17" rx="3" />
            <text y="-11">{item.code}</text>
          </g>
        ))}
        <g className="scale" transform={`translate(${-WIDTH / 2 + 12} ${HEIGHT / 2 - 12})`}>
          <path d={`M0-5V0H${500 * PER_M}V-5`} />
          <text x={500 * PER_M + 6}>500 m</text>
        </g>
        <g className="scale" transform={`translate(${WIDTH / 2 - 16} ${-HEIGHT / 2 + 30})`}>
          <path d="M0 0V-18M-5-11L0-18 5-11" />
          <text className="north" y="13">
            N
          </text>
        </g>
      </svg>
      <figcaption className="small">
        Sketch, north up. Lines: trails; dashes: 4WD, 2WD and foot access. H: landing zone. Squares: access points.
        {base && ` ${base.attribution}`}
      </figcaption>
    </figure>
  )
}

function signalOf(readings: Record<string, number | null>, site: SiteData['bundle']['site']): string {
  const known = Object.values(readings).filter((reading) => reading !== null)
  return signalBand(known.length > 0 ? Math.min(...known) : null, site.signalBands) ?? 'unknown'
}
