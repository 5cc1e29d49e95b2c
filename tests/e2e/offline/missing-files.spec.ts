/** Trail status and Emergency must work on a first visit even if one of the build's files fails to load. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { RunningApp } from '@trailwarden/testkit/app/running-app'
import { expect, IS_FULL, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

const AT_ONCE = 3
/** A page that requests no file for this long has loaded fully. */
const QUIET_MS = 400

/** The tests cause errors, so they have a separate context. The service worker would cache every file. */
const visit = (browser: Browser, app: RunningApp) => browser.newContext({ serviceWorkers: 'block', baseURL: app.url, viewport: PHONE })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitUntilQuiet(page)
}

async function waitUntilQuiet(page: Page): Promise<void> {
  let last = Date.now()
  const note = () => {
    last = Date.now()
  }
  page.on('request', note).on('requestfinished', note).on('requestfailed', note)
  await expect.poll(() => Date.now() - last, { intervals: [50], timeout: 30_000 }).toBeGreaterThan(QUIET_MS)
  page.off('request', note).off('requestfinished', note).off('requestfailed', note)
}

const call = (page: Page) => page.locator('a[href="tel:000"]:visible').first()
const emergency = (page: Page) => page.getByRole('link', { name: 'Emergency', exact: true })
const status = (page: Page) =>
  page.getByRole('region', { name: 'Trails Information' }).getByRole('listitem').filter({ hasText: 'Dreaming Pools' })

async function statusThenEmergency(page: Page, path: string): Promise<void> {
  await expect(page.getByText('Unexpected Application Error')).toHaveCount(0)
  if (path === '/emergency') {
    await expect(call(page)).toBeVisible()
    await page.getByRole('link', { name: 'Close' }).click()
    await expect(page).toHaveURL('/')
  } else if (path !== '/') {
    await expect(emergency(page)).toBeVisible()
    // If the app hasn't started, the server-rendered home shows the status.
    if (!(await status(page).isVisible())) await page.getByRole('link', { name: 'Home', exact: true }).click()
  }
  await expect(status(page)).toContainText('Closed')
  // A tap is lost while the app replaces the server-rendered home.
  await waitUntilQuiet(page)
  await emergency(page).click()
  await expect(call(page)).toBeVisible()
}

async function filesOf(context: BrowserContext, path: string): Promise<string[]> {
  const page = await context.newPage()
  const files = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/')) files.add(pathname)
  })
  await open(page, path)
  await statusThenEmergency(page, path)
  await waitUntilQuiet(page)
  await page.close()
  return [...files]
}

/** Null means that no content is missing. */
async function tryWithout(context: BrowserContext, path: string, file: string): Promise<string | null> {
  const page = await context.newPage()
  try {
    await page.route(`**${file}`, (route) => route.abort())
    await open(page, path)
    await statusThenEmergency(page, path)
    return null
  } catch (error) {
    return `${path} without ${file}: ${error instanceof Error ? error.message.slice(0, 1500) : error}`
  } finally {
    await page.close()
  }
}

const PAGES = [
  { path: '/', isSignedIn: false },
  { path: '/map', isSignedIn: false },
  { path: '/actions/outstanding', isSignedIn: true },
  { path: '/emergency', isSignedIn: false },
]

