/**
 * R12: the device has no storage left. Offline, the form reports the full storage and keeps its text. Online, the change goes straight to
 * the server.
 */

import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { until } from '@trailwarden/testkit/wait'
import type { FaultTest, Result } from '../fault-test.ts'
import { countWaiting, createTestDevice, fillInAction, openTestEnvWithApp, saveButton, signIn } from '../helpers/browser.ts'

const AMOUNT = { small: 2, full: 50 }
/** The browser checks a lowered quota only when the known space is used up or after half a minute, so the quota is small from the start. */
const ROOM_BYTES = 300_000

const fillUp = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((done, failed) => {
      const opening = indexedDB.open('filler')
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true })
      opening.onsuccess = () => done(opening.result)
      opening.onerror = () => failed(opening.error)
    })
    const fits = (bytes: number) =>
      new Promise<boolean>((done) => {
        const writing = db.transaction('rows', 'readwrite')
        writing.objectStore('rows').add('x'.repeat(bytes))
        writing.oncomplete = () => done(true)
        writing.onabort = () => done(false)
      })
    for (const bytes of [50_000, 5000, 500, 50]) while (await fits(bytes));
    db.close()
  })

export const storageFull: FaultTest = {
  name: 'R12',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnvWithApp()
    const device = createTestDevice()
    const broken: string[] = []
    const saved: string[] = []
    let runs = 0
    try {
      const first = await device.start()
      await signIn(first.page, env.address, 'member@example.org')
      await first.close()
      const { context, page } = await device.start()
      const devtools = await context.newCDPSession(page)
      const { origin } = new URL(env.address)
      const giveRoom = async () => {
        const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin })
        await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + ROOM_BYTES })
      }
      const openForm = async () => {
        await page.goto(`${env.address}/actions/add`)
        await saveButton(page).waitFor()
      }
      const save = async (description: string) => {
        await saveButton(page).click()
        await page.waitForURL('**/actions/outstanding')
        saved.push(description)
      }

      // The service worker's cache exceeds the quota, so the remaining space is known only once the worker is ready.
      await openForm()
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      for (; runs < AMOUNT[size] && !stop.aborted; runs++) {
        const hasSignal = runs % 2 === 1
        const description = `full ${randomUUID()}`
        await giveRoom()
        await openForm()
        // The pending change must survive when the app frees space.
        await context.setOffline(true)
        await fillInAction(page, `${description}, before`)
        await save(`${description}, before`)
        await openForm()
        await fillInAction(page, description)
        await fillUp(page)
        if (hasSignal) {
          await context.setOffline(false)
          await save(description)
        } else {
          await saveButton(page).click()
          await page
            .getByText(/phone is full/)
            .first()
            .waitFor()
          const stored = await page.getByLabel('Brief description of problem').inputValue()
          if (stored !== description) broken.push(`the form contains “${stored}” after a failed save`)
          if ((await countWaiting(page)) !== 1) broken.push('the earlier queued change is missing')
          // Once there is space again, the same button saves the same form.
          await giveRoom()
          await save(description)
          await context.setOffline(false)
        }
        await giveRoom()
        if (!(await until(async () => (await countWaiting(page)) === 0))) broken.push('the queue did not drain')
      }
      const { rows } = await env.pool.query<{ n: number }>(
        'select count(*)::int as n from actions where description = any($1) group by description',
        [saved],
      )
      const doubled = rows.filter(({ n }) => n > 1).length
      return { runs, lost: saved.length - rows.length, doubled, broken, figures: { saved: saved.length } }
    } finally {
      await device.remove()
      await env.close()
    }
  },
}
