/** R24: one logs out with words still waiting, another logs in on the same device, and the first comes back. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aDevice, countWaiting, fillInAction, openWorldWithApp, saveButton, signIn } from './browser.ts'
import type { Drill, Result } from './drill.ts'
import { until } from './phones.ts'

const AMOUNT = { small: 2, full: 50 }
const [ANN, BEN] = ['member@example.org', 'manager@example.org'] as const

/** Everything that the device keeps and a page can read, but what waits to be sent: as one text for each place. */
const readDevice = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const places: Record<string, string> = { localStorage: JSON.stringify(localStorage), sessionStorage: JSON.stringify(sessionStorage) }
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('trailwarden-')) continue
      const db = await new Promise<IDBDatabase>((done) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => done(opening.result)
      })
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
      const urls = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
      places[`cache ${name}`] = JSON.stringify(urls.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/public/')))
    }
    return places
  })

export const twoPeople: Drill = {
  name: 'R24',
  async run(size, stop): Promise<Result> {
    const world = await openWorldWithApp()
    const device = aDevice()
    const broken: string[] = []
    const written = { [ANN]: [] as string[], [BEN]: [] as string[] }
    let runs = 0
    try {
      const { context, page } = await device.start()
      const { rows: people } = await world.pool.query<{ id: string; email: string; name: string }>(
        'select id, email, display_name as name from people',
      )
      const ann = people.find(({ email }) => email === ANN)
      if (!ann) throw new Error('the sample people are missing')

      const write = async (who: typeof ANN | typeof BEN) => {
        const description = `${who} ${randomUUID()}`
        await page.goto(`${world.address}/actions/add`)
        await saveButton(page).waitFor()
        await fillInAction(page, description)
        await saveButton(page).click()
        await page.waitForURL('**/actions/outstanding')
        written[who].push(description)
      }
      const logOut = async (asksFirst = false) => {
        await page.goto(`${world.address}/account`)
        await page.getByRole('button', { name: 'Logout' }).click()
        if (asksFirst) await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
        await page.getByText('Logged out successfully').waitFor()
      }

      for (; runs < AMOUNT[size] && !stop.aborted; runs++) {
        const isOffline = runs % 2 === 0
        await signIn(page, world.address, ANN)
        await context.setOffline(true)
        await write(ANN)
        await write(ANN)
        if (!isOffline) {
          // The signal is back for everything but the queue.
          await context.route('**/api/push', (route) => route.abort())
          await context.setOffline(false)
        }
        await logOut(true)
        if (isOffline) await context.setOffline(false)
        await context.unroute('**/api/push')

        await signIn(page, world.address, BEN)
        await write(BEN)
        if (
          !(await until(
            async () => (await world.count('select count(*) as n from actions where description = any($1)', [written[BEN]])) === runs + 1,
          ))
        )
          broken.push('what the second person wrote did not arrive')
        const early = await world.count('select count(*) as n from actions where description = any($1)', [written[ANN].slice(-2)])
        if (early > 0) broken.push(`${early} of the first person’s were sent while the second was signed in`)
        for (const [place, text] of Object.entries(await readDevice(page))) {
          const isAnns = place.startsWith(`trailwarden-${ann.id}`)
          // What waits, and what it stands on, is kept for the first person; the rest of theirs is gone.
          if (isAnns && !/ (outbox|meta|sent|drafts|photos|attention)$/.test(place) && text !== '[]')
            broken.push(`${place} still holds ${text.slice(0, 200)}`)
          if (!isAnns && written[ANN].slice(-2).some((description) => text.includes(description)))
            broken.push(`${place} holds the first person’s words`)
          if (place === 'localStorage' && text.includes(ann.email)) broken.push('the first person’s address is still kept')
          if (place.startsWith('cache') && text !== '[]') broken.push(`${place} holds ${text.slice(0, 200)}`)
        }
        const shown = await page.locator('body').textContent()
        if (written[ANN].slice(-2).some((description) => shown?.includes(description)))
          broken.push('the second person sees what the first wrote')
        await logOut()

        await signIn(page, world.address, ANN)
        if (!(await until(async () => (await countWaiting(page)) === 0)))
          broken.push('the first person’s queue did not drain after their return')
        await logOut()
      }
      const { rows } = await world.pool.query<{ description: string; email: string; n: number }>(
        `select a.description, min(p.email) as email, count(*)::int as n from actions a join people p on p.id = a.created_by
         where a.description = any($1) group by a.description`,
        [[...written[ANN], ...written[BEN]]],
      )
      for (const { description, email } of rows) if (!description.startsWith(email)) broken.push(`“${description}” was sent as ${email}`)
      const doubled = rows.filter(({ n }) => n > 1).length
      const lost = written[ANN].length + written[BEN].length - rows.length
      return { runs, lost, doubled, broken, figures: { written: written[ANN].length + written[BEN].length } }
    } finally {
      await device.remove()
      await world.close()
    }
  },
}
