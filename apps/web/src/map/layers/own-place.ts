import Feature from 'ol/Feature.js'
import Circle from 'ol/geom/Circle.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import { fromLonLat, getPointResolution } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import type { Fix } from '../map-data.ts'

const BLUE = '#0B6BD3'
const DOT = new Style({
  geometry: (feature) => new Point((feature.getGeometry() as Circle).getCenter()),
  image: new CircleStyle({ radius: 8, fill: new Fill({ color: BLUE }), stroke: new Stroke({ color: '#fff', width: 3 }) }),
})
const REACH = new Style({
  fill: new Fill({ color: 'rgba(11,107,211,.18)' }),
  stroke: new Stroke({ color: 'rgba(11,107,211,.5)', width: 1 }),
})

export class OwnPlace {
  private readonly source = new VectorSource()
  readonly layer = new VectorLayer({ source: this.source, zIndex: 101, style: [REACH, DOT] })

  show(fix: Fix | null): void {
    this.source.clear()
    if (!fix) return
    const center = fromLonLat([...fix.at])
    this.source.addFeature(new Feature(new Circle(center, fix.accuracyM / getPointResolution('EPSG:3857', 1, center))))
  }
}
