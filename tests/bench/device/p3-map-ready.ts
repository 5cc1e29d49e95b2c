/**
 * P3: the time until the map is complete with trails, markers and 200 Actions, compared with plain OpenLayers with identical data and
 * style.
 */

import { type Measurement, type Metric, type Pair, rounded } from '../metric.ts'
import { median, medianInterval } from '../statistics.ts'
import { type MapVisit, measureInPairs, startMaps } from '../visits/map-visit.ts'

const [TARGET, LIMIT] = [1.25, 1.5]
const CPU_TARGET = 1.3
/** With so few pairs, the ratio's confidence interval is wide, so its upper bound gets an extra allowance. */
const TOLERANCE = 1.1
const ACTIONS = 200

export const mapReady: Metric = {
  name: 'P3',
  async measure(run) {
    const maps = await startMaps(ACTIONS)
    try {
      const pairs = await measureInPairs(maps, run, async (side) => {
        const { visit, page } = await side.open()
        await page.close()
        return visit
      })
      return judge(pairs)
    } finally {
      await maps.stop()
    }
  },
}

function judge(pairs: Pair<MapVisit>[]): Measurement {
  const ratios = pairs.map(({ ours, bare }) => ours.readyMs / bare.readyMs)
  const ratio = median(ratios)
  const { low, high } = medianInterval(ratios)
  const cpuRatio = median(pairs.map(({ ours, bare }) => ours.cpuMs / bare.cpuMs))
  const middle = (of: (pair: Pair<MapVisit>) => number) => Math.round(median(pairs.map(of)))
  const readyMs = { ours: middle(({ ours }) => ours.readyMs), bare: middle(({ bare }) => bare.readyMs) }
  const cpuMs = { ours: middle(({ ours }) => ours.cpuMs), bare: middle(({ bare }) => bare.cpuMs) }
  return {
    ratio,
    target: TARGET,
    limit: LIMIT,
    ok: high <= TARGET * TOLERANCE && cpuRatio <= CPU_TARGET,
    broken: ratio > LIMIT ? [`ratio ${rounded(ratio)} is over ${LIMIT}`] : [],
    row: { n: pairs.length, interval: [rounded(low), rounded(high)], sides: { ...readyMs, unit: 'ms' } },
    parts: { cpu: { n: pairs.length, value: rounded(cpuRatio), unit: '×', target: CPU_TARGET, sides: { ...cpuMs, unit: 'ms' } } },
    figures: {
      interval: [rounded(low), rounded(high)],
      pairs: pairs.length,
      readyMs,
      cpu: { ratio: rounded(cpuRatio), target: CPU_TARGET, oursMs: cpuMs.ours, bareMs: cpuMs.bare },
    },
  }
}
