export type SignalBand = 'good' | 'poor' | 'none'
export type SignalBands = { goodUpTo: number; noneFrom: number }

/** Without a reading, the quality is unknown and never counts as good. */
export function signalBand(reading: number | null, { goodUpTo, noneFrom }: SignalBands): SignalBand | null {
  if (reading === null || !Number.isFinite(reading)) return null
  if (reading <= goodUpTo) return 'good'
  return reading < noneFrom ? 'poor' : 'none'
}

/** Rounded up, because rescuers who arrive later than announced are worse than rescuers who arrive early. */
export function travelMinutes(distance: number | null, speedKmh: number): number | null {
  return distance === null || !(speedKmh > 0) ? null : Math.ceil((distance / 1000 / speedKmh) * 60)
}
