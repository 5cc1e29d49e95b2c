// Draws one tile of the demo base map as SVG: land, coast, a graticule and names. Pure, so that the same tile is the same text for ever.
// It shows no relief, roads or rivers, because none were measured: a made-up hill on a safety map would be believed.
import land from './land.json' with { type: 'json' }
import { lettering } from './lettering.ts'
import { type NamedPlace, PLACES } from './places.ts'
import { type LonLat, lonLatAt, TILE_SIZE, type Tile, worldPixel } from './tile-grid.ts'

export type Look = 'topographic' | 'satellite'

type Colours = {
  sea: string
  shore: string
  land: string
  coast: string
  grid: string
  name: string
  water: string
  halo: string
  mark: string
}

const COLOURS: Record<Look, Colours> = {
  topographic: {
    sea: '#c3dfea',
    shore: '#d8ebf1',
    land: '#eef0e2',
    coast: '#6a9db1',
    grid: '#7d9aa2',
    name: '#2b3a3f',
    water: '#2f6f8a',
    halo: '#ffffff',
    mark: '#5c7078',
  },
  satellite: {
    sea: '#1d3c4f',
    shore: '#2a5166',
    land: '#55624a',
    coast: '#9aa58a',
    grid: '#c8d2c8',
    name: '#ffffff',
    water: '#bfe0ee',
    halo: '#16242b',
    mark: '#e3eae6',
  },
}

type Point = readonly [x: number, y: number]

// 100 m at this latitude, in pixels of zoom 0. The source is angular and about 44 m off; cutting corners without this limit would move
// the coast by far more where its points lie wide apart, and a trail along the shore would be drawn in the sea.
const LONGEST_CUT = 0.00085

/** Takes the corners off a ring, a quarter of each side at most. */
function smooth(ring: readonly Point[]): Point[] {
  return ring.flatMap((point, index): Point[] => {
    const next = ring[(index + 1) % ring.length] ?? point
    const [dx, dy] = [next[0] - point[0], next[1] - point[1]]
    const cut = Math.min(0.25, LONGEST_CUT / Math.max(Math.hypot(dx, dy), LONGEST_CUT))
    return [
      [point[0] + dx * cut, point[1] + dy * cut],
      [next[0] - dx * cut, next[1] - dy * cut],
    ]
  })
}

const asRing = (flat: readonly number[]): Point[] =>
  Array.from({ length: flat.length / 2 }, (_, index): Point => worldPixel([flat[index * 2] ?? 0, flat[index * 2 + 1] ?? 0], 0))

// In pixels of zoom 0, projected once for all tiles. Smoothed before they are cut to a tile: the other way round, neighbouring tiles would not meet.
const RINGS = [...land.world.map(asRing), ...land.region.map((flat) => smooth(smooth(smooth(asRing(flat)))))].map((points) => ({
  points,
  size: sizeOf(points),
}))

/** One ring cut to a square, side by side (Sutherland-Hodgman). */
function clip(ring: readonly Point[], min: number, max: number): Point[] {
  let points: readonly Point[] = ring
  for (const axis of [0, 1] as const) {
    for (const [limit, sign] of [
      [min, 1],
      [max, -1],
    ] as const) {
      const isIn = (point: Point) => (point[axis] - limit) * sign >= 0
      points = points.flatMap((point, index): Point[] => {
        const before = points.at(index - 1) ?? point
        if (isIn(before) === isIn(point)) return isIn(point) ? [point] : []
        const share = (limit - before[axis]) / (point[axis] - before[axis])
        const crossing: Point = [before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share]
        return isIn(point) ? [crossing, point] : [crossing]
      })
    }
  }
  return [...points]
}

// Wide enough that the strokes along the cut never show.
const MARGIN = 24

