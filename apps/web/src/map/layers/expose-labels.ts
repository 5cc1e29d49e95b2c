/** A canvas doesn't reveal its labels, so tests read them from here. */
import type Feature from 'ol/Feature.js'
import type OlMap from 'ol/Map.js'
import type { FrameState } from 'ol/Map.js'
import { PIXEL_RATIO } from '../ground/canvas.ts'
import { clusteredIn, dataOf } from './feature-style.ts'
import type { TrailNames } from './trail-names.ts'

type Box = { minX: number; minY: number; maxX: number; maxY: number; value: Feature }
/** In pixels of the map. `what` is the kind and id of the feature, or `cluster`. */
type PlacedLabel = { left: number; top: number; right: number; bottom: number; what: string }

/** The boxes of images and labels in a frame, except images that others may overlap. */
const boxesIn = (frame: FrameState | null) => Object.values(frame?.declutter ?? {}).flatMap((tree) => tree.all() as Box[])

/** The boxes of everything that the name of a trail must not cover. */
export const boxesBesideNames = (frame: FrameState | null) =>
  boxesIn(frame)
    .filter(({ value }) => value.get('placed') === undefined && value.get('place') === undefined)
    .map(({ minX, minY, maxX, maxY }) => ({
      left: minX / PIXEL_RATIO,
      top: minY / PIXEL_RATIO,
      right: maxX / PIXEL_RATIO,
      bottom: maxY / PIXEL_RATIO,
    }))

/** `placedLabels` on the map's element has the boxes of the last rendering, and `placedNames` has the corners of the trails' names. */
export function exposeLabels(map: OlMap, names: TrailNames): void {
  let boxes: Box[] = []
  map.on('postrender', ({ frameState }) => {
    boxes = boxesIn(frameState)
  })
  const labelOf = ({ minX, minY, maxX, maxY, value }: Box): PlacedLabel => {
    const data = dataOf(clusteredIn(value)[0] ?? value)
    const isCluster = clusteredIn(value).length > 1
    return {
      left: minX / PIXEL_RATIO,
      top: minY / PIXEL_RATIO,
      right: maxX / PIXEL_RATIO,
      bottom: maxY / PIXEL_RATIO,
      what: isCluster ? 'cluster' : data ? `${data.kind} ${data.id}` : '',
    }
  }
  const expose = () => {
    const target = map.getTargetElement()
    if (!target) return
    Object.defineProperty(target, 'placedLabels', { configurable: true, get: () => boxes.map(labelOf) })
    Object.defineProperty(target, 'placedNames', { configurable: true, get: () => names.corners(map) })
  }
  expose()
  map.on('change:target', expose)
}
