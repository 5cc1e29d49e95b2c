import type { Browser } from '@playwright/test'
import { type Metric, rounded } from '../metric.ts'
import { median, medianInterval } from '../statistics.ts'
import { launchBrowser } from '../visits/visit.ts'
import { servePage } from './p12-pages.ts'

const [TARGET, LIMIT] = [1.6, 2.5]
const READ_TARGET = 2
const COUNT = 10_000

type Times = { writeMs: number; readMs: number; rows: number }
type Page = { ours(): Promise<Times>; bare(): Promise<Times> }

async function once(browser: Browser, url: string, who: keyof Page): Promise<Times> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.waitForFunction(() => 'ours' in globalThis)
    const times = await page.evaluate((name) => (globalThis as unknown as Page)[name](), who)
    if (times.rows !== COUNT) throw new Error(`${who}: ${times.rows} rows instead of ${COUNT}`)
    return times
  } finally {
    await context.close()
  }
}

export const firstSync: Metric = {
  name: 'P11',
  async measure({ pairs, signal }) {
    const server = await servePage('pages/first-sync')
    const browser = await launchBrowser()
    try {
      const run = (who: keyof Page) => once(browser, server.url, who)
      await run('ours')
      await run('bare')
      const seen: Record<keyof Page, Times>[] = []
      for (let pair = 0; pair < pairs && !signal.aborted; pair++) {
        if (pair % 2 === 0) seen.push({ ours: await run('ours'), bare: await run('bare') })
        else {
          const first = await run('bare')
          seen.push({ bare: first, ours: await run('ours') })
        }
      }
      const ratiosOf = (what: 'writeMs' | 'readMs') => seen.map((one) => one.ours[what] / one.bare[what])
      const [write, read] = [ratiosOf('writeMs'), ratiosOf('readMs')]
      const [ratio, { low, high }, readInterval] = [median(write), medianInterval(write), medianInterval(read)]
      const ms = (who: keyof Page, what: 'writeMs' | 'readMs') => rounded(median(seen.map((one) => one[who][what])), 0)
      return {
        ratio,
        target: TARGET,
        limit: LIMIT,
        ok: high <= TARGET * 1.1 && readInterval.high <= READ_TARGET * 1.1,
        broken: low > LIMIT ? [`a first fetch takes ${rounded(ratio)} times bare puts, limit ${LIMIT}`] : [],
        row: {
          n: seen.length,
          interval: [rounded(low), rounded(high)],
          sides: { ours: ms('ours', 'writeMs') / 1000, bare: ms('bare', 'writeMs') / 1000, unit: 's' },
        },
        parts: {
          read: {
            n: seen.length,
            value: rounded(median(read)),
            unit: '×',
            interval: [rounded(readInterval.low), rounded(readInterval.high)],
            target: READ_TARGET,
            sides: { ours: ms('ours', 'readMs') / 1000, bare: ms('bare', 'readMs') / 1000, unit: 's' },
          },
        },
        figures: {
          interval: [rounded(low), rounded(high)],
          pairs: seen.length,
          writeMs: { ours: ms('ours', 'writeMs'), bare: ms('bare', 'writeMs') },
          readMs: { ours: ms('ours', 'readMs'), bare: ms('bare', 'readMs'), ratio: rounded(median(read)), target: READ_TARGET },
          readInterval: [rounded(readInterval.low), rounded(readInterval.high)],
        },
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
