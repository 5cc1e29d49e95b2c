import type Feature from 'ol/Feature.js'
import SimpleGeometry from 'ol/geom/SimpleGeometry.js'
import type OlMap from 'ol/Map.js'
import { lonLatOf, refOf } from './geometry.ts'
import { clusteredIn, dataOf } from './layers/feature-style.ts'
import type { FeatureRef, LonLat } from './map-data.ts'

export type Gestures = {
  onPointed?: (at: LonLat) => void
  /** Several features are too close together to select with a finger. The nearest comes first. */
  onTapped?: (features: readonly FeatureRef[], at: LonLat) => void
  onHeld?: (at: LonLat) => void
}

const HELD_MS = 600
const RIGHT_BUTTON = 2
/**
 * Within `REACH_PX`, a tap still selects a feature. A second line also counts if it is at most `AS_WELL_PX` further away than the nearest
 * one. A mouse is more precise than a finger.
 */
const REACH_PX = { finger: 24, mouse: 14 }
const AS_WELL_PX = { finger: 24, mouse: 4 }
/** The posts along a trail would make the trail hard to select, so near a line a post counts only within this distance. */
const POINT_PX = 10
const POINTED_PX = 4
const MOST = 4

const layerFilter = (layer: { get(key: string): unknown }) => layer.get('tap') === true

const isLine = (feature: Feature) => dataOf(feature)?.kind === 'line'

/** Without a line among the features, only the first counts. */
function meantBy(hits: readonly Feature[], at: number[], resolution: number, asWellPx: number): Feature[] {
  const known = new Set<string>()
  const found = hits.flatMap((feature) => {
    const geometry = feature.getGeometry()
    const { layer, id } = refOf(feature)
    if (!geometry || clusteredIn(feature).length > 1 || known.has(`${layer} ${id}`)) return []
    known.add(`${layer} ${id}`)
    const [x = 0, y = 0] = geometry instanceof SimpleGeometry ? geometry.getClosestPoint(at) : at
    return [{ feature, px: Math.hypot(x - (at[0] ?? 0), y - (at[1] ?? 0)) / resolution }]
  })
  const [nearest] = found.filter(({ feature }) => isLine(feature)).sort((a, b) => a.px - b.px)
  if (!nearest) return hits.slice(0, 1)
  return found
    .filter(
      ({ feature, px }) =>
        px <= nearest.px + asWellPx && (isLine(feature) || (dataOf(feature)?.kind !== 'badge' && px <= Math.max(POINT_PX, nearest.px))),
    )
    .sort((a, b) => a.px - b.px)
    .slice(0, MOST)
    .map(({ feature }) => feature)
}

export function listenForGestures(map: OlMap, handlers: Gestures & { onCluster: (features: Feature[]) => void }): void {
  const { onPointed, onTapped, onHeld, onCluster } = handlers
  // Lifting the finger after a long press must not count as a tap.
  let wasHeld = false
  map.getViewport().addEventListener('pointerdown', () => {
    wasHeld = false
  })
  map.on('singleclick', ({ pixel, coordinate, originalEvent }) => {
    if (wasHeld) return
    const hand = originalEvent instanceof PointerEvent && originalEvent.pointerType !== 'mouse' ? 'finger' : 'mouse'
    const hits: Feature[] = []
    const note = (feature: unknown) => void hits.push(feature as Feature)
    map.forEachFeatureAtPixel(pixel, note, { hitTolerance: REACH_PX[hand], layerFilter })
    const ifMark = (feature: unknown) => (isLine(feature as Feature) ? undefined : (feature as Feature))
    const mark = map.forEachFeatureAtPixel(pixel, ifMark, { hitTolerance: POINTED_PX, layerFilter })
    const hit = mark ?? hits[0]
    const inside = hit ? clusteredIn(hit) : []
    if (inside.length > 1) return onCluster(inside)
    const meant = mark ? [mark] : meantBy(hits, coordinate, map.getView().getResolution() ?? 1, AS_WELL_PX[hand])
    onTapped?.(
      meant.map((feature) => refOf(clusteredIn(feature)[0] ?? feature)),
      lonLatOf(coordinate),
    )
  })
  map.on('pointermove', ({ dragging, pixel, coordinate }) => {
    if (dragging) return
    onPointed?.(lonLatOf(coordinate))
    const isOver = map.hasFeatureAtPixel(pixel, { hitTolerance: POINTED_PX, layerFilter })
    map.getTargetElement().style.cursor = isOver ? 'pointer' : ''
  })
  if (onHeld)
    listenForLongPress(map, (at) => {
      wasHeld = true
      onHeld(at)
    })
}

function listenForLongPress(map: OlMap, onHeld: (at: LonLat) => void): void {
  const viewport = map.getViewport()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const report = (event: MouseEvent) => onHeld(lonLatOf(map.getEventCoordinate(event)))
  const openAt = (event: MouseEvent) => {
    if (event.currentTarget !== map.getTargetElement()) return
    event.preventDefault()
    stop()
    // Some phones also trigger this event for a long press, which is handled separately.
    if (event instanceof PointerEvent && event.pointerType === 'touch') return
    // The context menu key has no location, so it means the middle of the map.
    if (event.button === RIGHT_BUTTON) report(event)
    else onHeld(lonLatOf(map.getView().getCenter() ?? [0, 0]))
  }
  // A running map can move into another element.
  const listen = () => map.getTargetElement()?.addEventListener('contextmenu', openAt)
  listen()
  map.on('change:target', listen)
  viewport.addEventListener('pointerdown', (event) => {
    stop()
    if (event.isPrimary && event.button === 0 && event.pointerType !== 'mouse') timer = setTimeout(() => report(event), HELD_MS)
  })
  for (const end of ['pointerup', 'pointercancel', 'wheel']) viewport.addEventListener(end, stop)
  map.on('pointerdrag', stop)
  map.on('movestart', stop)
}
