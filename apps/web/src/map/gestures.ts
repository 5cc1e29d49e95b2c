/** What a person does on the map with a finger or a mouse: tap, point, long press. */
import type Feature from 'ol/Feature.js'
import type OlMap from 'ol/Map.js'
import { clusteredIn } from './feature-style.ts'
import { lonLatOf, refOf } from './geometry.ts'
import type { FeatureRef, LonLat } from './map-data.ts'

export type Gestures = {
  /** Where a mouse points. */
  onPointed?: (at: LonLat) => void
  /** A feature, or nothing at that place. */
  onTapped?: (feature: FeatureRef | null, at: LonLat) => void
  /** A long press, or the right button. */
  onHeld?: (at: LonLat) => void
}

const HELD_MS = 600
const HIT_PX = 14
const POINTED_PX = 4

const layerFilter = (layer: { get(key: string): unknown }) => layer.get('tap') === true

export function listenForGestures(map: OlMap, handlers: Gestures & { onCluster: (features: Feature[]) => void }): void {
  const { onPointed, onTapped, onHeld, onCluster } = handlers
  // Lifting the finger after a long press is not a tap.
  let wasHeld = false
  map.getViewport().addEventListener('pointerdown', () => {
    wasHeld = false
  })
  map.on('singleclick', ({ pixel, coordinate }) => {
    if (wasHeld) return
    const hit = map.forEachFeatureAtPixel(pixel, (feature) => feature as Feature, { hitTolerance: HIT_PX, layerFilter })
    const inside = hit ? clusteredIn(hit) : []
    if (inside.length > 1) return onCluster(inside)
    const feature = inside[0] ?? hit
    onTapped?.(feature ? refOf(feature) : null, lonLatOf(coordinate))
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
  viewport.addEventListener('contextmenu', (event) => {
    event.preventDefault()
    stop()
    // A long press of a finger brings this event too, on some phones.
    if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') report(event)
  })
  viewport.addEventListener('pointerdown', (event) => {
    stop()
    if (event.isPrimary && event.button === 0 && event.pointerType !== 'mouse') timer = setTimeout(() => report(event), HELD_MS)
  })
  for (const end of ['pointerup', 'pointercancel', 'wheel']) viewport.addEventListener(end, stop)
  map.on('pointerdrag', stop)
  map.on('movestart', stop)
}
