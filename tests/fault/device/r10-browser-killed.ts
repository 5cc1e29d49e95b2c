/** R10: the browser is killed while a person types, saves or sends, or while the app upgrades the device's database. */

import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { pause, until } from '@trailwarden/testkit/wait'
import { type FaultTest, type Result, upTo } from '../fault-test.ts'
import { chooseArea, countWaiting, createTestDevice, fillInAction, openTestEnvWithApp, saveButton, signIn } from '../helpers/browser.ts'

const MOMENTS = ['typing', 'saving', 'pushing', 'migrating'] as const
type Moment = (typeof MOMENTS)[number]
const AMOUNT = { small: 4, full: 300 }
const TYPING_LIMIT_MS = 1000
const NEWS_EVERY = 20

const RESTORED = 'We’ve restored your unsaved draft.'

type Expected = { typed: { key: string; at: number }[]; killedAt: number } | null

function migrate(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const [known] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('trailwarden-'))
    if (!known?.name) throw new Error('the device has no database')
    const opening = indexedDB.open(known.name, (known.version ?? 0) + 10)
    opening.onupgradeneeded = () => {
      const { transaction } = opening
      if (!transaction) return
      const outbox = transaction.objectStore('outbox')
      outbox.createIndex(`later ${Date.now()}`, 'command.kind')
      let rounds = 0
      const rewrite = () => {
        const walk = outbox.openCursor()
        walk.onsuccess = () => {
          const { result: at } = walk
          if (at) {
            at.update({ ...at.value, migrated: rounds })
            at.continue()
          } else if (++rounds < 200) rewrite()
        }
      }
      rewrite()
    }
    await new Promise((done, failed) => {
      opening.onsuccess = done
      opening.onerror = failed
    })
    opening.result.close()
  })
}

export const browserKilled: FaultTest = {
  name: 'R10',
  full: { runs: AMOUNT.full, step: 20 },
  async run(size, stop, times = AMOUNT[size], first = 0): Promise<Result> {
    const env = await openTestEnvWithApp()
    const device = createTestDevice()
    const broken: string[] = []
    const acknowledged: string[] = []
    const attempted: string[] = []
    const killed = Object.fromEntries(MOMENTS.map((name) => [name, 0])) as Record<Moment, number>
    let [runs, mostTypingLostMs, draftsOffered] = [0, 0, 0]
    const form = `${env.address}/actions/add`
    const isSaved = (page: Page) => page.waitForURL('**/actions/outstanding')
    try {
      const login = await device.start()
      await signIn(login.page, env.address, 'member@example.org')
      // People log in long before the battery dies, so the browser first closes once and writes the session to disk.
      await login.close()
      let expected: Expected = null

      for (; runs < times && !stop.aborted; runs++) {
        const moment = MOMENTS[(first + runs) % MOMENTS.length] as Moment
        const { page, context, kill } = await device.start()
        await page.goto(form)
        const input = page.getByLabel('Brief description of problem')
        await input.waitFor()
        await checkDraft(page, expected)
        expected = null
        const description = `${moment} ${randomUUID()}`
        attempted.push(description)
        let killedAt = 0
        const killIn = async (ms: number) => {
          await pause(ms)
          killedAt = Date.now()
          await kill()
        }
        // The kill interrupts the operation, so its error is expected.
        const untilKilled = (work: Promise<unknown>) => work.catch(() => undefined)

        if (moment === 'typing') {
          await chooseArea(page)
          await input.fill('')
          const typed: { key: string; at: number }[] = []
          const typing = untilKilled(
            (async () => {
              for (let n = 0; killedAt === 0 && n < 190; n++) {
                const key = String.fromCharCode(97 + (n % 26))
                const at = Date.now()
                await page.keyboard.insertText(key)
                typed.push({ key, at })
                await pause(upTo(n % 10 === 9 ? 500 : 60))
              }
            })(),
          )
          await killIn(500 + upTo(4000))
          await typing
          expected = { typed, killedAt }
        } else if (moment === 'migrating') {
          await context.setOffline(true)
          for (const text of [description, `${description} too`]) {
            await fillInAction(page, text)
            await saveButton(page).click()
            await isSaved(page)
            acknowledged.push(text)
            await page.goto(form)
            await input.waitFor()
          }
          await context.setOffline(false)
          // The page on our origin doesn't run the app, so nothing else has the database open.
          await page.goto(`${env.address}/assets/none`)
          const migrating = migrate(page).catch((error: unknown) => killedAt === 0 && broken.push(`the migration failed: ${error}`))
          await killIn(upTo(600))
          await migrating
        } else {
          await fillInAction(page, description)
          const saving = untilKilled(
            saveButton(page)
              .click()
              .then(() => isSaved(page))
              .then(() => killedAt === 0 && acknowledged.push(description)),
          )
          if (moment === 'saving') await killIn(upTo(500))
          else {
            await saving
            await killIn(upTo(120))
          }
          await saving
        }
        killed[moment]++
        if ((runs + 1) % NEWS_EVERY === 0) console.error(`R10: ${runs + 1} kills, ${broken.length} broken`)
      }

      async function checkDraft(page: Page, last: Expected): Promise<void> {
        const value = await page.getByLabel('Brief description of problem').inputValue()
        const isOffered = await page.getByText(RESTORED).isVisible()
        if (isOffered) draftsOffered++
        if (!last) {
          // If the app offered the draft again after saving, the person could save it twice.
          if (acknowledged.includes(value)) broken.push(`a saved change is offered as a draft: ${value}`)
          return
        }
        const text = last.typed.map(({ key }) => key).join('')
        if (!text.startsWith(value)) broken.push('the draft is not what was typed')
        const firstLost = last.typed[value.length]
        const lostMs = firstLost ? last.killedAt - firstLost.at : 0
        mostTypingLostMs = Math.max(mostTypingLostMs, lostMs)
        if (lostMs > TYPING_LIMIT_MS) broken.push(`${lostMs} ms of typing are lost`)
        if (value && !isOffered) broken.push('the draft was restored without a message')
      }

      const { page } = await device.start()
      await page.goto(form)
      await saveButton(page).waitFor()
      await checkDraft(page, expected)
      if (!(await until(async () => (await countWaiting(page)) === 0))) broken.push('the queue did not drain')
      const { rows } = await env.pool.query<{ description: string; n: number }>(
        'select description, count(*)::int as n from actions where description = any($1) group by description',
        [[...attempted, ...acknowledged]],
      )
      const there = new Map(rows.map(({ description, n }) => [description, n]))
      return {
        runs,
        lost: acknowledged.filter((description) => !there.has(description)).length,
        doubled: rows.filter(({ n }) => n > 1).length,
        broken,
        figures: { ...killed, acknowledged: acknowledged.length, mostTypingLostMs, draftsOffered },
      }
    } finally {
      await device.remove()
      await env.close()
    }
  },
}
