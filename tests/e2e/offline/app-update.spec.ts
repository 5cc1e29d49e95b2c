import { rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

import { anotherVersion } from '@trailwarden/testkit/app/app-versions'
import { readCertificate } from '@trailwarden/testkit/app/certificate'
import { VERSION_LABEL } from '@trailwarden/testkit/app/version-label'
import { openLine } from '@trailwarden/testkit/line/line'
import { chooseArea } from '../helpers/actions.ts'
import { test as base, DESKTOP, expect } from '../helpers/e2e-test.ts'
import { expectClosesByBack, layersInHistory } from '../helpers/layers.ts'
import { openDeviceMenu } from '../helpers/menu.ts'
import { fillLogin } from '../helpers/people.ts'
import { toastsOf } from '../helpers/toasts.ts'

const test = base.extend<object, { newer: string }>({
  newer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the destructuring
    async ({}, use) => {
      const folder = await anotherVersion('2.10')
      await use(folder)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})

async function visit(page: Page, url: string) {
  await page.goto(url)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => loads++)
  return () => loads
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'A new version is ready' })

test('PWA-02 SHELL-03 SHELL-12 NAV-B1 a new version shows a badge and a dialog that Back and Escape close; Restart or Update activates it, and the page reloads once', {
  tag: ['@core', '@service-worker'],
}, async ({ page, privateApp, newer }) => {
  await page.setViewportSize(DESKTOP)
  const toasts = await toastsOf(page)
  await visit(page, privateApp.url)
  await expect(page.getByText(`Version ${VERSION_LABEL}`)).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: /^This / }).click()
  for (const name of ['Update', 'Install app', 'Offline maps']) await expect(menu.getByRole('button', { name, exact: true })).toBeVisible()
  await menu.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('No update to install yet. Try again later.')).toBeVisible()
  await expect.poll(() => toasts).toEqual(['Updating…', 'No update to install yet. Try again later.'])

  await privateApp.stop()
  await privateApp.start({ WEB_DIST: newer })
  await page.reload()
  await expect(dialogOf(page)).toContainText('Restart to update. Nothing you’ve saved will be lost.')
  // The app shows the dialog once per start, so the test restarts the app before it tries Escape.
  await expectClosesByBack(page, 'app/shell/prompts.tsx', async () => dialogOf(page), { byEscape: false })
  await page.reload()
  await expect(dialogOf(page)).toBeVisible()
  await expect.poll(() => layersInHistory(page)).toBe(1)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect.poll(() => layersInHistory(page)).toBe(0)
  await expect(page.getByText(`Version ${VERSION_LABEL}`)).toBeVisible()
  await expect(menu.getByRole('button', { name: /^This / }).getByText('1')).toBeVisible()
  await menu.getByRole('button', { name: /^This / }).click()
  await expect(menu.getByRole('button', { name: 'Update' }).getByText('1')).toBeVisible()
  const loads = countLoads(page)
  await page.getByRole('banner').getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('You have the latest version')).toBeVisible()
  await expect(page.getByText('Version 2.10')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Update' })).toBeHidden()
  expect(loads()).toBe(1)
})

test('PWA-02 the app’s own requests don’t wake the service worker, because an active old worker would delay a new version', {
  tag: '@service-worker',
}, async ({ page, app }) => {
  await visit(page, app.url)
  await page.reload()
  const sourceOf = (path: string) =>
    page.evaluate(async (address) => {
      await (await fetch(address)).text()
      const entry = performance.getEntriesByName(new URL(address, location.href).href).at(-1)
      return (entry as (PerformanceEntry & { workerMatchedSourceType?: string }) | undefined)?.workerMatchedSourceType
    }, path)
  const [script] = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [new URL(name).pathname] : [])),
  )
  await expect.poll(() => sourceOf('/api/me')).toBe('network')
  await expect.poll(() => sourceOf('/api/public/status')).toBe('network')
  await expect.poll(() => sourceOf('/api/public/site-data')).toBe('fetch-event')
  await expect.poll(() => sourceOf(script ?? '')).toBe('cache')
})

