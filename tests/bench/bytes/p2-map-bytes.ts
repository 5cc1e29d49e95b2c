/** P2: the JavaScript that the map adds to home, compared with the parts of OpenLayers that the map uses. */
import { resolve } from 'node:path'
import { type Metric, rounded } from '../metric.ts'
import { firstLoadOf, laterLoadOf, WEB } from '../visits/first-load.ts'

const [TARGET, LIMIT] = [1.5, 2]
/** The route loads these files for a visitor: its screen, the map engine, and its additions to the top bar. */
const MAP = ['src/app/screens/map-page.tsx', 'src/parts/map/first-map.ts', 'src/features/trail-map/search/map-search.tsx']

export const mapBytes: Metric = {
  name: 'P2',
  async measure() {
    const ours = await laterLoadOf(WEB, MAP)
    const bare = await firstLoadOf(resolve(import.meta.dirname, '../bare/engine'), 'ol')
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
