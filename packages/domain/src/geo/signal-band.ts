/** The quality of a signal reading, and travel times (RULES.md, TR7 and TR8). */

export type SignalBand = 'good' | 'poor' | 'none'
export type SignalBands = { goodUpTo: number; noneFrom: number }

/** Returns the quality of a reading. Without a reading, the quality is unknown (null) and never counts as good. */
export function signalBand(reading: number | null, { goodUpTo, noneFrom }: SignalBands): SignalBand | null {
  if (reading === null || !Number.isFinite(reading)) return null
  if (reading <= goodUpTo) return 'good'
  return reading < noneFrom ? 'poor' : 'none'
}

/** Returns whole minutes, rounded up, because rescuers who arrive later than announced are worse than rescuers who arrive early. */
export function travelMinutes(distance: number | null, speedKmh: number): number | null {
  return distance === null || !(speedKmh > 0) ? null : Math.ceil((distance / 1000 / speedKmh) * 60)
}
