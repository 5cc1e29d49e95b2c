/** R11: the sending tab is closed, frozen, put into the bfcache or discarded during its push. Another tab sends the rest. */

import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { openProxy } from '@trailwarden/testkit/line/faulty-connection'
import { pause, until } from '@trailwarden/testkit/wait'
import { type FaultTest, type Result, upTo } from '../fault-test.ts'
import { countWaiting, createTestDevice, fillInAction, openTestEnvWithApp, saveButton, signIn } from '../helpers/browser.ts'

const AMOUNT = { small: 1, full: 40 }
const REPLY_DELAY_MS = 250

type Tab = { page: Page; context: BrowserContext }
/** The result is the page on which to check the changes. */
type Way = (tab: Tab, open: (path: string) => Promise<Page>, save: (page: Page) => Promise<void>) => Promise<Page>

const WAYS: Record<string, Way> = {
  closed: async ({ page }, open) => {
    const other = await open('/actions/outstanding')
    await page.close()
    return other
  },
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
  /** A frozen tab receives one event and then runs no more code. Other tabs must not wait for it. */
  frozen: async ({ page, context }, open, save) => {
    const other = await open('/actions/add')
    await page.evaluate(() => void document.dispatchEvent(new Event('freeze')))
    // Browsers freeze only hidden tabs, but tabs driven through DevTools are always visible, so the debugger pauses the tab's scripts.
    const devtools = await context.newCDPSession(page)
    await devtools.send('Debugger.enable')
    await devtools.send('Debugger.pause')
    void page.evaluate(() => undefined).catch(() => undefined)
    await save(other)
    return other
  },
  'gone back to': async ({ page }) => {
    await page.goto('about:blank')
    await pause(upTo(500))
    // The browser restores the page from the bfcache without loading it again.
    await page.goBack({ waitUntil: 'commit' })
    return page
  },
  /** A browser that is short of memory kills a tab's process, and reloads the page when the person returns to the tab. */
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
    const device = createTestDevice()
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
          if (!(await until(async () => (await countWaiting(left)) === 0))) broken.push(`${way}: ${await countWaiting(left)} not sent`)
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
