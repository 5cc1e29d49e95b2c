/**
 * P18: the map's frame rate while it is dragged, with a CPU four times slower, as on a phone. The comparison uses the plain style of an
 * earlier version: one stroke for a trail and a plate for every post.
 */
import type { Browser } from '@playwright/test'
import { type Metric, rounded } from '../metric.ts'
import { startBareServer, startOurServer } from '../server/servers.ts'
import { median } from '../statistics.ts'
import { launchBrowser } from '../visits/visit.ts'

const ZOOMS = [11, 12, 13, 14, 15]
const PLACE = '-41.183,148.11'
const WANTED_FPS = 30
/** The ratio is the plain style's frame rate divided by ours. */
const [TARGET, LIMIT] = [1.3, 2]
const CPU_SLOWDOWN = 4
const DRAG_MS = 2000
const LONGEST_MS = 60_000

async function pan(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.waitForFunction(
      () => {
        const last = performance.getEntriesByName('map drawn').at(-1)
        return last !== undefined && performance.now() - last.startTime > 1000
      },
      undefined,
      { timeout: LONGEST_MS, polling: 100 },
    )
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.evaluate(() => {
      const counted = { frames: 0, from: performance.now() }
      const count = () => {
        counted.frames++
        requestAnimationFrame(count)
      }
      requestAnimationFrame(count)
      Object.assign(globalThis, { counted })
    })
    await page.mouse.move(195, 300)
    await page.mouse.down()
    for (const end = Date.now() + DRAG_MS, start = Date.now(); Date.now() < end; ) {
      const turn = ((Date.now() - start) / 400) * Math.PI
      await page.mouse.move(195 + Math.sin(turn) * 120, 300 + Math.cos(turn) * 120)
    }
    const fps = await page.evaluate(() => {
      const { counted } = globalThis as unknown as { counted: { frames: number; from: number } }
      return (counted.frames * 1000) / (performance.now() - counted.from)
    })
    await page.mouse.up()
    return fps
  } finally {
    await context.close()
  }
}

export const mapPan: Metric = {
  name: 'P18',
  async measure({ pairs, signal }) {
    const ours = await startOurServer()
    try {
      const bare = await startBareServer('serve-map.ts')
      try {
        const browser = await launchBrowser()
        try {
          const perZoom: { zoom: number; ours: number; plain: number }[] = []
          for (const zoom of ZOOMS) {
            const sides: { ours: number[]; plain: number[] } = { ours: [], plain: [] }
            const visits = { ours: `${ours.url}/map#${PLACE},${zoom}`, plain: `${bare.url}/?plain#${PLACE},${zoom}` }
            for (let i = 0; i < pairs; i++) {
              signal.throwIfAborted()
              for (const side of i % 2 === 0 ? (['ours', 'plain'] as const) : (['plain', 'ours'] as const))
                sides[side].push(await pan(browser, visits[side]))
            }
            perZoom.push({ zoom, ours: rounded(median(sides.ours), 1), plain: rounded(median(sides.plain), 1) })
          }
          const slowest = Math.min(...perZoom.map((one) => one.ours))
          const ratio = median(perZoom.map((one) => one.plain / one.ours))
          const plain = Math.min(...perZoom.map((one) => one.plain))
          return {
            ratio,
            target: TARGET,
            limit: LIMIT,
            ok: slowest >= WANTED_FPS,
            broken: ratio > LIMIT ? [`ratio ${rounded(ratio)} is over ${LIMIT}`] : [],
            row: { n: pairs, value: rounded(ratio), unit: '×', sides: { ours: slowest, bare: plain, unit: 'fps' } },
            figures: { pairs, wantedFps: WANTED_FPS, perZoom },
          }
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
