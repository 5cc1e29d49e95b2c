/** P15: the JavaScript that /emergency needs before it can show a post, compared with a fixed limit. */

import { type Metric, rounded } from '../metric.ts'
import { firstLoadOf, WEB } from '../visits/first-load.ts'

const TARGET_BYTES = 90_000
const LIMIT_BYTES = 95_000
/** The emergency page is separate from the app to avoid these packages. */
const NOT_THERE = /^(@mui|@emotion|react-router|ol|dexie|react-hook-form)(\/|$)/

export const emergencyBytes: Metric = {
  name: 'P15',
  async measure() {
    const { bytes, files, packages } = await firstLoadOf(WEB, 'react-dom', 'emergency')
    const strangers = [...packages].filter((name) => NOT_THERE.test(name))
    const broken = strangers.map((name) => `${name} is in the first load of /emergency`)
    if (bytes > LIMIT_BYTES) broken.push(`${bytes} bytes are over ${LIMIT_BYTES}`)
    return {
      ratio: bytes / TARGET_BYTES,
      target: 1,
      limit: rounded(LIMIT_BYTES / TARGET_BYTES),
      ok: bytes <= TARGET_BYTES && broken.length === 0,
      broken,
      row: { value: bytes, unit: 'bytes', target: TARGET_BYTES, limit: LIMIT_BYTES, figures: { files: files.length } },
      figures: { bytes, files: files.length, packages: [...packages].sort() },
    }
  },
}
