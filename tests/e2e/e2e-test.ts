/** What every e2e test starts from: a running app, and a browser in which no error and no policy violation goes unnoticed. */
import { type BrowserContext, test as base } from '@playwright/test'
import { type Mailbox, openMailbox } from '@trailwarden/testkit/mailbox'
import { type RunningApp, runApp } from '@trailwarden/testkit/running-app'
import { makeOlder } from './older-browser.ts'

export { expect } from '@playwright/test'

function watch(context: BrowserContext, pageErrors: string[]) {
  context.on('weberror', (error) => pageErrors.push(`error in the page: ${error.error().message}`))
  context.on('console', (message) => {
    // Requests that fail because an e2e test took the network away are expected.
    if (message.type() === 'error' && !/net::ERR_|Failed to load resource|EventSource's response/.test(message.text()))
      pageErrors.push(message.text())
  })
}

/** All e2e tests come from one address, and sign in more often than any person does. */
const MANY_TRIES = {
  SIGN_IN_TRIES_PER_ACCOUNT: '10000',
  SIGN_IN_TRIES_PER_ADDRESS: '10000',
  SIGN_IN_TRIES_FROM_ANYWHERE: '10000',
  REGISTRATIONS_PER_ADDRESS: '10000',
}

export type ProjectOptions = { isOlderBrowser: boolean }

/** Tests that are run a second time in a browser as old as the app supports. */
export const OLDER_BROWSER_TOO = { tag: '@older-browser' }

type Fixtures = ProjectOptions & { pageErrors: string[]; privateApp: RunningApp }
export const test = base.extend<Fixtures, { app: RunningApp; mailbox: Mailbox }>({
  isOlderBrowser: [false, { option: true }],
  context: async ({ context, isOlderBrowser }, use) => {
    if (isOlderBrowser) await makeOlder(context)
    await use(context)
  },
  /** Where the emails of a worker's apps arrive. */
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the destructuring
    async ({}, use) => {
      const mailbox = await openMailbox()
      await use(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  /** One app for all e2e tests of a worker that do not stop it. */
  app: [
    async ({ mailbox }, use) => {
      const app = await runApp({ SMTP_URL: mailbox.url, ...MANY_TRIES })
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
  /** An app of the test's own, to stop and start. */
  privateApp: async ({ mailbox }, use) => {
    const app = await runApp({ SMTP_URL: mailbox.url, ...MANY_TRIES })
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
 * `E2E_FULL=1 npm run e2e` tries every file, view and place of the few tests that go through many; every day they go through some of
 * each kind, which is most of what they find in a tenth of the time.
 */
export const IS_FULL = process.env.E2E_FULL === '1'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }
