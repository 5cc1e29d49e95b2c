/** P16: how long /emergency takes to appear offline after one visit, compared with a static page that a minimal service worker caches. */
import type { Browser, BrowserContext } from '@playwright/test'
import { type Measurement, type Metric, measurePairs, type Pair, type Run, rounded } from '../metric.ts'
import { startBareServer, startOurServer } from '../server/servers.ts'
import { median, medianInterval } from '../statistics.ts'
import { launchBrowser } from '../visits/visit.ts'

const TARGET = 1.4
const LIMIT = 2
/** With so few pairs, the ratio's confidence interval is wide, so its upper bound gets an extra allowance. */
const TOLERANCE = 1.1
const CPU_SLOWDOWN = 4
const PHONE = { width: 390, height: 844 }
/** The location of emergency post BF17 of the sample network. */
const AT_A_POST = { latitude: -41.170455, longitude: 148.121249, accuracy: 6 }

type Opening = { firstPaintMs: number; callShownMs: number; codeShownMs: number | null }

export const emergencyOffline: Metric = {
  name: 'P16',
  async measure(run) {
    const ours = await startOurServer()
    try {
      const bare = await startBareServer('serve-static-emergency.ts')
      try {
        const browser = await launchBrowser()
        try {
          return judge(await openInPairs(browser, ours.url, bare.url, run))
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

async function visitOnce(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, geolocation: AT_A_POST, permissions: ['geolocation'] })
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.close()
  await context.setOffline(true)
  return context
}

async function open(context: BrowserContext, url: string, isOurs: boolean): Promise<Opening> {
  const page = await context.newPage()
  try {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.addInitScript(() => {
      const seen: Record<string, number> = {}
      Object.assign(window, { seen })
      new MutationObserver(() => {
        for (const name of ['call', 'code']) if (!seen[name] && document.querySelector(`.${name}`)) seen[name] = performance.now()
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(`${url}/emergency`)
    if (isOurs) await page.waitForSelector('.code')
    return await page.evaluate(async () => {
      const first = () => performance.getEntriesByName('first-contentful-paint')[0]
      while (!first()) await new Promise((wake) => requestAnimationFrame(wake))
      const { seen } = window as unknown as { seen: Record<string, number> }
      return { firstPaintMs: first()?.startTime ?? Number.NaN, callShownMs: seen.call ?? Number.NaN, codeShownMs: seen.code ?? null }
    })
  } finally {
    await page.close()
  }
}

async function openInPairs(browser: Browser, ours: string, bare: string, run: Run): Promise<Pair<Opening>[]> {
  await refuseOtherText(browser, ours, bare)
  const [a, b] = [await visitOnce(browser, ours), await visitOnce(browser, bare)]
  const openOurs = () => open(a, ours, true)
  const openBare = () => open(b, bare, false)
  // The first run of each worker compiles the worker, so it isn't counted.
  await openOurs()
  await openBare()
  return measurePairs(run, openOurs, openBare)
}

/**
 * A page with less text is faster, so different texts are an error. When /emergency changes, update tests/bench/bare/static-emergency.html
 * too.
 */
async function refuseOtherText(browser: Browser, ours: string, bare: string): Promise<void> {
  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false })
  const textOf = async (url: string) => {
    const page = await context.newPage()
    await page.goto(`${url}/emergency`)
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts; the page holds hidden text for the desktop too.
    return (await page.locator('body').innerText()).replace(/\s+/g, '')
  }
  const [ourText, bareText] = [await textOf(ours), await textOf(bare)]
  await context.close()
  if (ourText !== bareText)
    throw new Error(`tests/bench/bare/static-emergency.html does not have the text of /emergency.\n${ourText}\n${bareText}`)
}

function judge(pairs: Pair<Opening>[]): Measurement {
  const ratios = pairs.map(({ ours, bare }) => ours.firstPaintMs / bare.firstPaintMs)
  const ratio = median(ratios)
  const { low, high } = medianInterval(ratios)
  const middle = (of: (pair: Pair<Opening>) => number) => Math.round(median(pairs.map(of)))
  const codeShownMs = middle(({ ours }) => ours.codeShownMs ?? Number.NaN)
  const firstPaintMs = { ours: middle(({ ours }) => ours.firstPaintMs), bare: middle(({ bare }) => bare.firstPaintMs) }
  return {
    ratio,
    target: TARGET,
    limit: LIMIT,
    ok: high <= TARGET * TOLERANCE,
    broken: ratio > LIMIT ? [`ratio ${rounded(ratio)} is over ${LIMIT}`] : [],
    row: {
      n: pairs.length,
      interval: [rounded(low), rounded(high)],
      sides: { ...firstPaintMs, unit: 'ms' },
      figures: { codeShownMs },
    },
    figures: {
      interval: [rounded(low), rounded(high)],
      pairs: pairs.length,
      emergency: {
        firstPaintMs: firstPaintMs.ours,
        callShownMs: middle(({ ours }) => ours.callShownMs),
        codeShownMs,
      },
      bare: { firstPaintMs: firstPaintMs.bare, callShownMs: middle(({ bare }) => bare.callShownMs) },
    },
  }
}
