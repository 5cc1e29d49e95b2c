import { distanceM, type LonLat } from './trail-reference-geometry.ts'

export type ProfilePoint = { alongM: number; heightM: number }

type Surveyed = { lines: readonly (readonly LonLat[])[]; heights: readonly (readonly number[])[] | null }

export function profileOf({ lines, heights }: Surveyed): ProfilePoint[] {
  if (heights === null || lines.some((line, i) => heights[i]?.length !== line.length)) return []
  let alongM = 0
  return lines.flatMap((line, i) =>
    line.map((vertex, k) => {
      alongM += distanceM(line[k - 1] ?? vertex, vertex)
      return { alongM, heightM: heights[i]?.[k] ?? 0 }
    }),
  )
}

/** Heights are whole metres from satellites or a terrain model, so a smaller change may not be a real slope. */
const SLOPE_M = 3

export type Slopes = { climbM: number; descentM: number }

export function slopesOf(heights: readonly number[]): Slopes | null {
  const [first, ...rest] = heights
  if (first === undefined || rest.length === 0) return null
  const slopes = { climbM: 0, descentM: 0 }
  // Climb or descent is the difference between the last turning point and the highest or lowest point since then.
  let [turn, reached] = [first, first]
  const count = () => {
    if (reached > turn) slopes.climbM += reached - turn
    else slopes.descentM += turn - reached
  }
  for (const height of rest) {
    const isOnward = (height - reached) * (reached - turn) > 0
    if (isOnward) reached = height
    else if (Math.abs(height - reached) >= SLOPE_M) {
      count()
      turn = reached
      reached = height
    }
  }
  count()
  return slopes
}

export function heightAt(profile: readonly ProfilePoint[], alongM: number): number | null {
  const after = profile.findIndex((point) => point.alongM >= alongM)
  const [b, a] = [profile[after] ?? profile.at(-1), profile[after - 1]]
  if (!b) return null
  if (!a || b.alongM === a.alongM) return b.heightM
  return a.heightM + ((b.heightM - a.heightM) * (alongM - a.alongM)) / (b.alongM - a.alongM)
}

/** The speeds of a careful and a fast rider on a graded trail. */
const RIDE_KMH = [8, 16]

const MINUTES_PER_CLIMBED_M = 0.1

/** Riding times are only estimates, so they are rounded to 5 minutes, or to 15 over two hours. */
function roundMinutes(minutes: number): number {
  const step = minutes > 120 ? 15 : 5
  return Math.max(step, Math.round(minutes / step) * step)
}

export type RideTime = { fromMin: number; toMin: number }

export function rideTime({ lengthM, climbM }: { lengthM: number; climbM: number }, rideKmh: readonly number[]): RideTime {
  const speeds = rideKmh.length > 0 ? rideKmh : RIDE_KMH
  const at = (kmh: number) => roundMinutes((lengthM / 1000 / kmh) * 60 + climbM * MINUTES_PER_CLIMBED_M)
  return { fromMin: at(Math.max(...speeds)), toMin: at(Math.min(...speeds)) }
}

const hours = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** For example '25–40 min', '4–6 h' or '1:40–2:45 h'. */
export function rideTimeText({ fromMin, toMin }: RideTime): string {
  const ends = [...new Set([fromMin, toMin])]
  if (toMin <= 120) return `${ends.join('–')} min`
  return `${ends.map((minutes) => (ends.every((end) => end % 60 === 0) ? minutes / 60 : hours(minutes))).join('–')} h`
}
