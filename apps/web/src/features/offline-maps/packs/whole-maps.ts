/** Tiles that are missing from a map that was once complete have been lost, rather than not downloaded yet. */
import * as z from 'zod/mini'

const KEY = 'whole-maps'
const WholeMaps = z.record(z.string(), z.iso.datetime())

/** The keys are cache names, because a map's cache name changes when its tiles change. */
export function listWholeMaps(): Readonly<Record<string, string>> {
  try {
    const read = WholeMaps.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
    return read.success ? read.data : {}
  } catch {
    // Storage is unavailable or contains invalid data, so no times are known.
    return {}
  }
}

/** Pass null as `at` when the map is deleted. */
export function rememberWhole(cacheName: string, at: string | null): void {
  const { [cacheName]: _, ...others } = listWholeMaps()
  try {
    localStorage.setItem(KEY, JSON.stringify(at === null ? others : { ...others, [cacheName]: at }))
  } catch {
    // Without storage, the map's condition depends only on its tiles.
  }
}
