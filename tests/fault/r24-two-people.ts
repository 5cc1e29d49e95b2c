/**
 * R24: one logs out with changes still waiting, another logs in on the same device, and the first comes back. Nothing is sent under
 * another's name, and what the first could read is gone from the device: also when the browser is closed as soon as the logout is
 * confirmed.
 */

import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { until } from '@trailwarden/testkit/wait'
import { aDevice, countWaiting, fillInAction, openTestEnvWithApp, saveButton, signIn } from './browser.ts'
import type { FaultTest, Result } from './fault-test.ts'

const AMOUNT = { small: 2, full: 50 }
const [ANN, BEN] = ['manager@example.org', 'member@example.org'] as const
/** Logged out without signal, and the browser closed at once; with signal for everything but the queue; without signal. */
const WAYS = ['closed', 'push fails', 'offline'] as const
const FORGETTING_MS = 5000

/** Everything that a page of the app could read on this device, as one text for each place. */
const readDevice = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const places: Record<string, string> = { localStorage: JSON.stringify(localStorage), sessionStorage: JSON.stringify(sessionStorage) }
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('trailwarden-')) continue
      const db = await new Promise<IDBDatabase>((done, failed) => {
        const opening = indexedDB.open(name)
        // Deleted since it was named: reading must not create it again.
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

/** What waits for its author's return, and where it stands, stays in a database of their own; the rest of theirs must be gone. */
const STORED_FOR_THE_AUTHOR = /^trailwarden-\S+ (outbox|attention|photos|sent|drafts|meta)$/

type Someone = { id: string; email: string; name: string }

function whatIsLeftOf(someone: Someone, texts: readonly string[], places: Record<string, string>): string[] {
  const isTheirs = (place: string) => place.startsWith(`trailwarden-${someone.id} `)
  return Object.entries(places).flatMap(([place, text]) => {
    if (isTheirs(place)) return STORED_FOR_THE_AUTHOR.test(place) || text === '[]' ? [] : [`${place}: ${text.slice(0, 120)}`]
    const isCacheWithMore = place.startsWith('cache ') && text !== '[]'
    // Their name and address may stand in what another person may read; in what the page itself stores they may not.
    const isNamed = place.endsWith('Storage') && [someone.id, someone.email, someone.name].some((one) => text.includes(one))
    return isCacheWithMore || isNamed || texts.some((one) => text.includes(one)) ? [`${place}: ${text.slice(0, 120)}`] : []
  })
}

export const twoPeople: FaultTest = {
  name: 'R24',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnvWithApp()
    const device = aDevice()
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
        // The question needs to know what waits; the bar shows that it does.
        if (hasUnsent) await page.getByRole('status').getByRole('link').waitFor()
        await page.getByRole('button', { name: 'Logout' }).click()
        if (hasUnsent) await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
        await page.getByText('You’re logged out').waitFor()
      }
      const isForgotten = async (texts: readonly string[], when: string) => {
        const started = Date.now()
        let left: string[] = []
        await until(async () => {
          left = whatIsLeftOf(ann, texts, await readDevice(page))
          return left.length === 0
        }, FORGETTING_MS)
        slowestForgettingMs = Math.max(slowestForgettingMs, Date.now() - started)
        for (const one of left) broken.push(`${when}, still there: ${one}`)
      }

      for (; runs < AMOUNT[size] && !stop.aborted; runs++) {
        const way = WAYS[runs % WAYS.length] ?? 'closed'
        await signIn(page, env.address, ANN)
        // Ann sees what is on the server, also in a second tab, which stays open as she leaves.
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
        if (!(await until(async () => (await arrived([his])) === 1))) broken.push(`${way}: what the second wrote did not arrive`)
        if ((await arrived(hers)) > 0) broken.push(`${way}: the first one’s changes were sent while the second was logged in`)
        await isForgotten(hers, `${way}, with the second logged in`)
        const shown = await page.locator('body').textContent()
        if (hers.some((one) => shown?.includes(one))) broken.push(`${way}: the second sees what the first wrote`)
        await logOut(false)

        await signIn(page, env.address, ANN)
        if (!(await until(async () => (await arrived(hers)) === 2 && (await countWaiting(page)) === 0)))
          broken.push(`${way}: the first one’s queue did not drain after her return`)
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
      // Refused ones too: a command that another one's session carried is remembered under that name.
      const strangers = await env.count(
        `select count(*) as n from commands c join people p on p.id = c.person_id
         where c.patch ->> 'description' = any($1) and not starts_with(c.patch ->> 'description', p.email)`,
        [all],
      )
      if (strangers > 0) broken.push(`${strangers} commands came under another name`)
      const doubled = rows.filter(({ n }) => n > 1).length
      return { runs, lost: all.length - rows.length, doubled, broken, figures: { written: all.length, slowestForgettingMs } }
    } finally {
      await device.remove()
      await env.close()
    }
  },
}
