/** P4: how long the public home takes to appear on a first visit, compared with a static page with identical text. */
import type { Browser } from '@playwright/test'
import { type Measurement, type Metric, measurePairs, type Pair, type Run, rounded } from '../metric.ts'
import { startOurServer } from '../server/servers.ts'
import { median, medianInterval } from '../statistics.ts'
import { startStaticHome } from '../visits/static-home.ts'
import { launchBrowser, type Visit, visitFirstTime } from '../visits/visit.ts'

const TARGET = 1.5
const LIMIT = 2
/** With so few pairs, the ratio's confidence interval is wide, so its upper bound gets an extra allowance. */
const TOLERANCE = 1.1
const LONGEST_MS = 2_500

export const homeLcp: Metric = {
  name: 'P4',
  async measure(run) {
    const ours = await startOurServer()
    try {
      const browser = await launchBrowser()
      try {
        const bare = await startStaticHome(browser, ours.url)
        try {
          return judge(await visitInPairs(browser, ours.url, bare.url, run))
        } finally {
          await bare.stop()
        }
      } finally {
        await browser.close()
      }
    } finally {
      await ours.stop()
    }
  },
}

async function visitInPairs(browser: Browser, ours: string, bare: string, run: Run): Promise<Pair<Visit>[]> {
  const visitOurs = () => visitFirstTime(browser, ours)
  const visitBare = () => visitFirstTime(browser, bare)
  // The servers and the browser run their code for the first time, so these visits aren't counted.
  await refuseOtherText(visitOurs, visitBare)
  return measurePairs(run, visitOurs, visitBare)
}

/** A page with less text is faster, so different texts are an error. */
async function refuseOtherText(visitOurs: () => Promise<Visit>, visitBare: () => Promise<Visit>, tries = 3): Promise<void> {
  const [ours, bare] = [await visitOurs(), await visitBare()]
  const textOf = ({ text }: Visit) =>
    text
      .replace(/Confirmed .*?\d\d:\d\d/s, 'Confirmed')
      .replace(/Version \S+/, 'Version')
      .replace(/\s+/g, '')
      // CSS may change the capitalisation.
      .toLowerCase()
  if (textOf(ours) !== textOf(bare)) {
    // On a busy machine, the home page may still be loading.
    if (tries > 1) return refuseOtherText(visitOurs, visitBare, tries - 1)
    throw new Error(`The static page and home have different text.\nHome:\n${ours.text}\n\nStatic page:\n${bare.text}`)
  }
}

function judge(pairs: Pair<Visit>[]): Measurement {
  const ratios = pairs.map((pair) => pair.ours.lcpMs / pair.bare.lcpMs)
  const ratio = median(ratios)
  const { low, high } = medianInterval(ratios)
  const ours = summarise(pairs.map((pair) => pair.ours))
  const bare = summarise(pairs.map((pair) => pair.bare))
  return {
    ratio,
    target: TARGET,
    limit: LIMIT,
    ok: high <= TARGET * TOLERANCE && ours.lcpMs <= LONGEST_MS,
    broken: ratio > LIMIT ? [`ratio ${rounded(ratio)} is over ${LIMIT}`] : [],
    row: { n: pairs.length, interval: [rounded(low), rounded(high)], sides: { ours: ours.lcpMs, bare: bare.lcpMs, unit: 'ms' } },
    parts: { absolute: { n: pairs.length, value: rounded(ours.lcpMs / 1000), unit: 's', target: LONGEST_MS / 1000 } },
    figures: {
      interval: [rounded(low), rounded(high)],
      pairs: pairs.length,
      longestMs: LONGEST_MS,
      home: ours,
      bare,
      firstPaintRatio: rounded(median(pairs.map((pair) => pair.ours.firstPaintMs / pair.bare.firstPaintMs))),
      cpuRatio: rounded(median(pairs.map((pair) => pair.ours.cpuMs / pair.bare.cpuMs))),
    },
  }
}

function summarise(visits: Visit[]) {
  const middle = (of: (visit: Visit) => number) => Math.round(median(visits.map(of)))
  return {
    lcpMs: middle((visit) => visit.lcpMs),
    firstPaintMs: middle((visit) => visit.firstPaintMs),
    cpuMs: middle((visit) => visit.cpuMs),
    bytes: middle((visit) => visit.bytes),
    requests: middle((visit) => visit.requests),
    largest: [...new Set(visits.map((visit) => visit.largest))],
  }
}
