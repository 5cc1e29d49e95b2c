/**
 * R24: one person logs out with unsent changes, another logs in on the device, and the first returns. No change is sent under the other
 * person's name, and the first person's readable data is removed even if the browser closes as soon as the logout is confirmed.
 */

import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { until } from '@trailwarden/testkit/wait'
import type { FaultTest, Result } from '../fault-test.ts'
import { countWaiting, createTestDevice, fillInAction, openTestEnvWithApp, saveButton, signIn } from '../helpers/browser.ts'

const AMOUNT = { small: 2, full: 50 }
const [ANN, BEN] = ['manager@example.org', 'member@example.org'] as const
/** The first person logs out offline with the browser closed immediately, online with failing pushes, or offline. */
const WAYS = ['closed', 'push fails', 'offline'] as const
const FORGETTING_MS = 5000

const readDevice = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const places: Record<string, string> = { localStorage: JSON.stringify(localStorage), sessionStorage: JSON.stringify(sessionStorage) }
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('trailwarden-')) continue
      const db = await new Promise<IDBDatabase>((done, failed) => {
        const opening = indexedDB.open(name)
        // The database may have been deleted after it was listed, and reading must not create it again.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onsuccess = () => done(opening.result)
        opening.onerror = () => failed(opening.error)
      }).catch(() => null)
      if (!db) continue
      for (const store of db.objectStoreNames) {
        const reading = db.transaction(store).objectStore(store).getAll()
        await new Promise((done) => {
          reading.onsuccess = done
        })
        places[`${name} ${store}`] = JSON.stringify(reading.result)
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      const paths = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
      places[`cache ${name}`] = JSON.stringify(paths.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/public/')))
    }
    return places
  })

/** Unsent changes and their sync position stay in their author's own database. All other data of the author must be deleted. */
const STORED_FOR_THE_AUTHOR = /^trailwarden-\S+ (outbox|attention|photos|sent|drafts|meta)$/

type Someone = { id: string; email: string; name: string }

function findRemains(someone: Someone, texts: readonly string[], places: Record<string, string>): string[] {
  const isTheirs = (place: string) => place.startsWith(`trailwarden-${someone.id} `)
  return Object.entries(places).flatMap(([place, text]) => {
    if (isTheirs(place)) return STORED_FOR_THE_AUTHOR.test(place) || text === '[]' ? [] : [`${place}: ${text.slice(0, 120)}`]
    const isCacheWithMore = place.startsWith('cache ') && text !== '[]'
    // Data that another person is allowed to see may contain this person's name and email address. Local and session storage may not.
    const isNamed = place.endsWith('Storage') && [someone.id, someone.email, someone.name].some((one) => text.includes(one))
    return isCacheWithMore || isNamed || texts.some((one) => text.includes(one)) ? [`${place}: ${text.slice(0, 120)}`] : []
  })
}

export const twoPeople: FaultTest = {
  name: 'R24',
  full: { runs: AMOUNT.full, step: 5 },
  async run(size, stop, times = AMOUNT[size], first = 0): Promise<Result> {
    const env = await openTestEnvWithApp()
    const device = createTestDevice()
    const broken: string[] = []
    const written = { [ANN]: [] as string[], [BEN]: [] as string[] }
    let [runs, slowestForgettingMs] = [0, 0]
    try {
      const { rows: people } = await env.pool.query<Someone>('select id, email, display_name as name from people')
      const ann = people.find(({ email }) => email === ANN)
      if (!ann) throw new Error('the sample people are missing')
      let browser = await device.start()
      let { context, page } = browser

      const arrived = (texts: readonly string[]) => env.count('select count(*) as n from actions where description = any($1)', [texts])
      const write = async (who: typeof ANN | typeof BEN) => {
        const description = `${who} ${randomUUID()}`
        await page.goto(`${env.address}/actions/add`)
        await saveButton(page).waitFor()
        await fillInAction(page, description)
        await saveButton(page).click()
        await page.waitForURL('**/actions/outstanding')
        written[who].push(description)
        return description
      }
      const logOut = async (hasUnsent: boolean) => {
        await page.goto(`${env.address}/account/details`)
        // The dialog depends on the unsent changes, so the bar must show them first.
        if (hasUnsent) await page.getByRole('status').getByRole('link').waitFor()
        await page.getByRole('button', { name: /^Log out/ }).click()
        if (hasUnsent) await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
        await page.getByText('You’re logged out').waitFor()
      }
      const isForgotten = async (texts: readonly string[], when: string) => {
        const started = Date.now()
        let left: string[] = []
        await until(async () => {
          left = findRemains(ann, texts, await readDevice(page))
          return left.length === 0
        }, FORGETTING_MS)
        slowestForgettingMs = Math.max(slowestForgettingMs, Date.now() - started)
        for (const one of left) broken.push(`${when}, still there: ${one}`)
      }

      for (; runs < times && !stop.aborted; runs++) {
        const way = WAYS[(first + runs) % WAYS.length] ?? 'closed'
        await signIn(page, env.address, ANN)
        // Ann loads the server's data in a second tab, which stays open when she logs out.
        const tab = await context.newPage()
        await tab.goto(`${env.address}/management/users`)
        await tab.getByText('Sam Member').first().waitFor()
        await context.setOffline(true)
        const hers = [await write(ANN), await write(ANN)]
        if (way === 'push fails') {
          await context.route('**/api/push', (route) => route.abort())
          await context.setOffline(false)
        }
        await logOut(true)
        if (way === 'closed') {
          await browser.close()
          browser = await device.start()
          ;({ context, page } = browser)
        } else await isForgotten(hers, `${way}, after the logout`)
        await context.setOffline(false)
        await context.unroute('**/api/push')

        await signIn(page, env.address, BEN)
        const his = await write(BEN)
        if (!(await until(async () => (await arrived([his])) === 1))) broken.push(`${way}: the second person’s change did not arrive`)
        if ((await arrived(hers)) > 0) broken.push(`${way}: the first person’s changes were sent while the second was logged in`)
        await isForgotten(hers, `${way}, with the second logged in`)
        const shown = await page.locator('body').textContent()
        if (hers.some((one) => shown?.includes(one))) broken.push(`${way}: the second person sees the first person’s text`)
        await logOut(false)

        await signIn(page, env.address, ANN)
        if (!(await until(async () => (await arrived(hers)) === 2 && (await countWaiting(page)) === 0)))
          broken.push(`${way}: the first person’s queue did not drain after her return`)
        await logOut(false)
        if (way !== 'closed') await tab.close()
      }
      const all = [...written[ANN], ...written[BEN]]
      const { rows } = await env.pool.query<{ description: string; email: string; n: number }>(
        `select a.description, min(p.email) as email, count(*)::int as n from actions a join people p on p.id = a.created_by
         where a.description = any($1) group by a.description`,
        [all],
      )
      for (const { description, email } of rows) if (!description.startsWith(email)) broken.push(`“${description}” was sent as ${email}`)
      // Refused commands are stored under the person whose session sent them, so they count too.
      const strangers = await env.count(
        `select count(*) as n from commands c join people p on p.id = c.person_id
         where c.patch ->> 'description' = any($1) and not starts_with(c.patch ->> 'description', p.email)`,
        [all],
      )
      if (strangers > 0) broken.push(`${strangers} commands were sent under another name`)
      const doubled = rows.filter(({ n }) => n > 1).length
      return { runs, lost: all.length - rows.length, doubled, broken, figures: { written: all.length, slowestForgettingMs } }
    } finally {
      await device.remove()
      await env.close()
    }
  },
}