test('PWA-02 if an update doesn’t activate, the app reports it, still works, and can retry', { tag: '@service-worker' }, async ({
  page,
  privateApp,
}) => {
  const deaf = await anotherVersion('2.11', (text) => text.replaceAll('SKIP_WAITING', 'not heard'))
  await visit(page, privateApp.url)
  await privateApp.stop()
  await privateApp.start({ WEB_DIST: deaf })
  await page.reload()
  const loads = countLoads(page)
  await dialogOf(page).getByRole('button', { name: 'Restart' }).click()
  await expect(page.getByText('No update to install yet. Try again later.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('banner').getByRole('button', { name: 'Update' })).toBeVisible()
  await expect(page.getByText(`Version ${VERSION_LABEL}`)).toBeVisible()
  expect(await page.evaluate(() => navigator.locks.query().then(({ held }) => held?.map(({ name }) => name)))).not.toContain(
    'trailwarden-busy',
  )
  expect(loads()).toBe(0)
  await rm(deaf, { recursive: true })
})

test('PWA-02 R14 unsaved edits in another tab delay an update, then both tabs reload once; unsent changes are kept', {
  tag: '@service-worker',
}, async ({ page, context, privateApp, newer }) => {
  await page.goto(`${privateApp.url}/login?next=/actions/add`)
  await fillLogin(page, 'member@example.org')
  await page.getByLabel('Brief description of problem').fill('Tree across the trail')
  const second = await context.newPage()
  await visit(second, privateApp.url)
  await privateApp.stop()
  await privateApp.start({ WEB_DIST: newer })
  await second.reload()
  const [loadsOfFirst, loadsOfSecond] = [countLoads(page), countLoads(second)]
  await dialogOf(second).getByRole('button', { name: 'Restart' }).click()
  await expect(second.getByRole('dialog', { name: 'Update paused' })).toContainText('You have unsaved edits')
  // The tab with unsaved edits shows no prompt and hasn't reloaded.
  await expect(page.getByLabel('Brief description of problem')).toHaveValue('Tree across the trail')
  await expect(dialogOf(page)).toBeHidden()
  await chooseArea(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(second.getByText('You have the latest version')).toBeVisible()
  await expect(second.getByText('Version 2.10')).toBeVisible()
  await expect.poll(loadsOfFirst).toBe(1)
  expect(loadsOfSecond()).toBe(1)
  await expect(page.getByText('Tree across the trail')).toBeVisible()
  await expect(page.getByText('Version 2.10')).toBeVisible()
})

test('PWA-02 R14 a push in progress delays an update: the old client finishes with the new server, without loss or duplicates', {
  tag: '@service-worker',
}, async ({ page, privateApp, newer }) => {
  const line = await openLine(privateApp.url)
  await page.goto(`${line.url}/login?next=/actions/add`)
  await fillLogin(page, 'member@example.org')
  await expect(page.getByLabel('Brief description of problem')).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await privateApp.stop()
  await privateApp.start({ WEB_DIST: newer })
  line.hold(/^\/api\/push/)
  await page.getByLabel('Brief description of problem').fill('Washed out culvert')
  await chooseArea(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Sending 1 of 1/)).toBeVisible()
  const loads = countLoads(page)
  await (await openDeviceMenu(page)).getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('dialog', { name: 'Update paused' })).toContainText('something is being sent')
  expect(loads()).toBe(0)
  line.release()
  await expect(page.getByText('You have the latest version')).toBeVisible()
  expect(loads()).toBe(1)
  await expect(page.getByText('Version 2.10')).toBeVisible()
  await expect(page.getByText('Washed out culvert')).toHaveCount(1)
  await expect(page.getByText(/Action waiting to be sent/)).toBeHidden()
  line.close()
})

test('PWA-02 the app unregisters a worker that our own server reports missing twice, and keeps downloaded maps and local storage', {
  tag: '@service-worker',
}, async ({ page, privateApp, pageErrors }) => {
  const broken = await anotherVersion('2.11')
  await rm(join(broken, 'client/service-worker.js'))
  await visit(page, privateApp.url)
  await page.evaluate(async () => {
    await (await caches.open('map:st-helens:kept')).put('/tiles/topographic/12/1/1.webp', new Response('kept'))
    localStorage.setItem('kept', 'yes')
  })
  await privateApp.stop()
  await privateApp.start({ WEB_DIST: broken })
  await page.reload()
  const loads = countLoads(page)
  await page.waitForEvent('load', { timeout: 30_000 })
  await expect(page.getByText('Version 2.11')).toBeVisible()
  expect(await page.evaluate(async () => [await caches.has('map:st-helens:kept'), localStorage.getItem('kept')])).toEqual([true, 'yes'])
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect(loads()).toBe(1)
  // The browser itself reports the missing service worker.
  expect(pageErrors.splice(0)).toEqual(['A bad HTTP response code (404) was received when fetching the script.'])
  // An open page may still request the old version's files later.
  await page.close()
  await rm(broken, { recursive: true })
})

test('PWA-02 R15 a captive portal that responds with its own page to the worker’s URL doesn’t harm the app, outbox or maps', {
  tag: '@service-worker',
}, async ({ page, privateApp }) => {
  await page.goto(`${privateApp.url}/login?next=/actions/add`)
  await fillLogin(page, 'member@example.org')
  await expect(page.getByLabel('Brief description of problem')).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.evaluate(async () => {
    await (await caches.open('map:st-helens:kept')).put('/tiles/topographic/12/1/1.webp', new Response('kept'))
  })
  await privateApp.stop()
  const { certificate, key } = readCertificate(process.env.CERTIFICATE_DIR ?? '')
  const portal = createServer({ cert: certificate, key }, (_, reply) =>
    reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>Please accept our terms.</p>'),
  )
  await new Promise<void>((listening) => portal.listen(Number(new URL(privateApp.url).port), 'localhost', listening))
  await page.getByLabel('Brief description of problem').fill('Gate broken')
  await chooseArea(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Gate broken')).toBeVisible()
  for (let start = 0; start < 2; start++) {
    const asked = page.waitForResponse((reply) => reply.url().endsWith('/service-worker.js'))
    await page.reload()
    // By now, the page has read the response and would have reacted to it.
    expect(await (await asked).text()).toContain('Please accept our terms')
    await expect(page.getByText('Gate broken')).toBeVisible()
  }
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1)
  expect(await page.evaluate(() => caches.has('map:st-helens:kept'))).toBe(true)
  portal.closeAllConnections()
  await new Promise((closed) => portal.close(closed))
  await privateApp.start()
  await page.reload()
  await expect(page.getByText(/Action waiting to be sent/)).toBeHidden({ timeout: 30_000 })
  await expect(page.getByText('Gate broken')).toHaveCount(1)
})
