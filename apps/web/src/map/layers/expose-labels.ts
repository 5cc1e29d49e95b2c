/** A canvas doesn't reveal its labels, so tests read them from here. */
import type Feature from 'ol/Feature.js'
import type OlMap from 'ol/Map.js'
import { PIXEL_RATIO } from '../ground/canvas.ts'
import { clusteredIn, dataOf } from './feature-style.ts'

type Box = { minX: number; minY: number; maxX: number; maxY: number; value: Feature }
/** In pixels of the map. `what` is the kind and id of the feature, or `cluster`. */
type PlacedLabel = { left: number; top: number; right: number; bottom: number; what: string }

/** `placedLabels` on the map's element has the boxes of images and labels in the last rendering, except images that others may overlap. */
export function exposeLabels(map: OlMap): void {
  let boxes: Box[] = []
  map.on('postrender', ({ frameState }) => {
    boxes = Object.values(frameState?.declutter ?? {}).flatMap((tree) => tree.all() as Box[])
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
  Object.defineProperty(map.getTargetElement(), 'placedLabels', { configurable: true, get: () => boxes.map(labelOf) })
}
