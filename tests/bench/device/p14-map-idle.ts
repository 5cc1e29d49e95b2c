/**
 * P14: how long the main thread is blocked while the map opens, compared with the bare map, and whether anything blocks the thread while
 * the map is idle.
 */

import { type Metric, rounded } from '../metric.ts'
import { median, medianInterval } from '../statistics.ts'
import { measureInPairs, startMaps } from '../visits/map-visit.ts'

const [TARGET, LIMIT] = [1.3, 1.6]
const TOLERANCE = 1.1
const ACTIONS = 200
const IDLE_MS = 5_000

export const mapIdle: Metric = {
  name: 'P14',
  async measure(run) {
    const maps = await startMaps(ACTIONS)
    try {
      const pairs = await measureInPairs(maps, run, async (side) => {
        const { visit, page } = await side.open(IDLE_MS)
        await page.close()
        return visit
      })
      // A visit may have no long tasks at all. The minimum of 1 ms prevents a division by zero.
      const ratios = pairs.map(({ ours, bare }) => Math.max(1, ours.blockedMs) / Math.max(1, bare.blockedMs))
      const ratio = median(ratios)
      const { low, high } = medianInterval(ratios)
      const longTasks = (side: 'ours' | 'bare') => pairs.reduce((sum, pair) => sum + pair[side].longTasksWhileIdle, 0)
      const [idle, idleBare] = [longTasks('ours'), longTasks('bare')]
      const broken: string[] = []
      if (ratio > LIMIT) broken.push(`blocking ratio ${rounded(ratio)} is over ${LIMIT}`)
      const blocked = (side: 'ours' | 'bare') => Math.round(median(pairs.map((pair) => pair[side].blockedMs)))
      const blockedMs = { ours: blocked('ours'), bare: blocked('bare') }
      return {
        ratio,
        target: TARGET,
        limit: LIMIT,
        ok: high <= TARGET * TOLERANCE && idle === 0,
        broken,
        row: { n: pairs.length, interval: [rounded(low), rounded(high)], sides: { ...blockedMs, unit: 'ms' } },
        parts: {
          idle: {
            n: pairs.length,
            value: idle,
            unit: 'tasks',
            target: 0,
            sides: { ours: idle, bare: idleBare, unit: 'tasks' },
            figures: { watchedMs: IDLE_MS * pairs.length },
          },
        },
        figures: {
          interval: [rounded(low), rounded(high)],
          pairs: pairs.length,
          blockedMs,
          longTasksWhileIdle: { ours: idle, bare: idleBare, watchedMs: IDLE_MS * pairs.length },
        },
      }
    } finally {
      await maps.stop()
    }
  },
}
