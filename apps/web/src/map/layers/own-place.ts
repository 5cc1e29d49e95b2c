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
import { draw, icon } from '../ground/canvas.ts'
import type { Fix } from '../map-data.ts'

const BLUE = '#0B6BD3'
/** A smaller circle would hide behind the dot. */
const LEAST_RADIUS_PX = 18
const WEDGE_PX = 44
const WEDGE_ANGLE = Math.PI / 5

const DOT = new CircleStyle({ radius: 9, fill: new Fill({ color: BLUE }), stroke: new Stroke({ color: '#fff', width: 3 }) })
const FILL = new Fill({ color: 'rgba(11,107,211,.18)' })
const EDGE = new Stroke({ color: 'rgba(11,107,211,.5)', width: 1 })

let wedge: HTMLCanvasElement | undefined

/** Points north. It fades, because the direction is less certain further away. */
function wedgeCanvas(): HTMLCanvasElement {
  const { canvas, pen } = draw(2 * WEDGE_PX, 2 * WEDGE_PX)
  const fade = pen.createRadialGradient(WEDGE_PX, WEDGE_PX, 8, WEDGE_PX, WEDGE_PX, WEDGE_PX)
  fade.addColorStop(0, 'rgba(11,107,211,.75)')
  fade.addColorStop(1, 'rgba(11,107,211,0)')
  pen.fillStyle = fade
  pen.beginPath()
  pen.moveTo(WEDGE_PX, WEDGE_PX)
  pen.arc(WEDGE_PX, WEDGE_PX, WEDGE_PX, -Math.PI / 2 - WEDGE_ANGLE / 2, -Math.PI / 2 + WEDGE_ANGLE / 2)
  pen.fill()
  return canvas
}

function wedgeStyle(center: number[], heading: number): Style {
  wedge ??= wedgeCanvas()
  const image = icon(wedge, [0.5, 0.5], 'ignored')
  image.setRotation((heading * Math.PI) / 180)
  return new Style({ geometry: new Point(center), image })
}

function stylesOf({ heading, accuracyM }: Fix, center: number[], resolution: number): Style[] {
  const metresPerPixel = getPointResolution('EPSG:3857', resolution, center)
  const radius = Math.max(accuracyM / metresPerPixel, LEAST_RADIUS_PX) * resolution
  return [
    new Style({ geometry: new Circle(center, radius), fill: FILL, stroke: EDGE }),
    ...(heading === null ? [] : [wedgeStyle(center, heading)]),
    new Style({ image: DOT }),
  ]
}

export class OwnPlace {
  private readonly source = new VectorSource()
  readonly layer = new VectorLayer({ source: this.source, zIndex: 101 })
  /** In the map's projection. */
  at: number[] | null = null

  show(fix: Fix | null): void {
    this.source.clear()
    this.at = fix && fromLonLat([...fix.at])
    if (!fix || !this.at) return
    const center = this.at
    const feature = new Feature(new Point(center))
    feature.setStyle((_, resolution) => stylesOf(fix, center, resolution))
    this.source.addFeature(feature)
  }
}
