import Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import { fromLonLat } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import Style from 'ol/style/Style.js'
import { draw, icon } from '../ground/canvas.ts'
import type { LonLat } from '../map-data.ts'

const [WIDTH, HEIGHT] = [30, 40]
const RED = '#B3261E'

function pinStyle(): Style {
  const { canvas, pen } = draw(WIDTH, HEIGHT)
  pen.beginPath()
  pen.arc(WIDTH / 2, 15, 13, Math.PI * 0.85, Math.PI * 0.15)
  pen.lineTo(WIDTH / 2, HEIGHT - 2)
  pen.closePath()
  pen.fillStyle = RED
  pen.fill()
  pen.strokeStyle = '#fff'
  pen.lineWidth = 2
  pen.lineJoin = 'round'
  pen.stroke()
  pen.beginPath()
  pen.arc(WIDTH / 2, 15, 4.5, 0, 7)
  pen.fillStyle = '#fff'
  pen.fill()
  return new Style({ image: icon(canvas, [0.5, (HEIGHT - 2) / HEIGHT], 'stays') })
}

/** The place where the map was held. */
export class DroppedPin {
  private readonly source = new VectorSource()
  readonly layer = new VectorLayer({ source: this.source, zIndex: 102, declutter: true })

  show(at: LonLat | null): void {
    this.source.clear()
    if (!at) return
    const pin = new Feature(new Point(fromLonLat([...at])))
    pin.setStyle(pinStyle())
    this.source.addFeature(pin)
  }
}
