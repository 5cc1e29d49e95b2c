import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page, Worker } from '@playwright/test'
import { type RunningApp, runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { openPushService, type PushService, pushKeys } from '@trailwarden/testkit/servers/push-service'
import { test as anyTest, expect } from '../helpers/e2e-test.ts'
import { emailOf, PASSWORD } from '../helpers/people.ts'
import { openDelivery } from '../helpers/status-posts.ts'

const KEYS = pushKeys()
const NETWORKS = ['bay-of-fires', 'st-helens', 'dreaming-pools']
const DAY_MS = 86_400_000

type Posting = { post(status: 'Open' | 'Closed', message: string): Promise<void> }

async function createManager(url: string): Promise<Posting> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const deviceId = randomUUID()
  let n = 0
  const send = (path: string, body: object) => fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const reply = await send('/api/account/login', { email: emailOf('manager'), password: PASSWORD })
  headers.cookie = reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  async function latest() {
    let [found, cursor, more] = [{ id: '', orderNumber: 0 }, '', true]
    while (more) {
      const page = await (
        await fetch(`${url}/api/pull?cursor=${encodeURIComponent(cursor)}`, { headers: { ...headers, 'x-sync-protocol': '2' } })
      ).json()
      for (const { kind, id, data } of page.documents)
        if (kind === 'trail-update' && data.orderNumber > found.orderNumber) found = { id, orderNumber: data.orderNumber }
      ;({ cursor, more } = page)
    }
    return { basedOn: found.id, basedOnNumber: found.orderNumber }
  }
  return {
    async post(status, message) {
      n += 1
      const patch = {
        networks: Object.fromEntries(NETWORKS.map((id) => [id, { status, message }])),
        trails: {},
        closures: [],
        ...(await latest()),
      }
      const command = {
        id: randomUUID(),
        n,
        kind: 'trail-update',
        recordId: randomUUID(),
        patch,
        baseVersion: null,
        recordedAt: new Date().toISOString(),
      }
      const answer = await (await send('/api/push', { deviceId, commands: [command] })).json()
      expect(answer.answers).toMatchObject([{ commandId: command.id }])
      await expect
        .poll(async () =>
          (await (await fetch(`${url}/api/public/status`)).json()).networks.map((network: { message: string }) => network.message),
        )
        .toEqual(NETWORKS.map(() => message))
    },
  }
}

/** Each test begins with a new update, in an app that can push and be restored. */
const test = anyTest.extend<object, { service: PushService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the destructuring
    async ({}, use) => {
      const service = await openPushService(KEYS.VAPID_PUBLIC_KEY)
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ mailbox }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'device-status-'))
      const settings = {
        ...KEYS,
        NODE_ENV: 'development',
        OUTBOUND_LOOPBACK: 'true',
        BACKUP_DIR: folder,
        PHOTOS_DIR: join(folder, 'photos'),
      }
      const app = await runDeployedApp({ SMTP_URL: mailbox.url, ...settings })
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
})

const card = (page: Page) => page.getByRole('region', { name: 'Trails Information' })
const shows = (page: Page, status: 'Open' | 'Closed') =>
  expect(card(page).getByRole('listitem').locator('b')).toHaveText(NETWORKS.map(() => status))

async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
}

async function holdAnswers(page: Page) {
  const held: (() => Promise<void>)[] = []
  await page.route('**/api/public/*', async (route) => {
    const reply = await route.fetch()
    const body = await reply.body()
    await new Promise<void>((done) => held.push(async () => done()))
    await route.fulfill({ response: reply, body }).catch(() => undefined)
  })
  return { count: () => held.length, release: () => Promise.all(held.splice(0).map((answer) => answer())) }
}

const look = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('page-data') ?? '{}').status.networks[0].status)

test('STAT-9 a late response in one tab doesn’t show Open again after another tab has stored Closed', {
  tag: ['@core', '@service-worker'],
}, async ({ context, page, app }) => {
  const manager = await createManager(app.url)
  await manager.post('Open', 'All clear')
  await openHome(page)
  await shows(page, 'Open')
  const answers = await holdAnswers(page)
  await look(page)
  // The tab requests the status before the closure and gets the response after the closure.
  await expect.poll(answers.count).toBeGreaterThan(0)
  await manager.post('Closed', 'Bridge out')
  const other = await context.newPage()
  await other.goto('/')
  await shows(other, 'Closed')
  await answers.release()
  await page.unroute('**/api/public/*')
  await shows(page, 'Closed')
  expect(await stored(page)).toBe('Closed')
  await context.setOffline(true)
  await other.reload()
  await shows(other, 'Closed')
  await page.reload()
  await shows(page, 'Closed')
})

test('STAT-9 a tab that was frozen shows the status that another tab received, even offline', { tag: '@service-worker' }, async ({
  context,
  page,
  app,
}) => {
  const manager = await createManager(app.url)
  await manager.post('Open', 'All clear')
  await openHome(page)
  await shows(page, 'Open')
  // A frozen tab gets no timers, messages or storage events.
  const devtools = await context.newCDPSession(page)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  await manager.post('Closed', 'Bridge out')
  const other = await context.newPage()
  await other.goto('/')
  await shows(other, 'Closed')
  await context.setOffline(true)
  await other.close()
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  await page.bringToFront()
  await look(page)
  await shows(page, 'Closed')
})

test('STAT-9 a status received in one of two open tabs appears immediately in the other, even offline', { tag: '@service-worker' }, async ({
  context,
  page,
  app,
}) => {
  const manager = await createManager(app.url)
  await manager.post('Open', 'All clear')
  await openHome(page)
  await page.route('**/api/public/*', (route) => route.abort())
  const other = await context.newPage()
  await other.goto('/')
  await shows(page, 'Open')
  await manager.post('Closed', 'Bridge out')
  await shows(other, 'Closed')
  await shows(page, 'Closed')
})

/** The worker's own requests fail, so that it can only use the push. */
async function watchWorker(worker: Worker) {
  await worker.evaluate(() => {
    const scope = self as unknown as {
      registration: { showNotification: (title: string) => Promise<void> }
      shown: { title: string; stored: string | undefined }[]
      fetch: typeof fetch
    }
    scope.shown = []
    scope.fetch = async () => {
      throw new TypeError('no signal')
    }
    scope.registration.showNotification = async (title) => {
      const reply = await caches.match('/api/public/status')
      scope.shown.push({ title, stored: reply && (await reply.json()).networks[1].status })
    }
  })
  return () => worker.evaluate(() => (self as unknown as { shown: object[] }).shown)
}

