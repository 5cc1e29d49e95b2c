import type { BrowserContext, Page, Worker } from '@playwright/test'
import { runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { openPushService, type PushPhone, type PushService, pushKeys } from '@trailwarden/testkit/servers/push-service'
import { expectAccessible } from '../helpers/axe.ts'
import { test as anyTest, expect } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'
import { openDelivery } from '../helpers/status-posts.ts'

const KEYS = pushKeys()

/** Alerts need an app with push keys. */
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
      const app = await runDeployedApp({ SMTP_URL: mailbox.url, ...KEYS, NODE_ENV: 'development', OUTBOUND_LOOPBACK: 'true' })
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
})

/** The browser's external push service isn't available in a test. */
async function subscribesAt(context: BrowserContext, { subscription }: PushPhone) {
  await context.grantPermissions(['notifications'])
  await context.addInitScript((json) => {
    const made = { ...json, options: { applicationServerKey: null }, toJSON: () => json, unsubscribe: async () => true }
    let current: typeof made | null = null
    Object.assign(window, { asked: 0 })
    Notification.requestPermission = async () => {
      Object.assign(window, { asked: (window as unknown as { asked: number }).asked + 1 })
      return 'granted'
    }
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    PushManager.prototype.getSubscription = async () => current as unknown as PushSubscription | null
    PushManager.prototype.subscribe = async () => {
      current = made
      return made as unknown as PushSubscription
    }
  }, subscription)
}

/** A headless browser can't display notifications. */
async function watchNotifications(worker: Worker) {
  await worker.evaluate(() => {
    const scope = self as unknown as {
      registration: { showNotification: (title: string, options: object) => Promise<void> }
      clients: { openWindow: (url: string) => Promise<null> }
      shown: object[]
      opened: string[]
    }
    Object.assign(scope, { shown: [], opened: [] })
    scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options })
    scope.clients.openWindow = async (url) => {
      scope.opened.push(String(url))
      return null
    }
  })
  type Shown = { title: string; body: string; tag: string; actions: { action: string }[] }
  return {
    /** A closed page still counts briefly as a window of the service worker. */
    pages: () =>
      worker.evaluate(
        async () =>
          (
            await (self as unknown as { clients: { matchAll(options: object): Promise<object[]> } }).clients.matchAll({
              includeUncontrolled: true,
            })
          ).length,
      ),
    shown: () => worker.evaluate(() => (self as unknown as { shown: Shown[] }).shown),
    opened: () => worker.evaluate(() => (self as unknown as { opened: string[] }).opened),
    tap: (action = '') =>
      worker.evaluate((name) => {
        const scope = self as unknown as EventTarget & { shown: { data: object }[] }
        const event = Object.assign(new Event('notificationclick'), {
          action: name,
          notification: { data: scope.shown.at(-1)?.data, close: () => undefined },
          waitUntil: () => undefined,
        })
        scope.dispatchEvent(event)
      }, action),
  }
}

/** The page is visible before the app runs, so a tap may be lost. */
const openFollow = (page: Page) =>
  expect(async () => {
    const dialog = page.getByRole('dialog', { name: 'Follow Bay of Fires' })
    // If the dialog has opened late, it covers the button.
    if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Follow', exact: true }).click({ timeout: 2000 })
    await expect(dialog).toBeVisible({ timeout: 2000 })
  }).toPass()

