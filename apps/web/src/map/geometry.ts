import type Feature from 'ol/Feature.js'
import MultiLineString from 'ol/geom/MultiLineString.js'
import Point from 'ol/geom/Point.js'
import type SimpleGeometry from 'ol/geom/SimpleGeometry.js'
import { fromLonLat, toLonLat } from 'ol/proj.js'
import type { FeatureRef, MapFeature } from './map-data.ts'

export const refOf = (feature: Feature): FeatureRef => ({ layer: String(feature.get('layer')), id: String(feature.getId()) })

export const geometryOf = (data: MapFeature): SimpleGeometry =>
  data.kind === 'line'
    ? new MultiLineString(data.lines.map((line) => line.map((point) => fromLonLat([...point]))))
    : new Point(fromLonLat([...data.at]))

export function lonLatOf(coordinate: number[]): [number, number] {
  const [lng = 0, lat = 0] = toLonLat(coordinate)
  return [lng, lat]
}
