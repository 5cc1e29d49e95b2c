/** P12: the time from a key press to the painted rows in a table of 10,000 Actions, compared with a plain filter that writes 40 rows. */
import type { Browser, Page } from '@playwright/test'
import { type Measurement, type Metric, measurePairs, type Pair, type Run, rounded } from '../metric.ts'
import { median, medianInterval } from '../statistics.ts'
import { launchBrowser } from '../visits/visit.ts'
import { type PageServer, servePage } from './p12-pages.ts'

const TARGET = 4
const LIMIT = 8
/** With so few pairs, the ratio's confidence interval is wide, so its upper bound gets an extra allowance. */
const TOLERANCE = 1.1
const MOST_ROWS = 100
const LONGEST_INP_MS = 200
const CPU_SLOWDOWN = 4
/** With each key, fewer Actions match, so each key changes the rows. */
const TYPED = 'tree wa 9'

type Typing = {
  /** For each key, the time until the matching rows were painted. */
  keysMs: number[]
  /** With this few key presses, the longest time from a key press to the next paint equals INP. */
  inpMs: number
  mostRows: number
}

export const tableTyping: Metric = {
  name: 'P12',
  async measure(run) {
    const servers: PageServer[] = []
    try {
      servers.push(await servePage('pages/table'), await servePage('bare/table'))
      const [ours, bare] = servers.map(({ url }) => url)
      const browser = await launchBrowser()
      try {
        const pairs = await typeInPairs(browser, ours ?? '', bare ?? '', 1, run)
        const slowPairs = await typeInPairs(browser, ours ?? '', bare ?? '', CPU_SLOWDOWN, { ...run, pairs: Math.ceil(run.pairs / 3) })
        return judge(pairs, slowPairs)
      } finally {
        await browser.close()
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  },
}

async function typeInPairs(browser: Browser, ours: string, bare: string, slowdown: number, run: Run): Promise<Pair<Typing>[]> {
  const typeOurs = () => typeOnce(browser, ours, slowdown)
  const typeBare = () => typeOnce(browser, bare, slowdown)
  await typeOurs()
  await typeBare()
  return measurePairs(run, typeOurs, typeBare)
}

async function typeOnce(browser: Browser, url: string, slowdown: number): Promise<Typing> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(url)
    const input = page.getByLabel('Search Actions')
    await input.focus()
    // People read before they type. During this pause, the table builds its search text. The plain filter builds its text immediately.
    await page.waitForTimeout(1500)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await watchPaints(page)
    const keysMs: number[] = []
    let mostRows = 0
    for (const key of TYPED) {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      // A space doesn't change the matches, so there is nothing to wait for.
      if (key !== ' ') keysMs.push(await page.evaluate(() => (globalThis as unknown as Watch).painted()))
      mostRows = Math.max(mostRows, await page.locator('tbody tr').count())
      await page.waitForTimeout(60)
    }
    const inpMs = await page.evaluate(() => (globalThis as unknown as Watch).longestEvent())
    return { keysMs, inpMs, mostRows }
  } finally {
    await context.close()
  }
}

type Watch = { painted(): Promise<number>; longestEvent(): number }

/** Both pages write the number of matches together with the rows, so the next frame shows the rows. */
function watchPaints(page: Page): Promise<void> {
  return page.evaluate(() => {
    let pressedAt = 0
    let longest = 0
    const times: number[] = []
    const waiting: ((ms: number) => void)[] = []
    addEventListener('keydown', (event) => (pressedAt = event.timeStamp), { capture: true })
    const afterPaint = new MessageChannel()
    afterPaint.port1.onmessage = () => {
      const ms = performance.now() - pressedAt
      const next = waiting.shift()
      if (next) next(ms)
      else times.push(ms)
    }
    const status = document.querySelector('[role=status]')
    if (!status) throw new Error('the page does not show the number of matches')
    new MutationObserver(() => requestAnimationFrame(() => afterPaint.port2.postMessage(null))).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    Object.assign(globalThis, {
      painted: () =>
        new Promise<number>((resolve, reject) => {
          const ms = times.shift()
          if (ms !== undefined) return resolve(ms)
          waiting.push(resolve)
          setTimeout(() => reject(new Error('a key press changed nothing')), 5_000)
        }),
      longestEvent: () => longest,
    })
  })
}

function judge(pairs: Pair<Typing>[], slowPairs: Pair<Typing>[]): Measurement {
  const ratiosOf = (some: Pair<Typing>[]) => some.map(({ ours, bare }) => median(ours.keysMs) / median(bare.keysMs))
  const ratio = median(ratiosOf(pairs))
  const { low, high } = medianInterval(ratiosOf(pairs))
  const mostRows = Math.max(...pairs.map(({ ours }) => ours.mostRows))
  const inpMs = median(slowPairs.map(({ ours }) => ours.inpMs))
  const broken: string[] = []
  if (ratio > LIMIT) broken.push(`ratio ${rounded(ratio)} is over ${LIMIT}`)
  if (mostRows > MOST_ROWS) broken.push(`${mostRows} rows in the document`)
  const keys = (some: Pair<Typing>[], of: 'ours' | 'bare') => rounded(median(some.map((pair) => median(pair[of].keysMs))), 1)
  return {
    ratio,
    target: TARGET,
    limit: LIMIT,
    ok: high <= TARGET * TOLERANCE && inpMs <= LONGEST_INP_MS && broken.length === 0,
    broken,
    row: {
      n: pairs.length,
      interval: [rounded(low), rounded(high)],
      sides: { ours: keys(pairs, 'ours'), bare: keys(pairs, 'bare'), unit: 'ms' },
      figures: { mostRows },
    },
    parts: { inp: { n: slowPairs.length, value: inpMs, unit: 'ms', target: LONGEST_INP_MS } },
    figures: {
      interval: [rounded(low), rounded(high)],
      pairs: pairs.length,
      keyToPaintMs: { ours: keys(pairs, 'ours'), bare: keys(pairs, 'bare') },
      slowedDown: {
        times: CPU_SLOWDOWN,
        pairs: slowPairs.length,
        ratio: rounded(median(ratiosOf(slowPairs))),
        keyToPaintMs: { ours: keys(slowPairs, 'ours'), bare: keys(slowPairs, 'bare') },
        inpMs: { ours: inpMs, worst: Math.max(...slowPairs.map(({ ours }) => ours.inpMs)), longest: LONGEST_INP_MS },
      },
      mostRows,
    },
  }
}
