import { type BrowserContext, test as base } from '@playwright/test'
import { type RunningApp, runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { type Mailbox, openMailbox } from '@trailwarden/testkit/servers/mailbox'
import { createActionsCleaner } from './actions-cleaner.ts'
import { makeOlder } from './older-browser.ts'

export { expect } from '@playwright/test'

function watch(context: BrowserContext, pageErrors: string[]) {
  context.on('weberror', (error) => pageErrors.push(`error in the page: ${error.error().message}`))
  context.on('console', (message) => {
    // E2e tests disconnect the network, so failed requests are expected.
    if (message.type() === 'error' && !/net::ERR_|Failed to load resource|EventSource's response/.test(message.text()))
      pageErrors.push(message.text())
  })
}

/** All e2e tests share one IP address and log in more often than any person. */
const MANY_TRIES = {
  SIGN_IN_TRIES_PER_ACCOUNT: '10000',
  SIGN_IN_TRIES_PER_ADDRESS: '10000',
  SIGN_IN_TRIES_FROM_ANYWHERE: '10000',
  REGISTRATIONS_PER_ADDRESS: '10000',
  ACCOUNT_REQUESTS_PER_ADDRESS: '10000',
}

/**
 * Tests with this tag use the app offline, receive pushes or update the app. The others block the service worker, whose installation stores
 * 200 files and takes a third of the CPU time of a short test.
 */
const SERVICE_WORKER = '@service-worker'

export type ProjectOptions = { isOlderBrowser: boolean }

/** Core tests with these tags also run in the oldest supported browser. */
export const OLDER_BROWSER_TOO = { tag: ['@core', '@older-browser', SERVICE_WORKER] }

type Fixtures = ProjectOptions & { pageErrors: string[]; privateApp: RunningApp; withoutOtherActions: undefined }
type WorkerFixtures = { app: RunningApp; mailbox: Mailbox; deleteActions: () => Promise<void> }
export const test = base.extend<Fixtures, WorkerFixtures>({
  isOlderBrowser: [false, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the destructuring
  serviceWorkers: async ({}, use, { tags }) => use(tags.includes(SERVICE_WORKER) ? 'allow' : 'block'),
  context: async ({ context, isOlderBrowser }, use) => {
    if (isOlderBrowser) await makeOlder(context)
    await use(context)
  },
  /** All apps of a worker share one mailbox. */
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the destructuring
    async ({}, use) => {
      const mailbox = await openMailbox()
      await use(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  /** All tests of a worker share one app, except tests that stop it. */
  app: [
    async ({ mailbox }, use) => {
      const app = await runDeployedApp({ SMTP_URL: mailbox.url, ...MANY_TRIES })
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
  deleteActions: [
    async ({ app, playwright }, use) => {
      const request = await playwright.request.newContext({
        baseURL: app.url,
        ignoreHTTPSErrors: true,
        extraHTTPHeaders: { origin: app.url },
      })
      await use(createActionsCleaner(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  withoutOtherActions: [
    async ({ deleteActions }, use) => {
      await deleteActions()
      await use(undefined)
    },
    { auto: true },
  ],
  /** The test may stop and start this app. */
  privateApp: async ({ mailbox }, use) => {
    const app = await runDeployedApp({ SMTP_URL: mailbox.url, ...MANY_TRIES })
    await use(app)
    await app.stop()
  },
  baseURL: async ({ app }, use) => use(app.url),
  pageErrors: [
    async ({ context }, use) => {
      const pageErrors: string[] = []
      watch(context, pageErrors)
      await use(pageErrors)
      base.expect(pageErrors).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * `E2E_FULL=1 npm run e2e` covers every file, view and location in the few tests that iterate over many. By default, some of each kind find
 * most problems in a tenth of the time.
 */
export const IS_FULL = process.env.E2E_FULL === '1'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }
