/**
 * R15: a hotel's login page, a proxy that serves scripts as text, or a gateway that redirects everyone responds instead of the server. The
 * installed app, its unsent changes and its downloaded maps must survive.
 */

import { randomUUID } from 'node:crypto'
import { openLine } from '@trailwarden/testkit/line/line'
import { until } from '@trailwarden/testkit/wait'
import type { FaultTest, Result } from '../fault-test.ts'
import { countWaiting, createTestDevice, errorsOf, fillInAction, openTestEnvWithApp, saveButton, signIn } from '../helpers/browser.ts'

const AMOUNT = { small: 0.4, full: 4 }
const WORKER = /^\/service-worker\.js/
const WAYS = {
  'a page for everything': {},
  'a page for the worker': { only: WORKER },
  'a worker called text': { only: WORKER, headers: { 'content-type': 'text/plain' }, body: 'self.skipWaiting()' },
  'everyone sent elsewhere': { status: 302, headers: { location: '/hotel' } },
  'sign in to this network': { status: 511 },
} as const
const MAP = 'map:north-wood:kept'
const TILE = '/tiles/topographic/12/1/1.webp'
const STARTS = 2

export const captivePortal: FaultTest = {
  name: 'R15',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnvWithApp()
    const line = await openLine(env.address)
    const device = createTestDevice()
    const broken: string[] = []
    const saved: string[] = []
    const ways = Object.entries(WAYS)
    let runs = 0
    try {
      const { browser } = await device.start()
      for (; runs < AMOUNT[size] * ways.length && !stop.aborted; runs++) {
        const [way, portal] = ways[runs % ways.length] ?? ['', {}]
        const context = await browser.newContext()
        const errors = errorsOf(context)
        const page = await context.newPage()
        await signIn(page, line.url, 'member@example.org', '/actions/add')
        await page.evaluate(
          async ([map, tile]) =>
            void (await (await caches.open(map)).put(tile, new Response('kept', { headers: { 'content-type': 'image/png' } }))),
          [MAP, TILE] as const,
        )
        const description = `portal ${randomUUID()}`
        // A portal that affects only part of the traffic would let the change through immediately, so pushes are refused first.
        line.refuse(/^\/api\/push/)
        await fillInAction(page, description)
        line.setPortal(portal)
        await saveButton(page).click()
        await page.waitForURL('**/actions/outstanding')
        saved.push(description)
        for (let start = 0; start < STARTS; start++) {
          const asked = page.waitForResponse((reply) => WORKER.test(new URL(reply.url()).pathname))
          await page.reload()
          await asked
          await page
            .getByText(description)
            .first()
            .waitFor()
            .catch(() => broken.push(`${way}: the text is not visible`))
        }
        const found = await page.evaluate(
          async ([map, tile]) => ({
            workers: (await navigator.serviceWorker.getRegistrations()).length,
            isRuled: navigator.serviceWorker.controller !== null,
            map: await caches.has(map),
            tile: await fetch(tile).then((reply) => reply.text()),
          }),
          [MAP, TILE] as const,
        )
        if (found.workers !== 1 || !found.isRuled) broken.push(`${way}: the worker is missing`)
        if (!found.map || found.tile !== 'kept') broken.push(`${way}: the map is missing`)
        if ((await countWaiting(page)) !== 1) broken.push(`${way}: the queue has changed`)
        line.setPortal(null)
        line.refuse(null)
        await page.reload()
        if (!(await until(async () => (await countWaiting(page)) === 0))) broken.push(`${way}: the queue did not drain`)
        if (errors.length > 0) broken.push(`${way}: ${errors.join('; ')}`)
        await context.close()
      }
      const { rows } = await env.pool.query<{ description: string; n: number }>(
        'select description, count(*)::int as n from actions where description = any($1) group by description',
        [saved],
      )
      const doubled = rows.filter(({ n }) => n > 1).length
      return { runs, lost: saved.length - rows.length, doubled, broken, figures: { starts: runs * STARTS } }
    } finally {
      await device.remove()
      line.close()
      await env.close()
    }
  },
}