for (const { path, isSignedIn } of PAGES)
  test(`SEC-H5 ${path} still shows trail status and Emergency if any single build file is missing`, { tag: '@service-worker' }, async ({
    browser,
    app,
  }) => {
    test.setTimeout(240_000)
    const context = await visit(browser, app)
    if (isSignedIn) {
      const page = await context.newPage()
      await logIn(page, 'manager')
      await page.close()
    }
    const files = await filesOf(context, path)
    // An incomplete list would test too little. It must contain the app's entry, files loaded later, and the Emergency layer.
    expect(files.length).toBeGreaterThan(3)
    const failures: string[] = []
    // The first file imports the others. Unless this is a full run, every fifth file after it is enough.
    const left = files.filter((_, i) => IS_FULL || i % 5 === 0)
    const tried = left.length
    const work = async () => {
      for (let file = left.pop(); file; file = left.pop()) {
        const failure = await tryWithout(context, path, file)
        if (failure) failures.push(failure)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    console.log(`SEC-H5 ${path}: ${files.length} files, ${tried} tried, ${failures.length} failures`)
    expect(failures).toEqual([])
    await context.close()
  })

test('SEC-H5 a menu or screen whose file fails to load reports it, and opens on the next attempt', {
  tag: ['@core', '@service-worker'],
}, async ({ browser, app }) => {
  const context = await visit(browser, app)
  const page = await context.newPage()
  await open(page, '/')
  await page.route('**/phone-menu-*.js', (route) => route.abort())
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByText('Couldn’t load this. Check your connection and try again.')).toBeVisible()
  await expect(status(page)).toBeVisible()
  await page.unroute('**/phone-menu-*.js')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Main menu' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.route('**/guide-screen-*.js', (route) => route.abort())
  await page.getByRole('link', { name: /^Emergency Info/ }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong on this screen' })).toBeVisible()
  await expect(emergency(page)).toBeVisible()
  await page.unroute('**/guide-screen-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').or(page.getByRole('main').getByRole('heading')).first()).toBeVisible()
  await expect(page.getByText('Something went wrong on this screen')).toHaveCount(0)
  await context.close()
})

test('SEC-H5 a screen that can’t read the device’s data shows an error with Try again instead of staying empty', {
  tag: '@service-worker',
}, async ({ browser, app }) => {
  const context = await visit(browser, app)
  const page = await context.newPage()
  await logIn(page, 'manager')
  await context.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...asked: Parameters<typeof transaction>) {
      if (sessionStorage.getItem('broken')) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
      return transaction.apply(this, asked)
    }
  })
  await page.evaluate(() => sessionStorage.setItem('broken', 'yes'))
  for (const path of ['/management/users', '/actions/outstanding', '/waiting', '/account/details']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Something went wrong on this screen' }), path).toBeVisible()
    await expect(emergency(page), path).toBeVisible()
  }
  await page.goto('/management/users')
  await expect(page.getByRole('heading', { name: 'Something went wrong on this screen' })).toBeVisible()
  await page.evaluate(() => sessionStorage.removeItem('broken'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Edit Max Manager' })).toBeVisible()
  await context.close()
})

test('SEC-H5 an emergency page whose script throws keeps its server-rendered content, and the app’s layer falls back to that page', {
  tag: '@service-worker',
}, async ({ browser, app }) => {
  const context = await visit(browser, app)
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'geolocation', {
      get() {
        throw new Error('thrown on purpose')
      },
    })
  })
  const page = await context.newPage()
  for (const path of ['/emergency', '/m/BF17']) {
    await page.goto(path)
    await waitUntilQuiet(page)
    await expect(call(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: /^(Emergency|post BF17)$/i })).toBeVisible()
  }
  await open(page, '/')
  await emergency(page).click()
  await expect(page).toHaveURL('/emergency')
  await expect(page.locator('html[data-failed]')).toHaveCount(1)
  await expect(call(page)).toBeVisible()
  await context.close()
})

test('SEC-H5 a frame that throws shows our own page with Emergency and trail status, not the router’s error', {
  tag: '@service-worker',
}, async ({ browser, app }) => {
  const context = await visit(browser, app)
  const page = await context.newPage()
  await open(page, '/')
  // The app's frame calls this function on every render.
  await page.evaluate(() => {
    Array.prototype.findLast = () => {
      throw new Error('thrown on purpose')
    }
  })
  await page.getByRole('link', { name: /^Emergency Info/ }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong on this screen' })).toBeVisible()
  await expect(page.getByText('Unexpected Application Error')).toHaveCount(0)
  await expect(status(page)).toContainText('Closed')
  await emergency(page).click()
  await expect(call(page)).toBeVisible()
  await context.close()
})