function landPath(tile: Tile): string {
  const scale = 2 ** tile.z
  return RINGS.map(({ points: ring, size }) => {
    // A lake or rock of a few pixels is only a speck of coastline.
    if (size * scale < 4) return ''
    const pixels = ring.map(([x, y]): Point => [x * scale - tile.x * TILE_SIZE, y * scale - tile.y * TILE_SIZE])
    const points = clip(pixels, -MARGIN, TILE_SIZE + MARGIN).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`)
    return points.length === 0 ? '' : `M${points.filter((point, index) => point !== points[index - 1]).join('L')}Z`
  }).join('')
}

function sizeOf(ring: readonly Point[]): number {
  const xs = ring.map(([x]) => x)
  const ys = ring.map(([, y]) => y)
  return Math.max(span(xs), span(ys))
}

function span(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity)
}

function tilePixel(place: LonLat, { z, x, y }: Tile): Point {
  const [px, py] = worldPixel(place, z)
  return [px - x * TILE_SIZE, py - y * TILE_SIZE]
}

/** Degrees between two lines, by zoom, so that a screen always shows a few of them. */
const GRID_STEPS = [30, 30, 30, 20, 10, 5, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005]

function graticule(tile: Tile, colours: Colours): string {
  const step = GRID_STEPS[tile.z] ?? 0.005
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))
  const [west, north] = lonLatAt(tile.x * TILE_SIZE, tile.y * TILE_SIZE, tile.z)
  const [east, south] = lonLatAt((tile.x + 1) * TILE_SIZE, (tile.y + 1) * TILE_SIZE, tile.z)
  // Set on whole pixels: sharper to look at, and half the bytes of blurred lines.
  const columns = linesBetween(west, east, step).map((count) => ({ count, x: Math.round(tilePixel([count * step, 0], tile)[0]) }))
  const rows = linesBetween(south, north, step).map((count) => ({ count, y: Math.round(tilePixel([0, count * step], tile)[1]) }))
  const lines = [...columns.map(({ x }) => `M${x + 0.5} 0V${TILE_SIZE}`), ...rows.map(({ y }) => `M0 ${y + 0.5}H${TILE_SIZE}`)].join('')
  let numbers = ''
  for (const column of columns) {
    for (const row of rows) {
      // A quarter of the crossings carry their numbers; more would be noise.
      if (column.count % 2 !== 0 || row.count % 2 !== 0) continue
      const words = `${degrees(row.count * step, digits, 'N', 'S')} ${degrees(column.count * step, digits, 'E', 'W')}`
      const { width } = lettering(words, 0, 0, 8, 0)
      numbers += lettering(words, column.x + 4 + width / 2, row.y - 4, 8, 0).outlines
    }
  }
  return `<path d="${lines}" stroke="${colours.grid}" stroke-opacity=".38" fill="none"/><g fill="${colours.grid}" fill-opacity=".85">${numbers}</g>`
}

/** The lines of a span by number, and one further on each side: the words of a line just outside may reach into the tile. */
function linesBetween(from: number, to: number, step: number): number[] {
  const first = Math.floor(from / step) - 1
  return Array.from({ length: Math.ceil(to / step) + 2 - first }, (_, index) => first + index)
}

function degrees(value: number, digits: number, positive: string, negative: string): string {
  const hemisphere = value === 0 ? '' : value < 0 ? negative : positive
  return `${Math.abs(value).toFixed(digits)}°${hemisphere}`
}

function nameOf(place: NamedPlace, tile: Tile, colours: Colours): string {
  if (tile.z < place.minZoom || tile.z > place.maxZoom) return ''
  const [x, y] = tilePixel(place.at, tile)
  const reach = 160
  if (x < -reach || x > TILE_SIZE + reach || y < -reach || y > TILE_SIZE + reach) return ''
  const size = place.kind === 'town' ? 11 + Math.min(4, Math.max(0, tile.z - place.minZoom)) * 0.8 : 12
  const spacing = place.kind === 'town' ? 0 : 1.6
  const { outlines } = lettering(place.name, x, place.kind === 'town' ? y - 7 : y, size, spacing)
  const ink = place.kind === 'water' ? colours.water : colours.name
  // In letter units, since the outlines are scaled: about 3 pixels of halo.
  const halo = Math.round(3000 / size)
  const dot =
    place.kind === 'town'
      ? `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3" fill="${ink}" stroke="${colours.halo}" stroke-width="1.4"/>`
      : ''
  return `${dot}<g stroke="${colours.halo}" stroke-opacity=".85" stroke-width="${halo}" stroke-linejoin="round" fill="none">${outlines}</g><g fill="${ink}">${outlines}</g>`
}

/** On every fourth tile, so that any screen shows it and none is papered with it. */
function demoMark({ x, y }: Tile, colours: Colours): string {
  if (x % 2 !== 0 || y % 2 !== 0) return ''
  return `<g fill="${colours.mark}" fill-opacity=".6">${lettering('Demo base map', 128, 246, 9, 0.4).outlines}</g>`
}

export function drawTile(look: Look, tile: Tile): string {
  const colours = COLOURS[look]
  const path = landPath(tile)
  const shore = `<path d="${path}" fill="none" stroke="${colours.shore}" stroke-width="9" stroke-linejoin="round"/>`
  const ground = `<path d="${path}" fill="${colours.land}" fill-rule="evenodd" stroke="${colours.coast}" stroke-width="1.1" stroke-linejoin="round"/>`
  const names = PLACES.map((place) => nameOf(place, tile, colours)).join('')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE_SIZE}" height="${TILE_SIZE}">`,
    `<rect width="${TILE_SIZE}" height="${TILE_SIZE}" fill="${colours.sea}"/>`,
    path === '' ? '' : shore + ground,
    graticule(tile, colours),
    demoMark(tile, colours),
    names,
    '</svg>',
  ].join('')
}
