/**
 * DRAFTS: the browser is killed around the sending of a report with a photo. At the next start, each report is on the server, queued, or a
 * draft that can be sent (REP-1).
 */
import { randomUUID } from 'node:crypto'
import type { Page, Response } from '@playwright/test'
import { pause, until } from '@trailwarden/testkit/wait'
import sharp from 'sharp'
import { type FaultTest, type Result, upTo } from '../fault-test.ts'
import { countWaiting, createTestDevice, openTestEnvWithApp } from '../helpers/browser.ts'

const AMOUNT = { small: 5, full: 200 }
const MOMENTS = ['writing', 'left', 'sending', 'sending', 'sent'] as const
const NEWS_EVERY = 20
const SERVER_FOR = 4
/** After a refused or failed request, a phone waits longer before it tries again. */
const DRAIN_MS = 120_000

const send = (page: Page) => page.getByRole('button', { name: /^(Send|Save) report$/ })
const words = (page: Page) => page.getByLabel('Anything else?')

const isStored = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(async (wanted) => {
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('trailwarden-')) continue
      const db = await new Promise<IDBDatabase>((done, failed) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => done(opening.result)
        opening.onerror = () => failed(opening.error)
      })
      const rows = await new Promise<{ value: { words?: string } }[]>((done) => {
        const reading = db.transaction('drafts').objectStore('drafts').getAll()
        reading.onsuccess = () => done(reading.result)
      })
      db.close()
      if (rows.some(({ value }) => value.words === wanted)) return true
    }
    return false
  }, text)

export const reportDrafts: FaultTest = {
  name: 'DRAFTS',
  full: { runs: AMOUNT.full, step: 20 },
  promise: 'REP-1 after a kill a report with its photo is either sent once or still a draft',
  async run(size, stop, times = AMOUNT[size]): Promise<Result> {
    const env = await openTestEnvWithApp()
    const device = createTestDevice()
    const broken: string[] = []
    const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'green' } })
      .jpeg()
      .toBuffer()
    let [runs, lost, doubled, drafts, sentAtOnce] = [0, 0, 0, 0, 0]
    const countReports = (text: string) => env.count(`select count(*) as n from reports where words = '${text}'`)
    const untilSent = async (page: Page) => {
      const refusals: string[] = []
      const note = (reply: Response) => reply.status() >= 400 && refusals.push(`${reply.status()} ${new URL(reply.url()).pathname}`)
      page.on('response', note)
      const isEmpty = await until(async () => (await countWaiting(page)) === 0, DRAIN_MS)
      page.off('response', note)
      if (!isEmpty) broken.push(`the queue of kill ${runs + 1} did not drain: ${refusals.join(', ') || 'no refusals'}`)
    }
    try {
      for (; runs < times && !stop.aborted; runs++) {
        const moment = MOMENTS[runs % MOMENTS.length]
        const text = `${moment} ${randomUUID()}`
        const { page, kill } = await device.start()
        await page.goto(`${env.address}/`)
        // Without a place, Send opens the map first.
        await page.goto(`${env.address}/report?at=-41.17532,148.11210`)
        await page.locator('form').getByText('Fallen tree', { exact: true }).click()
        await page
          .getByLabel('Photo', { exact: true })
          .and(page.locator('input'))
          .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
        await page.getByRole('img', { name: 'Photo as it will be sent' }).waitFor()
        await page.getByText('Add details or your email').click()
        await words(page).fill(text)
        // R10 measures how quickly the app stores text.
        if (!(await until(() => isStored(page, text)))) broken.push(`${moment}: the draft was not stored`)
        if (moment === 'left') await page.goBack({ waitUntil: 'commit' })
        if (moment === 'sending') {
          // The kill interrupts the operation, so its error is expected.
          const sending = send(page)
            .click()
            .catch(() => undefined)
          await pause(upTo(400))
          await kill()
          await sending
        } else {
          if (moment === 'sent') {
            await send(page).click()
            await page.waitForURL(/sent=/)
          }
          await pause(upTo(300))
          await kill()
        }

        const again = await device.start()
        await again.page.goto(`${env.address}/report`)
        await send(again.page).waitFor()
        await untilSent(again.page)
        let [isDraft, before] = [false, 0]
        await until(async () => {
          isDraft = (await words(again.page).inputValue()) === text
          before = await countReports(text)
          return isDraft || before > 0
        })
        if (isDraft && before > 0) broken.push(`${moment}: sent, but also offered as a draft`)
        if (!isDraft && before === 0) {
          lost++
          broken.push(`${moment}: neither sent nor a draft`)
        }
        if (moment === 'sent' && isDraft) broken.push('the receipt was shown, but the report is still a draft')
        if (before > 0) sentAtOnce++
        if (isDraft) {
          drafts++
          // The app restores the text of a draft before its photo.
          if (!(await until(() => again.page.getByRole('img', { name: 'Photo as it will be sent' }).isVisible())))
            broken.push(`${moment}: the draft lost its photo`)
          await send(again.page).click()
          await again.page.waitForURL(/sent=/)
          await untilSent(again.page)
          if (!(await until(async () => (await countReports(text)) === 1))) lost++
        }
        if ((await countReports(text)) > 1) doubled++
        await again.close()
        // Restarting the server resets the limits on reports from this device and IP address.
        if (runs % SERVER_FOR === SERVER_FOR - 1) {
          env.kill()
          await env.ended()
          await env.start()
        }
        if ((runs + 1) % NEWS_EVERY === 0) console.error(`DRAFTS: ${runs + 1} kills, ${broken.length} broken`)
      }
      const photos = await env.count(
        `select count(*) as n from reports where jsonb_array_length(photos) <> 1 and words ~ '^(writing|left|sen)'`,
      )
      if (photos > 0) broken.push(`${photos} reports without their photo`)
      return { runs, lost, doubled, broken, figures: { drafts, sentAtOnce } }
    } finally {
      await device.remove()
      await env.close()
    }
  },
}