async function follow(context: BrowserContext, app: RunningApp, service: PushService) {
  const phone = service.aPhone()
  const reply = await fetch(`${app.url}/api/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ ...phone.subscription, networks: ['st-helens'], trails: [] }),
  })
  expect(reply.status).toBe(201)
  await context.addInitScript(() => {
    const followed = { id: '0', endpoint: '', networks: ['st-helens'], trails: [] }
    if (location.origin !== 'null') localStorage.setItem('alerts', JSON.stringify(followed))
  })
  return phone
}

test('STAT-9 a push is stored before it’s shown; the open page and the next start both show it even if every request fails', {
  tag: ['@core', '@service-worker'],
}, async ({ context, page, app, service }) => {
  const manager = await createManager(app.url)
  await manager.post('Open', 'All clear')
  const phone = await follow(context, app, service)
  await openHome(page)
  await shows(page, 'Open')
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const deliver = await openDelivery(page, app.url)
  const shown = await watchWorker(worker)
  await page.route('**/api/**', (route) => route.abort())
  await manager.post('Closed', 'Bridge out')
  const closed = () => phone.received.find(({ text }) => JSON.parse(text).status?.networks[1].status === 'Closed')
  await expect.poll(closed, { timeout: 30_000 }).toBeDefined()
  expect(service.problems).toEqual([])
  await context.setOffline(true)
  await deliver(closed()?.text ?? '')
  await expect.poll(shown).toEqual([{ title: JSON.parse(closed()?.text ?? '{}').title, stored: 'Closed' }])
  await shows(page, 'Closed')
  // When it starts, the page doesn't show Open even for a moment.
  const next = await context.newPage()
  await next.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      for (const word of document.querySelectorAll('[aria-labelledby=trails-information] li b'))
        if (getComputedStyle(word).visibility === 'visible') seen.push(word.textContent ?? '')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await page.evaluate(() => {
    const data = JSON.parse(localStorage.getItem('page-data') ?? '{}')
    data.status = {
      ...data.status,
      orderNumber: 0,
      networks: data.status.networks.map((network: object) => ({ ...network, status: 'Open' })),
    }
    localStorage.setItem('page-data', JSON.stringify(data))
  })
  await page.close()
  await next.goto('/')
  await shows(next, 'Closed')
  expect(new Set(await next.evaluate(() => (window as unknown as { seen: string[] }).seen))).toEqual(new Set(['Closed']))
})

test('STAT-9 after a restore to a backup made before a closure, the device shows Closed until a manager publishes again', {
  tag: '@service-worker',
}, async ({ page, app }) => {
  const manager = await createManager(app.url)
  await manager.post('Open', 'All clear')
  expect(app.run('apps/server/src/ops.ts', 'backup')).toMatchObject({ status: 0 })
  await manager.post('Closed', 'Bridge out')
  await openHome(page)
  await shows(page, 'Closed')
  await app.stop()
  expect(app.run('apps/server/src/ops.ts', 'restore', '--replace')).toMatchObject({ status: 0 })
  await app.start()
  const answer = await (await fetch(`${app.url}/api/public/status`)).json()
  expect(answer.networks[0]).toMatchObject({ status: null, message: 'Not confirmed since a system restore' })
  const answered = page.waitForResponse((reply) => reply.url().endsWith('/api/public/status') && reply.ok())
  await look(page)
  await answered
  // The page writes this value once it has processed the response.
  await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('page-data') ?? '{}').status.epoch)).toBe(answer.epoch)
  await shows(page, 'Closed')
  await page.reload()
  await shows(page, 'Closed')
  const again = await createManager(app.url)
  await again.post('Open', 'Looked at again')
  await expect(card(page)).toContainText('Looked at again')
  await shows(page, 'Open')
})

/** Only pages opened from now on have the shifted clock. */
const setClock = (context: BrowserContext, offMs: number) =>
  context.addInitScript((off) => {
    const now = Date.now
    const Wrong = class extends Date {
      constructor(...args: [] | [string | number]) {
        if (args.length === 0) super(now() + off)
        else super(args[0])
      }
      static override now = () => now() + off
    }
    Object.assign(globalThis, { Date: Wrong })
  }, offMs)

const BACKDATE = `import('pg').then(async ({ default: pg }) => {
  const db = new pg.Client(process.env.DATABASE_URL)
  await db.connect()
  await db.query("set session_replication_role = 'replica'")
  await db.query("update trail_updates set created_at = created_at - interval '10 days'")
  await db.end()
})`

test('STAT-12 on a device whose clock is 40 days behind, no screen confirms a 10-day-old status, online or offline', {
  tag: '@service-worker',
}, async ({ context, app }) => {
  const manager = await createManager(app.url)
  await manager.post('Open', 'All clear')
  expect(app.run('-e', BACKDATE).status).toBe(0)
  const { postedAt } = await (await fetch(`${app.url}/api/public/status`)).json()
  expect(Date.now() - Date.parse(postedAt)).toBeGreaterThan(10 * DAY_MS - 1)
  await setClock(context, -40 * DAY_MS)
  const page = await context.newPage()
  await openHome(page)
  const check = async () => {
    await page.goto('/')
    await expect(card(page).getByRole('listitem').locator('b')).toHaveText(NETWORKS.map(() => 'Not confirmed for 10 days'))
    await expect(card(page)).not.toContainText(/just now|\bago\b/i)
    await expect(page.getByRole('main').getByRole('link', { name: /Open map/ })).toContainText('Dreaming Pools')
    await expect(page.locator('[data-status="Open"]')).toHaveCount(0)
    await page.goto('/trails')
    await expect(page.getByText('Not confirmed for 10 days').first()).toBeVisible()
    await page.goto('/trails/bay-of-fires')
    await expect(page.getByText('Not confirmed for 10 days').first()).toBeVisible()
    await expect(page.getByText(/^Open$/)).toHaveCount(0)
    await page.goto('/map?show=trails:bay-of-fires')
    await expect(page.getByText('Not confirmed for 10 days').first()).toBeVisible()
  }
  await check()
  await context.setOffline(true)
  await check()
  // The server renders the frame with absolute times, so the frame doesn't depend on the device's clock.
  const frame = await (await fetch(`${app.url}/embed/status`)).text()
  expect(frame).toContain('Not confirmed since')
})
