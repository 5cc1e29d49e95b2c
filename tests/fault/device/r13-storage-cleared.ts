/**
 * R13: the browser deletes the app's storage. The app starts empty and works, and warns beforehand about unsent changes without persistent
 * storage.
 */

import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { until } from '@trailwarden/testkit/wait'
import type { FaultTest, Result } from '../fault-test.ts'
import { countWaiting, createTestDevice, errorsOf, fillInAction, openTestEnvWithApp, saveButton, signIn } from '../helpers/browser.ts'

const AMOUNT = { small: 0.5, full: 5 }
/** Browsers don't evict cookies and local storage. */
const EVICTED = 'indexeddb,cache_storage,service_workers,file_systems'
const WAYS = ['evicted while open', 'cleared', 'evicted', 'private window closed'] as const
const WARNING = 'Don’t clear your browser data until everything is sent'

const saveWithoutSignal = async (page: Page, description: string) => {
  await fillInAction(page, description)
  await page.context().setOffline(true)
  await saveButton(page).click()
  await page.getByText(/1 Action waiting to be sent/).waitFor()
}

export const storageCleared: FaultTest = {
  name: 'R13',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnvWithApp()
    const device = createTestDevice()
    const broken: string[] = []
    const saved: string[] = []
    const { origin } = new URL(env.address)
    let [runs, warned, doubled] = [0, 0, 0]
    try {
      const { browser } = await device.start()
      for (; runs < AMOUNT[size] * WAYS.length && !stop.aborted; runs++) {
        const way = WAYS[runs % WAYS.length]
        const context = await browser.newContext()
        const errors = errorsOf(context)
        const page = await context.newPage()
        await signIn(page, env.address, 'member@example.org', '/actions/add')
        await saveWithoutSignal(page, `lost ${randomUUID()}`)
        await page.evaluate(async () => void (await caches.open('map:north-wood:kept')))
        if (await page.getByText(WARNING).isVisible()) warned++
        else broken.push(`${way}: no warning beforehand`)
        const devtools = await context.newCDPSession(page)
        let [after, afterErrors] = [context, errors]
        if (way === 'private window closed') {
          await context.close()
          after = await browser.newContext()
          afterErrors = errorsOf(after)
        } else {
          if (way !== 'evicted while open') await page.goto('about:blank')
          await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: way === 'cleared' ? 'all' : EVICTED })
          await context.setOffline(false)
          // An open page may report errors when its database is deleted, but it must stay visible.
          if (way === 'evicted while open') {
            if (!(await page.getByRole('main').isVisible())) broken.push(`${way}: the open page is not visible`)
            await page.close({ runBeforeUnload: false })
            errors.length = 0
          }
        }
        const next = await after.newPage()
        await next.goto(env.address)
        await next.getByRole('heading', { name: 'Trails Information' }).waitFor()
        if ((await countWaiting(next)) > 0) broken.push(`${way}: a deleted change is still queued`)
        const description = `after ${randomUUID()}`
        // The person is still logged in, because browsers don't evict cookies.
        if (way?.startsWith('evicted')) await next.goto(`${env.address}/actions/add`)
        else await signIn(next, env.address, 'member@example.org', '/actions/add')
        await next.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
        await fillInAction(next, description)
        await saveButton(next).click()
        await next.waitForURL('**/actions/outstanding')
        saved.push(description)
        if (!(await until(async () => (await countWaiting(next)) === 0))) broken.push(`${way}: the queue did not drain`)
        await after.setOffline(true)
        await next.goto(`${env.address}/actions/outstanding`)
        await next
          .getByText(description)
          .first()
          .waitFor()
          .catch(() => broken.push(`${way}: does not open offline`))
        if (afterErrors.length > 0) broken.push(`${way}: ${afterErrors.join('; ')}`)
        await after.close()
      }
      const { rows } = await env.pool.query<{ description: string; n: number }>(
        'select description, count(*)::int as n from actions where description = any($1) group by description',
        [saved],
      )
      doubled = rows.filter(({ n }) => n > 1).length
      return { runs, lost: saved.length - rows.length, doubled, broken, figures: { warned } }
    } finally {
      await device.remove()
      await env.close()
    }
  },
}
