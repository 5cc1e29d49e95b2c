import { clamp, type Noise, rise } from '../land/noise.ts'
import type { Cover } from './cover.ts'
import type { Look, Rgb } from './looks.ts'

/** Each tile reuses one object, because creating one for each pixel would take most of the time. */
export type Spot = {
  z: number
  xKm: number
  yKm: number
  heightM: number
  /** Metres to the coast, negative at sea. */
  coastM: number
  landShare: number
  /** Compared with level ground. Negative for ground in the shade. */
  lit: number
  contour: number
  cover: Cover
}

export class Pen {
  r = 0
  g = 0
  b = 0

  set([r, g, b]: Rgb): void {
    this.r = r
    this.g = g
    this.b = b
  }

  mix([r, g, b]: Rgb, share: number): void {
    this.r += (r - this.r) * share
    this.g += (g - this.g) * share
    this.b += (b - this.b) * share
  }

  scale(r: number, g: number, b: number): void {
    this.r *= r
    this.g *= g
    this.b *= b
  }
}

function layGround(pen: Pen, look: Look, { cover, coastM, z }: Spot): void {
  pen.set(look.open)
  pen.mix(look.farm, cover.farm)
  pen.mix(look.heath, cover.heath)
  pen.mix(look.forest, cover.forest)
  if (z >= 11) pen.mix(look.sand, (1 - rise(30, 130, coastM + 90 * (cover.patch - 0.5))) * (1 - cover.forest * 0.5))
  if (z >= 10) pen.mix(look.town, cover.town * 0.9)
  if (cover.street > 0) pen.mix(look.street, cover.street * 0.85)
}

function shed(pen: Pen, look: Look, light: number): void {
  if (light < 0) pen.mix(look.shade, clamp(-light * 1.35, 0, 0.8))
  else pen.mix(look.light, clamp(light * 1.5, 0, 0.75))
}

function layOverSea(pen: Pen, look: Look, landShare: number, depth: number, coastStrength: number): void {
  const { r, g, b } = pen
  pen.set(look.shallow)
  pen.mix(look.deep, depth)
  pen.mix([r, g, b], landShare)
  if (landShare > 0) pen.mix(look.coast, 4 * landShare * (1 - landShare) * coastStrength)
}

const depthOf = (coastM: number, reachM: number) => 1 - Math.exp(Math.min(0, coastM) / reachM)

export function paintMap(pen: Pen, look: Look, spot: Spot): void {
  const { landShare, heightM } = spot
  if (landShare > 0) {
    layGround(pen, look, spot)
    // On the plain, strong shading would show every ripple.
    shed(pen, look, spot.lit * look.shading * (0.8 + 0.5 * rise(100, 700, heightM)))
    if (spot.contour > 0) pen.mix(look.contour, spot.contour * look.contours)
  }
  if (landShare < 1) {
    const steps = depthOf(spot.coastM, 2600) * 7
    layOverSea(pen, look, landShare, (Math.floor(steps) + rise(0.35, 0.65, steps % 1)) / 7, 0.8)
  }
}

export function paintPhoto(pen: Pen, look: Look, spot: Spot, noise: Noise): void {
  const { z, xKm, yKm, landShare, cover } = spot
  const mottle = z < 9 ? 0 : noise.layered(xKm / 0.9, yKm / 0.9, 3, 80) - 0.5
  if (landShare > 0) {
    layGround(pen, look, spot)
    const crown = z < 12 ? 0 : crownAt(noise, xKm, yKm, z)
    const field = cover.farm > 0 && z >= 9 ? fieldAt(noise, xKm, yKm) * cover.farm * (1 - cover.forest) : 0
    const tone = 1 + mottle * 0.5 + crown * (0.16 + 0.5 * cover.forest) + field * 0.22
    pen.scale(tone - mottle * 0.08, tone, tone - field * 0.12)
    shed(pen, look, spot.lit * look.shading)
  }
  if (landShare < 1) {
    const swell = z < 9 ? 0 : noise.layered(xKm / 3, yKm / 3, 3, 95) - 0.5
    layOverSea(pen, look, landShare, depthOf(spot.coastM, 1400) * (0.92 + 0.16 * swell), 0.25)
  }
}

function crownAt({ smooth }: Noise, x: number, y: number, z: number): number {
  const fine = smooth(x * 88, y * 88, 91) - smooth(x * 88 + 0.34, y * 88 + 0.34, 91)
  return 0.6 * (smooth(x * 34, y * 34, 90) - 0.5) + (z >= 14 ? 1.1 : 0.6) * fine
}

const FIELD_KM = { wide: 0.42, deep: 0.27 }

/** A brick pattern with different tones, rotated differently every few kilometres. */
function fieldAt({ hash, smooth }: Noise, x: number, y: number): number {
  const [bx, by] = [x + 0.7 * (smooth(x / 1.9, y / 1.9, 83) - 0.5), y + 0.7 * (smooth(x / 1.9, y / 1.9, 86) - 0.5)]
  const turn = Math.floor(4 * hash(Math.floor(bx / 3.1), Math.floor(by / 2.7), 84)) * 0.37
  const [u, v] = [bx * Math.cos(turn) + by * Math.sin(turn), by * Math.cos(turn) - bx * Math.sin(turn)]
  const row = Math.floor(v / FIELD_KM.deep)
  return hash(Math.floor(u / FIELD_KM.wide + hash(row, 7, 85)), row, 82) - 0.5
}
