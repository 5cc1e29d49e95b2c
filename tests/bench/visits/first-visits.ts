/** `budgets.json` contains the limits for first visits. `node tests/bench/visits/first-visits.ts` prints the current values. */
import type { Browser } from '@playwright/test'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { rounded } from '../metric.ts'
import { median } from '../statistics.ts'
import { type FirstVisit, PUBLIC_PATHS, startFrontDoor, visitPublicPage } from './public-pages.ts'
import { startStaticHome } from './static-home.ts'
import { launchBrowser } from './visit.ts'

type Cost = { bytes: number; requests: number; cls: number }
export type FirstVisits = { homeCpuRatio: number; pages: Record<string, Cost> }

export function overBudget(measured: FirstVisits, limits: FirstVisits): string[] {
  const over = Object.entries(measured.pages).flatMap(([path, cost]) =>
    (['bytes', 'requests', 'cls'] as const)
      .filter((what) => cost[what] > (limits.pages[path]?.[what] ?? -1))
      .map((what) => `${path}: ${what} ${cost[what]} of ${limits.pages[path]?.[what]}`),
  )
  if (measured.homeCpuRatio > limits.homeCpuRatio)
    over.push(`home uses ${measured.homeCpuRatio} times the CPU time of a bare page, limit ${limits.homeCpuRatio}`)
  return over
}

const AT_ONCE = 2
const CPU_PAIRS = 5
const LONGEST_MS = 60_000
/** The page loads some files later, when the browser is idle, so a visit ends only when no new address was requested for this long. */
const QUIET_MS = 1200

async function visitUntilQuiet({ page, traffic }: FirstVisit, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load', timeout: LONGEST_MS })
  for (let seen = 0; seen !== traffic.requests; ) {
    seen = traffic.requests
    await page.waitForLoadState('networkidle', { timeout: LONGEST_MS })
    await page.waitForTimeout(QUIET_MS)
  }
}

const costOf = (browser: Browser, url: string): Promise<Cost> =>
  visitPublicPage(browser, null, async (visit) => {
    await visitUntilQuiet(visit, url)
    const { cls } = await visit.readSeen()
    return { ...visit.traffic, cls: rounded(cls, 3) }
  })

const cpuMsOf = (browser: Browser, url: string): Promise<number> =>
  visitPublicPage(browser, null, async (visit) => {
    await visitUntilQuiet(visit, url)
    const { metrics } = await visit.devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  })

async function homeCpuRatio(browser: Browser, home: string): Promise<number> {
  const bare = await startStaticHome(browser, home)
  try {
    const ratios: number[] = []
    // The order alternates, so that a machine that gets busier over time affects both sides equally.
    while (ratios.length < CPU_PAIRS) {
      const isOursFirst = ratios.length % 2 === 0
      const first = await cpuMsOf(browser, isOursFirst ? home : bare.url)
      const second = await cpuMsOf(browser, isOursFirst ? bare.url : home)
      ratios.push(isOursFirst ? first / second : second / first)
    }
    return rounded(median(ratios), 1)
  } finally {
    await bare.stop()
  }
}

export async function measureFirstVisits(): Promise<FirstVisits> {
  buildApp()
  const ours = await startFrontDoor()
  const browser = await launchBrowser()
  try {
    const pages: Record<string, Cost> = Object.fromEntries(PUBLIC_PATHS.map((path) => [path, { bytes: 0, requests: 0, cls: 0 }]))
    const left = [...PUBLIC_PATHS]
    const one = async () => {
      for (let path = left.shift(); path; path = left.shift()) pages[path] = await costOf(browser, ours.url + path)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, one))
    return { homeCpuRatio: await homeCpuRatio(browser, ours.url), pages }
  } finally {
    await browser.close()
    await ours.stop()
  }
}

if (import.meta.main) console.log(JSON.stringify(await measureFirstVisits(), null, 2))
