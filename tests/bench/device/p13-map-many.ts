/**
 * P13: how long the map with 10,000 Actions takes to open, and how long it takes to move a pin after the response with the changed Action.
 */
import type { Measured } from '../../../tools/ci/proof-results.ts'
import { type Metric, rounded } from '../metric.ts'
import { median, medianInterval } from '../statistics.ts'
import { measureInPairs, startMaps } from '../visits/map-visit.ts'

const [TARGET, LIMIT] = [1.3, 1.6]
const [CHANGE_TARGET, CHANGE_LIMIT] = [1.5, 3]
const TOLERANCE = 1.1
const ACTIONS = 10_000
/** The first change creates the record and isn't counted. */
const CHANGES = 4

export const mapMany: Metric = {
  name: 'P13',
  async measure(run) {
    const maps = await startMaps(ACTIONS)
    try {
      const pairs = await measureInPairs(maps, run, async (side) => {
        const { visit, page } = await side.open()
        const changes: number[] = []
        await side.change(page)
        while (changes.length < CHANGES) changes.push(await side.change(page))
        await page.close()
        return { readyMs: visit.readyMs, changeMs: median(changes) }
      })
      const of = (what: 'readyMs' | 'changeMs') => {
        const ratios = pairs.map(({ ours, bare }) => ours[what] / bare[what])
        const { low, high } = medianInterval(ratios)
        const [oursMs, bareMs] = [median(pairs.map(({ ours }) => ours[what])), median(pairs.map(({ bare }) => bare[what]))]
        return { ratio: median(ratios), low, high, oursMs: Math.round(oursMs), bareMs: Math.round(bareMs) }
      }
      const [ready, change] = [of('readyMs'), of('changeMs')]
      const broken: string[] = []
      if (ready.ratio > LIMIT) broken.push(`idle ratio ${rounded(ready.ratio)} is over ${LIMIT}`)
      if (change.ratio > CHANGE_LIMIT) broken.push(`change ratio ${rounded(change.ratio)} is over ${CHANGE_LIMIT}`)
      const figuresOf = ({ ratio, low, high, ...ms }: typeof ready) => ({
        ratio: rounded(ratio),
        interval: [rounded(low), rounded(high)],
        ...ms,
      })
      const row = ({ low, high, oursMs, bareMs }: typeof ready): Measured => ({
        n: pairs.length,
        interval: [rounded(low), rounded(high)],
        sides: { ours: oursMs, bare: bareMs, unit: 'ms' },
      })
      return {
        ratio: ready.ratio,
        target: TARGET,
        limit: LIMIT,
        ok: ready.high <= TARGET * TOLERANCE && change.high <= CHANGE_TARGET * TOLERANCE,
        broken,
        row: row(ready),
        parts: {
          change: { ...row(change), value: rounded(change.ratio), unit: '×', target: CHANGE_TARGET, limit: CHANGE_LIMIT },
        },
        figures: { pairs: pairs.length, idle: figuresOf(ready), change: { ...figuresOf(change), target: CHANGE_TARGET } },
      }
    } finally {
      await maps.stop()
    }
  },
}
