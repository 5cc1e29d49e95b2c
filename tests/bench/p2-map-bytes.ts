/** P2: the JavaScript that the map adds to home, against the parts of OpenLayers that it uses. */
import { resolve } from 'node:path'
import { firstLoadOf, laterLoadOf, WEB } from './first-load.ts'
import { type Metric, rounded } from './metric.ts'

const [TARGET, LIMIT] = [1.5, 2]
/** What the route fetches for a visitor: its screen, the engine, and what it adds to the top bar. */
const MAP = ['src/app/screens/map-page.tsx', 'src/map/trail-map.ts', 'src/features/trail-map/map-search.tsx']

export const mapBytes: Metric = {
  name: 'P2',
  async measure() {
    const ours = await laterLoadOf(WEB, MAP)
    const bare = await firstLoadOf(resolve(import.meta.dirname, 'bare/engine'), 'ol')
    const ratio = ours.bytes / bare.bytes
    const strangers = [...ours.packages].filter((name) => /^(dexie|react-hook-form)/.test(name))
    const broken = strangers.map((name) => `${name} comes with the map`)
    if (ratio > LIMIT) broken.push(`ratio ${rounded(ratio)} is over ${LIMIT}`)
    return {
      ratio,
      target: TARGET,
      limit: LIMIT,
      ok: ratio <= TARGET && broken.length === 0,
      broken,
      row: { sides: { ours: ours.bytes, bare: bare.bytes, unit: 'bytes' } },
      figures: { mapBytes: ours.bytes, bareBytes: bare.bytes, mapFiles: ours.files.length, packages: [...ours.packages].sort() },
    }
  },
}
