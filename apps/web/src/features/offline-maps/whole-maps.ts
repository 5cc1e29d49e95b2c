/** When each map was last found to be whole, remembered on this device: what is missing later was lost, and is not still to come. */
import * as z from 'zod/mini'

const KEY = 'whole-maps'
const WholeMaps = z.record(z.string(), z.iso.datetime())

/** By the name of a map's cache, which changes with its tiles. */
export function wholeMaps(): Readonly<Record<string, string>> {
  try {
    const read = WholeMaps.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
    return read.success ? read.data : {}
  } catch {
    // No storage, or not ours: then nothing is known of them.
    return {}
  }
}

/** `at`: null once the map is deleted. */
export function rememberWhole(cacheName: string, at: string | null): void {
  const { [cacheName]: _, ...others } = wholeMaps()
  try {
    localStorage.setItem(KEY, JSON.stringify(at === null ? others : { ...others, [cacheName]: at }))
  } catch {
    // It is told from the tiles alone then.
  }
}
