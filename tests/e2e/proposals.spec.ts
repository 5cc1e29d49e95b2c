/** A second manager's yes before a status is public, where the site asks for it. */
import type { Page } from '@playwright/test'
import { type RunningApp, runApp } from '@trailwarden/testkit/running-app'
import { goOffline } from './actions.ts'
import { expectAccessible } from './axe.ts'
import { DESKTOP, expect, test } from './e2e-test.ts'
import { logIn } from './people.ts'
import { copySites } from './sites.ts'

let app: RunningApp
test.use({
  privateApp: async ({ mailbox }, use) => {
    const site = copySites({ statusNeedsSecondYes: true })
    app = await runApp({ SMTP_URL: mailbox.url, SITES_DIR: site.folder })
    await use(app)
    await app.stop()
    site.remove()
  },
  baseURL: async ({ privateApp }, use) => use(privateApp.url),
})

const network = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const onHome = async (page: Page) => (await (await page.request.get(`${app.url}/api/public/status`)).json()).networks[1].status
const card = (page: Page) => page.getByRole('region', { name: 'Waiting for a second manager' })

const PAGES = ['/', '/trails', '/trails/bay-of-fires', '/embed/status', '/embed/trails/bay-of-fires']
/** What they say as they are served, without what any two readings differ in: times. */
async function servedPages(page: Page): Promise<string[]> {
  const all: string[] = []
  for (const path of PAGES) {
    const reply = await page.request.get(app.url + path)
    expect(reply.status(), path).toBe(200)
    const body = /<body[\s\S]*/.exec(await reply.text())?.[0] ?? ''
    all.push(body.replaceAll(/<script[\s\S]*?<\/script>|nonce="[^"]*"|Just now|\d+ min ago|\d+/g, ''))
  }
  return all
}

async function send(page: Page, status: string) {
  await page.goto(`${app.url}/updates/add`)
  await network(page, 'St Helens').getByRole('radio', { name: status, exact: true }).check()
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to send this?' })
  const text = await dialog.textContent()
  await dialog.getByRole('button', { name: 'Send' }).click()
  return text
}

test('T20 T21 T22 T24 closing is public at once; opening waits until another manager confirms it, also from a phone without signal', async ({
  page,
  context: own,
  browser,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(app.url)
  await logIn(page, 'manager')
  expect(await send(page, 'Closed')).toContain('Everyone sees it on Home straight away.')
  await expect.poll(() => onHome(page)).toBe('Closed')

  const before = await servedPages(page)

  // Written without signal, and proposed once there is some.
  await page.goto(`${app.url}/updates/add`)
  await expect(network(page, 'St Helens').getByRole('radio', { name: 'Closed', exact: true })).toBeChecked()
  await goOffline(page, own)
  await network(page, 'St Helens').getByRole('radio', { name: 'Open', exact: true }).check()
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to send this?' })
  await expect(dialog).toContainText('another manager has to confirm it')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL('/management/updates')
  await expect(page.getByRole('region', { name: 'Proposed, and not sent yet' })).toBeVisible()
  await own.setOffline(false)
  await expect(card(page)).toContainText('You proposed this. Another manager has to confirm it.')
  await expect(card(page).getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  expect(await onHome(page)).toBe('Closed')
  expect(await servedPages(page)).toEqual(before)
  await expectAccessible(page, 'a proposal of one’s own')

  const context = await browser.newContext({ baseURL: app.url, viewport: DESKTOP })
  const second = await context.newPage()
  await logIn(second, 'admin', '/management/updates')
  await expect(card(second)).toContainText(/St Helens\s*Closed\s*becomes\s*Open/)
  await expectAccessible(second, 'a proposal of somebody else')
  for (const width of [320, 390]) {
    await second.setViewportSize({ width, height: 800 })
    expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await card(second).getByRole('button', { name: 'Confirm' }).click()
  await second.getByRole('dialog', { name: 'Make this public?' }).getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => onHome(second)).toBe('Open')
  expect((await servedPages(second))[0]).not.toBe(before[0])
  await expect(card(second)).toHaveCount(0)
  await expect(card(page)).toHaveCount(0)

  // One is declined with a reason; another is overtaken by a closure, and cannot be confirmed any more.
  await send(page, 'Closed')
  await expect.poll(() => onHome(page)).toBe('Closed')
  await send(page, 'Open')
  await expect(page).toHaveURL('/management/updates')
  await card(second).getByRole('button', { name: 'Decline' }).click()
  await card(second).getByLabel('Why not?').fill('The bridge is still out')
  await card(second).getByRole('button', { name: 'Decline with this reason' }).click()
  await expect(page.getByRole('note')).toContainText('The bridge is still out')
  await page.getByRole('button', { name: 'Look at it again' }).click()
  await expect(page).toHaveURL('/updates/add')
  await expect(network(page, 'St Helens').getByRole('radio', { name: 'Open', exact: true })).toBeChecked()
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(card(second)).toBeVisible()
  await second.goto(`${app.url}/updates/add`)
  await network(second, 'Bay of Fires').getByRole('radio', { name: 'Closed', exact: true }).check()
  await second.getByRole('main').getByRole('button', { name: 'Send' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await second.goto(`${app.url}/management/updates`)
  await expect(card(second)).toContainText('Another update went live meanwhile')
  await expect(card(second).getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  expect(await onHome(page)).toBe('Closed')
  await card(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(card(second)).toHaveCount(0)
  await context.close()
})
