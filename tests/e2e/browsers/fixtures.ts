/** Every page error fails the test. */
import { test as base } from '@playwright/test'
import { runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { freePort } from '@trailwarden/testkit/database/postgres'
import { startFirefox } from './firefox.ts'
import { type Front, openFront } from './https-front.ts'
import { createScreen, type Screen } from './screen.ts'
import { startWebKit } from './webkit.ts'

export { expect } from '@playwright/test'

const START = { webkit: startWebKit, firefox: startFirefox }

export type Options = { engine: keyof typeof START }

/** All tests log in from one IP address. */
const MANY_TRIES = { SIGN_IN_TRIES_PER_ACCOUNT: '10000', SIGN_IN_TRIES_PER_ADDRESS: '10000' }

/** A page that is closed while it loads another part of the app reports this error, but nobody sees the page. */
const OF_A_PAGE_THAT_IS_LEFT = /Importing a module script failed|error loading dynamically imported module/

export const test = base.extend<{ person: Screen }, Options & { front: Front }>({
  engine: ['webkit', { option: true, scope: 'worker' }],
  front: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the destructuring
    async ({}, use) => {
      const port = await freePort()
      const app = await runDeployedApp({ PUBLIC_URL: `https://localhost:${port}`, ...MANY_TRIES })
      const front = await openFront(app.url, port)
      await use(front)
      front.close()
      await app.stop()
    },
    { scope: 'worker' },
  ],
  person: async ({ engine, front }, use, info) => {
    const driver = await START[engine]()
    info.annotations.push({ type: 'browser', description: driver.name })
    front.restore()
    front.errors.length = 0
    await use(createScreen(driver, front.url))
    await driver.close()
    front.restore()
    base.expect(front.errors.filter((one) => !OF_A_PAGE_THAT_IS_LEFT.test(one))).toEqual([])
  },
})
