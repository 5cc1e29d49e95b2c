/**
 * Draws the map's lines before the app has loaded. The page's first script imports this file, which contains neither React nor schemas, and
 * the map's screen takes over the running map. The page contains the conditions of the trails, and without them each trail is unknown.
 */
import { parseViewHash } from '#lib/view-hash.ts'
import type { MapFeature } from '#map/map-data.ts'
import { type MapOptions, TrailMap } from '#map/trail-map.ts'
import { coveredAtFirst } from './first-cover.ts'
import type { FirstConditions, FirstLines } from './first-lines.ts'
import { unpackLine } from './packed-lines.ts'

export { TrailMap }

type Handlers = Omit<Partial<MapOptions>, 'palette'>

declare global {
  interface Window {
    firstMap?: {
      /** Resolves when the lines are on the screen, and fails if they can't be drawn. */
      drawn: Promise<void>
      /** Returns null if the map isn't drawn yet, or was taken before. */
      take(target: HTMLElement, handlers: Handlers): TrailMap | null
    }
  }
}

/** What of the page's data is needed here. It comes from the same server and build as this file. */
type Site = {
  defaultView: { lat: number; lng: number; zoom: number; minZoom: number; maxZoom: number }
  dataLayers: { id: string; role?: number; shown: boolean; sources: string[] }[]
}

const read = (id: string) => JSON.parse(document.getElementById(id)?.textContent ?? 'null')

/** The person's choice (`layer-choice.ts`). Layers of a role follow with the app. */
function shownSources({ dataLayers }: Site): Set<string> {
  let chosen: Record<string, boolean> = {}
  try {
    chosen = JSON.parse(localStorage.getItem('map-layers') ?? 'null')?.shown ?? {}
  } catch {}
  return new Set(dataLayers.flatMap(({ id, role, shown, sources }) => (!role && (chosen[id] ?? shown) ? sources : [])))
}

const UNKNOWN = { condition: 'unknown', parts: [], posts: [] } as const

function drawLines(map: TrailMap, lines: FirstLines, known: FirstConditions | null, sources: Set<string>): void {
  for (const layer of lines.layers) map.addLayer(layer)
  for (const { source, features } of lines.features)
    if (sources.has(source))
      map.put(
        source,
        features.map(
          (feature): MapFeature =>
            feature.kind === 'line'
              ? { ...feature, ...(known?.trails[feature.id] ?? UNKNOWN), lines: feature.lines.map(unpackLine) }
              : feature,
        ),
      )
  map.showPlaceNames(lines.placeNames)
  if (!known || !sources.has('trails')) return
  const points = new Map(lines.badges.map((badge) => [badge.id, unpackLine(badge.points)]))
  map.put(
    'networks',
    known.badges.flatMap((badge) => {
      const near = points.get(badge.id)
      return near?.[0] ? [{ kind: 'badge' as const, ...badge, at: near[0], points: near }] : []
    }),
  )
}

function startFirstMap(place: HTMLElement): NonNullable<Window['firstMap']> {
  let drawn: TrailMap | null = null
  let isOver = false
  let handlers: Handlers = {}
  async function start() {
    const [lines, site]: [FirstLines, Site] = await Promise.all([
      fetch('/map-lines.json').then((reply) => (reply.ok ? reply.json() : Promise.reject(new Error(`map lines: ${reply.status}`)))),
      read('page-data').site,
    ])
    if (isOver) return
    const { defaultView } = site
    const linked = parseViewHash(location.hash, defaultView)
    const isDesktop = matchMedia(place.dataset.desktop ?? '').matches
    // The note about sample data is above the list of networks, as in networks-panel.tsx.
    const sheet = place.parentElement?.querySelector('section')
    if (sheet && !isDesktop) place.parentElement?.style.setProperty('--networks-height', `${sheet.offsetHeight}px`)
    const map = TrailMap.openWithLines(place, {
      view: linked ?? defaultView,
      fit: linked ? undefined : { bounds: lines.extents, covered: coveredAtFirst(isDesktop) },
      base: null,
      minZoom: defaultView.minZoom,
      maxZoom: defaultView.maxZoom,
      isDark: document.documentElement.dataset.theme === 'dark',
      palette: lines.palette,
      moves: true,
      onMoved: (view) => handlers.onMoved?.(view),
      onMoving: (view, metres) => handlers.onMoving?.(view, metres),
      onBaseMissing: (isMissing) => handlers.onBaseMissing?.(isMissing),
      onBaseCoarse: (isCoarse) => handlers.onBaseCoarse?.(isCoarse),
      onBelowSeen: (isSeen) => handlers.onBelowSeen?.(isSeen),
      covers: () => handlers.covers?.() ?? [],
      onPointed: (at) => handlers.onPointed?.(at),
      onTapped: (features, at) => handlers.onTapped?.(features, at),
      onHeld: (at) => handlers.onHeld?.(at),
    })
    drawn = map
    drawLines(map, lines, read('first-conditions'), shownSources(site))
    await new Promise<void>((resolve) => map.map.once('postrender', () => setTimeout(resolve)))
  }
  return {
    drawn: start(),
    take(target, next) {
      isOver = true
      const map = drawn
      drawn = null
      if (!map) return null
      handlers = next
      map.moveInto(target)
      map.nameTrailsAgain()
      next.onMoved?.(map.view)
      return map
    },
  }
}

const place = document.getElementById('first-map')
if (place && !window.firstMap) window.firstMap = startFirstMap(place)
