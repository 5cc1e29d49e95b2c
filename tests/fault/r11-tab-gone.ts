/**
 * R11: the tab that sends is closed, frozen, put aside for the way back or discarded while its push is under way. Another sends what it
 * owed.
 */

import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { openProxy } from '@trailwarden/testkit/faulty-connection'
import { pause, until } from '@trailwarden/testkit/wait'
import { aDevice, countWaiting, fillInAction, openTestEnvWithApp, saveButton, signIn } from './browser.ts'
import { type FaultTest, type Result, upTo } from './fault-test.ts'

/** Of each way to go. */
const AMOUNT = { small: 1, full: 40 }
const REPLY_DELAY_MS = 250

type Tab = { page: Page; context: BrowserContext }
/** Does away with the tab that has just saved; gives the page on which the rest is watched. */
type Way = (tab: Tab, open: (path: string) => Promise<Page>, save: (page: Page) => Promise<void>) => Promise<Page>

const WAYS: Record<string, Way> = {
  /** Another tab is open already. */
  closed: async ({ page }, open) => {
    const other = await open('/actions/outstanding')
    await page.close()
    return other
  },
  /** Saved without signal, closed, and the next tab is opened only later. */
  'closed offline': async ({ page, context }, open, save) => {
    await context.setOffline(true)
    await page.goBack()
    await save(page)
    const blank = await context.newPage()
    await page.close()
    await context.setOffline(false)
    await blank.close()
    return open('/actions/outstanding')
  },
  /** A frozen tab is notified, and then runs nothing: another one must not wait for it. */
  frozen: async ({ page, context }, open, save) => {
    const other = await open('/actions/add')
    await page.evaluate(() => void document.dispatchEvent(new Event('freeze')))
    // Browsers freeze only what nobody sees, and driven by devtools every tab is seen: so its scripts are halted.
    const devtools = await context.newCDPSession(page)
    await devtools.send('Debugger.enable')
    await devtools.send('Debugger.pause')
    void page.evaluate(() => undefined).catch(() => undefined)
    await save(other)
    return other
  },
  /** Left for another site and come back to. */
  'gone back to': async ({ page }) => {
    await page.goto('about:blank')
    await pause(upTo(500))
    // A page restored from the bfcache is not loaded again.
    await page.goBack({ waitUntil: 'commit' })
    return page
  },
  /** What a browser short of memory does: the tab's process is killed, and the page is loaded again when it is shown. */
  discarded: async ({ page, context }, open) => {
    const other = await open('/api/public/status')
    const devtools = await context.newCDPSession(page)
    void devtools.send('Page.crash').catch(() => undefined)
    await page.waitForEvent('crash')
    await page.close()
    await other.goto(new URL('/actions/outstanding', other.url()).href)
    return other
  },
}

export const tabGone: FaultTest = {
  name: 'R11',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnvWithApp()
    const proxy = await openProxy(env.port, 'localhost')
    const url = `http://localhost:${proxy.port}`
    const device = aDevice()
    const broken: string[] = []
    const saved: string[] = []
    let [runs, slowestMs] = [0, 0]
    try {
      const { context, page: first } = await device.start()
      await signIn(first, url, 'member@example.org')
      const open = async (path: string) => {
        const page = await context.newPage()
        await page.goto(`${url}${path}`)
        return page
      }
      const save = async (page: Page) => {
        const description = `tab ${randomUUID()}`
        await fillInAction(page, description)
        await saveButton(page).click()
        await page.waitForURL('**/actions/outstanding')
        saved.push(description)
      }
      await first.goto('about:blank')

      for (let run = 0; run < AMOUNT[size] && !stop.aborted; run++)
        for (const [way, go] of Object.entries(WAYS)) {
          proxy.delayReplies(REPLY_DELAY_MS)
          const page = await open('/actions/add')
          await save(page)
          await pause(upTo(REPLY_DELAY_MS))
          const left = await go({ page, context }, open, save)
          const gone = Date.now()
          proxy.delayReplies(0)
          if (!(await until(async () => (await countWaiting(left)) === 0))) broken.push(`${way}: ${await countWaiting(left)} still wait`)
          slowestMs = Math.max(slowestMs, Date.now() - gone)
          for (const each of context.pages()) if (each !== first) await each.close()
          runs++
        }
      const { rows } = await env.pool.query<{ description: string; n: number }>(
        'select description, count(*)::int as n from actions where description = any($1) group by description',
        [saved],
      )
      const doubled = rows.filter(({ n }) => n > 1).length
      return { runs, lost: saved.length - rows.length, doubled, broken, figures: { saved: saved.length, slowestDrainMs: slowestMs } }
    } finally {
      await device.remove()
      proxy.close()
      await env.close()
    }
  },
}
