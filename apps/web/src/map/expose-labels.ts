/** For tests: what has found its place on the map cannot be read from a canvas. */
import type Feature from 'ol/Feature.js'
import type OlMap from 'ol/Map.js'
import { PIXEL_RATIO } from './canvas.ts'
import { clusteredIn, dataOf } from './feature-style.ts'

type Box = { minX: number; minY: number; maxX: number; maxY: number; value: Feature }
/** In pixels of the map. `what`: the kind and id of the feature; a cluster has none. */
type PlacedLabel = { left: number; top: number; right: number; bottom: number; what: string }

/** The map's element has `placedLabels`: the boxes that images and labels of the last drawing take up, those that ignore others left out. */
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
