/** Few people ever edit a line, so the editor is a separate download. */
import Feature from 'ol/Feature.js'
import LineString from 'ol/geom/LineString.js'
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js'
import Draw from 'ol/interaction/Draw.js'
import Modify from 'ol/interaction/Modify.js'
import VectorLayer from 'ol/layer/Vector.js'
import { fromLonLat } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { lonLatOf } from './geometry.ts'
import type { LonLat } from './map-data.ts'
import type { TrailMap } from './trail-map.ts'

const LINE = '#B4008C'
const STYLE = [
  new Style({ stroke: new Stroke({ color: '#fff', width: 8 }) }),
  new Style({
    stroke: new Stroke({ color: LINE, width: 4 }),
    image: new CircleStyle({ radius: 7, fill: new Fill({ color: LINE }), stroke: new Stroke({ color: '#fff', width: 2 }) }),
  }),
]

export type LineEditor = {
  clear(): void
  close(): void
}

/** Without lines, each tap adds a point to a new line, and a double tap finishes it. */
export function editLines({ map }: TrailMap, lines: readonly (readonly LonLat[])[], onChange: (lines: LonLat[][]) => void): LineEditor {
  const source = new VectorSource<Feature<LineString>>({
    features: lines.map((line) => new Feature(new LineString(line.map((one) => fromLonLat([...one]))))),
  })
  const layer = new VectorLayer({ source, style: STYLE, zIndex: 95 })
  const modify = new Modify({ source, style: STYLE, pixelTolerance: 16 })
  const draw = new Draw({ source, type: 'LineString', style: STYLE })
  const notify = () => onChange(source.getFeatures().map((one) => one.getGeometry()?.getCoordinates().map(lonLatOf) ?? []))
  draw.setActive(lines.length === 0)
  draw.on('drawend', () => draw.setActive(false))
  modify.on('modifyend', notify)
  source.on('addfeature', notify)
  source.on('removefeature', notify)
  // A double tap finishes the line, so it must not also zoom.
  const zoom = map
    .getInteractions()
    .getArray()
    .find((one) => one instanceof DoubleClickZoom)
  zoom?.setActive(false)
  map.addLayer(layer)
  map.addInteraction(modify)
  map.addInteraction(draw)
  return {
    clear() {
      source.clear()
      notify()
      draw.setActive(true)
    },
    close() {
      zoom?.setActive(true)
      map.removeInteraction(draw)
      map.removeInteraction(modify)
      map.removeLayer(layer)
    },
  }
}
