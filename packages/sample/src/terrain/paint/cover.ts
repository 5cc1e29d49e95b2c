import { clamp, type Noise, rise } from '../land/noise.ts'

export type Cover = { forest: number; heath: number; farm: number; town: number; street: number; patch: number }
export type Town = { at: readonly [x: number, y: number]; km: number }

/** At low zooms a patch is smaller than a pixel and would only look like noise. */
const FROM_AFAR: Cover = { forest: 0.5, heath: 0, farm: 0.2, town: 0, street: 0, patch: 0.5 }
const SEEN_FROM_ZOOM = 7
const STREETS_FROM_ZOOM = 13

export type Place = { xKm: number; yKm: number; wideKm: number; heightM: number; slope: number; wet: number }

export function coverAt(noise: Noise, place: Place, z: number, towns: readonly Town[]): Cover {
  if (z < SEEN_FROM_ZOOM) return FROM_AFAR
  const { xKm: x, yKm: y, heightM, slope, wet } = place
  const { layered } = noise
  const patch = layered(x / 2.2, y / 2.2, z > 13 ? 7 : z > 11 ? 5 : 3, 40)
  const soft = z >= 14 ? 0.008 : z >= 12 ? 0.013 : 0.03
  const valley = rise(0.4, 1, wet)
  const high = rise(430, 620, heightM + 160 * (patch - 0.5))
  const fertile = layered(x / 5, y / 5, z > 12 ? 6 : 4, 60) + 0.22 * valley - slope * 1.6 - heightM / 1500 + 0.04
  const farm = rise(0.53 - soft, 0.53 + soft, fertile)
  const heath = high * rise(0.48 - soft, 0.48 + soft, patch + 0.06 - slope * 0.25)
  const wooded = patch + Math.min(0.3, slope * 0.9) - 0.05 * (1 - rise(5, 60, heightM))
  const forest = rise(0.39 - soft, 0.39 + soft, wooded) * (1 - heath) * (1 - farm)
  const town = townAt(noise, x, y, towns)
  const street = town > 0.5 && z >= STREETS_FROM_ZOOM ? streetAt(noise, place) : 0
  return { forest, heath, farm: farm * (1 - heath), town, street, patch }
}

function townAt({ layered }: Noise, x: number, y: number, towns: readonly Town[]): number {
  let share = 0
  for (const { at, km } of towns) {
    const away = Math.hypot(x - at[0], y - at[1])
    if (away < km * 2) share = Math.max(share, rise(0.1, -0.1, away / km - 0.55 - 0.9 * (layered(x * 3, y * 3, 2, 70) - 0.5)))
  }
  return share
}

const STREET_KM = { wide: 0.15, deep: 0.1, turn: 0.35 }

function streetAt({ smooth }: Noise, { xKm: x, yKm: y, wideKm }: Place): number {
  const [bx, by] = [x + 0.12 * smooth(x / 0.9, y / 0.9, 87), y + 0.12 * smooth(x / 0.9, y / 0.9, 88)]
  const [cos, sin] = [Math.cos(STREET_KM.turn), Math.sin(STREET_KM.turn)]
  const away = (value: number, every: number) => Math.abs(value / every - Math.round(value / every)) * every
  const nearest = Math.min(away(bx * cos + by * sin, STREET_KM.wide), away(by * cos - bx * sin, STREET_KM.deep))
  return clamp(0.5 + (0.006 - nearest) / wideKm, 0, 1)
}
