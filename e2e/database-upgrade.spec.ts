import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { anotherVersion, withAnotherDatabase } from './app-versions.ts'
import { fillLogin } from './people.ts'
import { expect, test } from './story.ts'

/** Signs in and records an Action without signal: from then on it is on this device only. */
async function recordOffline(page: Page, url: string, words: string) {
  await page.goto(`${url}/login?next=/actions/add`)
  await fillLogin(page, 'member@example.org')
  await page.getByLabel('Brief description of problem').fill(words)
  await page.getByRole('radio').first().check()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/1 saved on this/)).toBeVisible()
}

const databaseVersion = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).find(({ name }) => name?.startsWith('trailwarden-'))?.version)

test('R14 a browser killed in the middle of an upgrade of the database has lost nothing: the upgrade is done again, and what waited is sent', async ({
  privateApp,
}) => {
  test.slow()
  const profile = await mkdtemp(join(tmpdir(), 'profile-'))
  const endless = await anotherVersion(
    '2.10',
    withAnotherDatabase("globalThis.isUpgrading = true; for (;;) await tx.table('outbox').toArray()"),
  )
  const good = await anotherVersion('2.11', withAnotherDatabase(''))
  const { launchOptions } = test.info().project.use
  const open = () => chromium.launchPersistentContext(profile, { ...launchOptions, viewport: { width: 390, height: 844 } })

  const first = await open()
  await recordOffline(await first.newPage(), privateApp.url, 'Bridge without a rail')
  await first.close()
  await privateApp.stop()
  await privateApp.start({ WEB_DIST: endless })

  const second = await open()
  const page = await second.newPage()
  const devtools = await second.newCDPSession(page)
  // The new version at once, as after a reload that goes around the worker.
  await devtools.send('Network.setBypassServiceWorker', { bypass: true })
  await page.goto(`${privateApp.url}/actions/mine`)
  await expect.poll(() => page.evaluate(() => 'isUpgrading' in window)).toBe(true)
  const gone = new Promise((closed) => second.once('close', closed))
  await devtools.send('Browser.crash').catch(() => {})
  await gone
  await privateApp.stop()
  await privateApp.start({ WEB_DIST: good })

  const third = await open()
  const after = await third.newPage()
  await (await third.newCDPSession(after)).send('Network.setBypassServiceWorker', { bypass: true })
  await after.goto(`${privateApp.url}/actions/mine`)
  await expect(after.getByText('Bridge without a rail')).toHaveCount(1)
  await expect(after.getByText(/saved on this/)).toBeHidden({ timeout: 30_000 })
  expect(await databaseVersion(after)).toBe(20)
  await third.close()
  for (const folder of [profile, endless, good]) await rm(folder, { recursive: true, force: true })
})

test('R14 a newer version in a second tab upgrades the database; the old tab says that it must be reloaded, and its unsent words are there', async ({
  page,
  context,
  privateApp,
}) => {
  const newer = await anotherVersion('2.11', withAnotherDatabase(''))
  await recordOffline(page, privateApp.url, 'Post leaning over')
  await privateApp.stop()
  await privateApp.start({ WEB_DIST: newer })
  const second = await context.newPage()
  await (await context.newCDPSession(second)).send('Network.setBypassServiceWorker', { bypass: true })
  await context.setOffline(false)
  await second.goto(`${privateApp.url}/actions/mine`)
  await expect(second.getByText('Version 2.11')).toBeVisible()
  await expect(second.getByText('Post leaning over')).toHaveCount(1)
  await expect(page.getByText('A newer version is open in another tab. Reload this one.')).toBeVisible()
  await expect(second.getByText(/saved on this/)).toBeHidden({ timeout: 30_000 })
  await rm(newer, { recursive: true })
})
