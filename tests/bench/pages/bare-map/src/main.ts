/** P3, P13 and P14 compare our map with this page, which has the app's data and style but not the app. */
import Feature from 'ol/Feature.js'
import MultiLineString from 'ol/geom/MultiLineString.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import { fromLonLat } from 'ol/proj.js'
import Cluster from 'ol/source/Cluster.js'
import VectorSource from 'ol/source/Vector.js'
import { Fill, Stroke, Style, Text } from 'ol/style.js'
import View from 'ol/View.js'
import { createTileLayer } from '../../../../../apps/web/src/map/ground/base-tiles.ts'
import { PIXEL_RATIO } from '../../../../../apps/web/src/map/ground/canvas.ts'
import { createStyle, type Part } from '../../../../../apps/web/src/map/layers/feature-style.ts'
import { PlaceNames } from '../../../../../apps/web/src/map/layers/place-names.ts'
import { TrailNames } from '../../../../../apps/web/src/map/layers/trail-names.ts'
import type { MapFeature } from '../../../../../apps/web/src/map/map-data.ts'
import { readSymbols } from '../../../../../apps/web/src/map/symbols.ts'
import { MAP_PALETTE } from '../../../../../apps/web/src/parts/map/map-palette.ts'
import { featuresOf, MAP_LAYERS } from '../../../../../apps/web/src/parts/map/site-layers.ts'

/** The product shows these layers initially. */
const SHOWN = ['trails', 'emergency-markers', 'places', 'hazards'] as const

const read = async (path: string) => (await fetch(path)).json()
/** P18's plain style has one stroke per trail and a plate for every post, at every zoom, without Actions. */
const isPlain = location.search === '?plain'
const [symbols, bundle, actions] = await Promise.all([readSymbols(), read('/site-data'), isPlain ? [] : read(`/actions${location.search}`)])
const plainStyle = (feature: Feature) => {
  // Clusters have no `data` property.
  const data: MapFeature | undefined = feature.get('data')
  if (data?.kind === 'line') return new Style({ stroke: new Stroke({ color: data.colour.light, width: 4 }) })
  const text = data?.kind === 'post' ? data.code : '•'
  const plate = { backgroundFill: new Fill({ color: '#101820' }), fill: new Fill({ color: '#fff' }), padding: [4, 6, 4, 6] }
  return new Style({ text: new Text({ text, font: '600 13px sans-serif', ...plate }) })
}
const appStyle = createStyle(symbols, MAP_PALETTE, {
  isDark: () => false,
  badges: () => [],
  selectedPosts: () => null,
  nearest: () => null,
})
const [latOf, lngOf, zoomOf] = location.hash.slice(1).split(',').map(Number)
const { lat = latOf, lng = lngOf, zoom = zoomOf } = location.hash ? {} : bundle.site.defaultView
const view = new View({ center: fromLonLat([lng, lat]), zoom, minZoom: 3, maxZoom: 20 })

const featureOf = (data: MapFeature) => {
  const geometry =
    data.kind === 'line'
      ? new MultiLineString(data.lines.map((line) => line.map((point) => fromLonLat([...point]))))
      : new Point(fromLonLat([...data.at]))
  const feature = new Feature(geometry)
  feature.setId(data.id)
  feature.set('data', data, true)
  return feature
}

const sources = new Map<string, VectorSource>()
const layers = MAP_LAYERS.flatMap(({ id, order, clusters, ...parts }) => {
  const shown = SHOWN.find((one) => one === id)
  const source = new VectorSource({ features: shown ? featuresOf(bundle, shown).map(featureOf) : [] })
  sources.set(id, source)
  const layer = (from: VectorSource, limits: { minZoom?: number; maxZoom?: number }, part: Part = 'body', zIndex = order) =>
    new VectorLayer({
      source: from,
      zIndex,
      declutter: true,
      style: isPlain
        ? (feature) => plainStyle(feature as Feature)
        : (feature, resolution) =>
            appStyle(feature as Feature, { zoom: view.getZoomForResolution(resolution) ?? 0, resolution, part, isSelected: false }),
      ...limits,
    })
  const below = 14 - 1e-6
  // As in the app, separate layers draw the marks of lines and the dots of posts.
  const more = isPlain ? [] : Object.entries(parts).map(([part, zIndex]) => layer(source, {}, part as Part, zIndex))
  return clusters
    ? [layer(new Cluster({ source, distance: 44 }) as VectorSource, { maxZoom: below }), layer(source, { minZoom: below })]
    : [layer(source, {}), ...more]
})
sources.get('actions')?.addFeatures(actions.map(featureOf))

const { layer: base } = createTileLayer(bundle.site.baseMaps[0], false)
const names = new PlaceNames((resolution) => view.getZoomForResolution(resolution) ?? 0)
names.show(bundle.placeNames)
const trailNames = new TrailNames()
const map = new OlMap({
  target: 'map',
  pixelRatio: PIXEL_RATIO,
  controls: [],
  view,
  layers: [base, names.layer, trailNames.layer, ...layers],
})
map.on('rendercomplete', () => {
  performance.clearMarks('map drawn')
  performance.mark('map drawn')
})

Object.assign(globalThis, {
  async change() {
    const data: MapFeature = await read('/change')
    const known = sources.get('actions')?.getFeatureById(data.id)
    if (!known || Array.isArray(known) || data.kind !== 'pin') throw new Error('unknown Action')
    known.set('data', data, true)
    known.setGeometry(new Point(fromLonLat([...data.at])))
  },
})