test('ALERTS a rider follows a trail with one tap, gets a push when it closes, taps it and sees the section marked, even offline', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context, browser, app, service }) => {
  const phone = service.aPhone()
  await subscribesAt(context, phone)
  await page.goto('/trails/bay-of-fires')
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked)
  await openFollow(page)
  const dialog = page.getByRole('dialog', { name: 'Follow Bay of Fires' })
  await expect(dialog.getByRole('link', { name: 'By email' })).toBeVisible()
  await expectAccessible(page, 'the dialog of Follow')
  // The app hasn't requested permission from the browser yet.
  expect(await asked()).toBe(0)
  await dialog.getByRole('button', { name: /On this/ }).click()
  await expect(page.getByRole('button', { name: 'Following' })).toBeVisible()
  expect(await asked()).toBe(1)

  const office = await browser.newContext({ baseURL: app.url })
  const manager = await office.newPage()
  await logIn(manager, 'manager', '/updates/add')
  const network = manager.getByRole('region', { name: 'Bay of Fires', exact: true })
  await network.getByRole('radio', { name: 'Open', exact: true }).check()
  await network.getByText('Trails in Bay of Fires').click()
  await network.getByRole('group', { name: 'Status of Bay of Fires' }).nth(1).getByRole('radio', { name: 'Partially Open' }).check()
  await network.getByLabel('From post').selectOption('BF17')
  await network.getByLabel('To post').selectOption('BF19')
  await network.getByLabel('Why').fill('Storm damage')
  await manager.getByRole('main').getByRole('button', { name: 'Send' }).click()
  await expect(manager.getByRole('dialog')).toContainText('This will be sent to 0 people by email and to 1 phone.')
  await manager.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(manager).toHaveURL(/\/updates\/view\//)
  // The manager's device sends the update a few moments later.
  await expect.poll(() => phone.received.length, { timeout: 30_000 }).toBe(1)
  await office.close()
  expect(service.problems).toEqual([])
  const deliver = await openDelivery(page, app.url)
  const notifications = await watchNotifications(worker)
  await page.goto('about:blank')
  await expect.poll(notifications.pages).toBe(0)
  await deliver(phone.received[0]?.text ?? '')
  await expect
    .poll(notifications.shown)
    .toMatchObject([{ title: 'Bay of Fires closed between BF17 and BF19', body: 'Storm damage.', tag: 'trail bay-of-fires' }])
  await expect.poll(() => worker.evaluate(async () => (await caches.match('/api/public/status')) !== undefined)).toBe(true)
  await notifications.tap()
  await expect.poll(notifications.opened).toEqual([`${app.url}/trails/bay-of-fires`])
  // No page has been open since the push, and the phone is now offline, so the data comes from the push.
  await context.setOffline(true)
  await page.goto('/trails/bay-of-fires')
  await expect(page.getByRole('region', { name: 'Emergency posts' })).toContainText('Closed between BF17 and BF19')
  await context.setOffline(false)
  await notifications.tap('unfollow')
  await expect
    .poll(async () => (await fetch(`${app.url}/api/alerts/${JSON.parse(phone.received[0]?.text ?? '{}').alertsId}`)).status)
    .toBe(404)
})

test('ALERTS the screen has a switch for each network and ends all alerts with one tap; without push support, it explains why and offers email', {
  tag: '@service-worker',
}, async ({ page, context, service }) => {
  await subscribesAt(context, service.aPhone())
  await page.goto('/alerts')
  await page.getByRole('switch', { name: /^St Helens/ }).check()
  await page.getByRole('switch', { name: /^On this/ }).click()
  await expect(page.getByText(/^Alerts are on for this/)).toBeVisible()
  await page.getByRole('switch', { name: /^Reopenings/ }).click()
  await expect(page.getByRole('switch', { name: /^Reopenings/ })).not.toBeChecked()
  await expectAccessible(page, 'alerts')
  await page.reload()
  await expect(page.getByRole('switch', { name: /^Reopenings 7 am to 9 pm only/ })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: /^St Helens/ })).toBeChecked()
  await page.getByRole('button', { name: /^Stop all alerts/ }).click()
  await expect(page.getByText(/^Alerts are off for this/)).toBeVisible()
  await expect(page.getByRole('switch', { name: /^On this/ })).not.toBeChecked()
})

test('ALERTS an iPhone without the installed app prompts the rider to install it first, and offers email', {
  tag: '@service-worker',
}, async ({ browser, app }) => {
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1'
  const context = await browser.newContext({ baseURL: app.url, userAgent: iPhone, viewport: { width: 320, height: 700 } })
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager')
  })
  const page = await context.newPage()
  await page.goto('/trails/bay-of-fires')
  await openFollow(page)
  await expect(page.getByText('To get alerts, install the app first.')).toBeVisible()
  await page.getByRole('link', { name: 'By email' }).click()
  await expect(page.getByRole('switch', { name: /^Bay of Fires Only this trail/ })).toBeChecked()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectAccessible(page, 'alerts on an iPhone')
  await context.close()
})
