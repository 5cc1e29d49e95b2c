/** Names drawn by the app are sharp on every screen and match the theme. All other labels take precedence, and taps ignore these names. */
import Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import { fromLonLat } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import type { MapPlaceName } from '../map-data.ts'
import { labelFont } from './label-font.ts'

/** Labels of higher layers are placed first. Only trails are below this layer, but their names are above it. */
const ORDER = 15

type Kind = MapPlaceName['kind']
const FONTS: Record<Kind, string> = { town: labelFont(600, 13), land: labelFont(600, 13), water: labelFont(500, 13, 'italic ') }

type Inks = Record<Kind, string> & { halo: string; dot: string }
const ON_LIGHT: Inks = { town: '#26343A', land: '#4B5A3C', water: '#2D6F8E', halo: 'rgba(255,255,255,.85)', dot: '#26343A' }
const ON_DARK: Inks = { town: '#F1F5F6', land: '#D5DEC8', water: '#A9D6E8', halo: 'rgba(10,18,22,.8)', dot: '#10181B' }

/** Names appear half a zoom level earlier and disappear half a level later, so that they don't flicker. */
const MARGIN = 0.5

/** Only recent browsers support letter spacing on a canvas. Hair spaces between the characters look the same in all browsers. */
const spaced = (name: string) => [...name].join('\u200A')

function styleOf({ name, kind, minZoom }: MapPlaceName, inks: Inks): Style[] {
  const text = new Text({
    text: kind === 'town' ? name : spaced(name),
    font: FONTS[kind],
    offsetY: kind === 'town' ? -11 : 0,
    padding: [2, 4, 2, 4],
    fill: new Fill({ color: inks[kind] }),
    stroke: new Stroke({ color: inks.halo, width: kind === 'water' ? 2 : 3.2 }),
  })
  // If two names overlap, the one with the lower minimum zoom stays.
  const label = new Style({ text, zIndex: 30 - minZoom })
  if (kind !== 'town') return [label]
  const dot = new CircleStyle({
    radius: 2.8,
    fill: new Fill({ color: inks.dot }),
    stroke: new Stroke({ color: '#fff', width: 1.4 }),
    declutterMode: 'none',
  })
  return [new Style({ image: dot }), label]
}

export class PlaceNames {
  private readonly source = new VectorSource()
  private readonly styles = new Map<string, Style[]>()
  private inks = ON_LIGHT
  readonly layer: VectorLayer

  constructor(zoomAt: (resolution: number) => number) {
    this.layer = new VectorLayer({
      source: this.source,
      zIndex: ORDER,
      declutter: true,
      style: (feature, resolution) => this.styleAt(feature.get('place'), zoomAt(resolution)),
    })
  }

  private styleAt(place: MapPlaceName, zoom: number): Style[] {
    if (zoom < place.minZoom - MARGIN || zoom > (place.maxZoom ?? Infinity) + MARGIN) return []
    const key = `${place.name} ${this.inks.town}`
    const known = this.styles.get(key)
    if (known) return known
    const made = styleOf(place, this.inks)
    this.styles.set(key, made)
    return made
  }

  show(places: readonly MapPlaceName[]): void {
    this.source.clear(true)
    this.source.addFeatures(places.map((place) => new Feature({ geometry: new Point(fromLonLat([...place.at])), place })))
  }

  /** A base map with its own names hides these names. Otherwise, the colours suit a light or dark background. */
  setGround(hasNames: boolean, isDark: boolean): void {
    this.layer.setVisible(!hasNames)
    this.inks = isDark ? ON_DARK : ON_LIGHT
    this.layer.changed()
  }
}
