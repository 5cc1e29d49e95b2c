/** P4: how long the public home takes to stand on the screen of a first visit, against a static page with the same text. */
import type { Browser } from '@playwright/test'
import { type Measurement, type Metric, type Run, rounded } from './metric.ts'
import { startBareServer, startOurServer } from './servers.ts'
import { median, medianInterval } from './statistics.ts'
import { launchBrowser, type Visit, visitFirstTime } from './visit.ts'

const TARGET = 1.5
const LIMIT = 2
/** Of the ratio's upper end: an interval of few pairs is wider than the truth. */
const TOLERANCE = 1.1
const LONGEST_MS = 2_500

type Pair = { ours: Visit; bare: Visit }

export const homeLcp: Metric = {
  name: 'P4',
  async measure(run) {
    const ours = await startOurServer()
    try {
      const bare = await startBareServer('serve-static-home.ts')
      try {
        const browser = await launchBrowser()
        try {
          return judge(await visitInPairs(browser, ours.url, bare.url, run))
        } finally {
          await browser.close()
        }
      } finally {
        await bare.stop()
      }
    } finally {
      await ours.stop()
    }
  },
}

async function visitInPairs(browser: Browser, ours: string, bare: string, { pairs, signal }: Run): Promise<Pair[]> {
  const visitOurs = () => visitFirstTime(browser, ours)
  const visitBare = () => visitFirstTime(browser, bare)
  // Not counted: the servers' and the browser's own first run of their code is nobody's first visit.
  refuseOtherText(await visitOurs(), await visitBare())
  const done: Pair[] = []
  while (done.length < pairs) {
    signal.throwIfAborted()
    // A B, then B A: a machine that gets busier with time wrongs both alike.
    if (done.length % 2 === 0) {
      const visit = await visitOurs()
      done.push({ ours: visit, bare: await visitBare() })
    } else {
      const visit = await visitBare()
      done.push({ ours: await visitOurs(), bare: visit })
    }
  }
  return done
}

/** A page with less text would be an easier one: when home changes, tests/bench/bare/static-home.html has to follow. */
function refuseOtherText(ours: Visit, bare: Visit): void {
  const textOf = ({ text }: Visit) =>
    text
      .replace(/Confirmed .*?\d\d:\d\d/s, 'Confirmed')
      .replace(/Version \S+/, 'Version')
      .replace(/\s+/g, '')
  if (textOf(ours) !== textOf(bare)) {
    throw new Error(`tests/bench/bare/static-home.html does not say what home says.\nHome:\n${ours.text}\n\nStatic page:\n${bare.text}`)
  }
}

function judge(pairs: Pair[]): Measurement {
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
