import type { Page } from '@playwright/test'
import { type RunningApp, runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { goOffline } from '../helpers/actions.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { expectClosesByBack } from '../helpers/layers.ts'
import { inviteManager, logIn } from '../helpers/people.ts'
import { copySites } from '../helpers/sites.ts'

let app: RunningApp
test.use({
  privateApp: async ({ mailbox }, use) => {
    const site = copySites({ statusNeedsSecondYes: true })
    app = await runDeployedApp({ SMTP_URL: mailbox.url, SITES_DIR: site.folder })
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
/** Times differ between requests, so they are removed. */
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
  await network(page, 'St Helens')
    .getByLabel('Message')
    .fill(status === 'Closed' ? 'Burn-off' : 'Dry and fast')
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to send this?' })
  const text = await dialog.textContent()
  await dialog.getByRole('button', { name: 'Send' }).click()
  return text
}

test('T20 T21 T22 T24 a closure is public immediately, while reopening needs another manager’s confirmation, even if sent from an offline phone', {
  tag: '@service-worker',
}, async ({ page, context: own, browser }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(app.url)
  await logIn(page, 'manager')
  expect(await send(page, 'Closed')).toContain('Everyone will see it on Home straight away.')
  await expect.poll(() => onHome(page)).toBe('Closed')

  // nginx caches pages for up to 15 s.
  await expect.poll(async () => (await servedPages(page)).filter((text) => text.includes('Burn-off')).length, { timeout: 30_000 }).toBe(3)
  const before = await servedPages(page)

  await page.goto(`${app.url}/updates/add`)
  await expect(network(page, 'St Helens').getByRole('radio', { name: 'Closed', exact: true })).toBeChecked()
  await goOffline(page, own)
  await network(page, 'St Helens').getByRole('radio', { name: 'Open', exact: true }).check()
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to send this?' })
  await expect(dialog).toContainText('another manager must confirm it')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL('/management/updates')
  await expect(page.getByRole('region', { name: 'Proposed, not sent yet' })).toBeVisible()
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
  const question = second.getByRole('dialog', { name: 'Make this public?' })
  const confirm = async () => {
    await card(second).getByRole('button', { name: 'Confirm' }).click()
    return question
  }
  await expectClosesByBack(second, 'features/trail-status/proposals/proposal-cards.tsx', confirm)
  await confirm()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => onHome(second)).toBe('Open')
  await expect.poll(async () => (await servedPages(second))[0] === before[0], { timeout: 30_000 }).toBe(false)
  await expect(card(second)).toHaveCount(0)
  await expect(card(page)).toHaveCount(0)

  await send(page, 'Closed')
  await expect.poll(() => onHome(page)).toBe('Closed')
  await send(page, 'Open')
  await expect(page).toHaveURL('/management/updates')
  await card(second).getByRole('button', { name: 'Decline' }).click()
  await card(second).getByLabel('Why are you declining it?').fill('The bridge is still out')
  await card(second).getByRole('button', { name: 'Decline with this reason' }).click()
  await expect(page.getByRole('note')).toContainText('The bridge is still out')
  await page.getByRole('button', { name: 'Review again' }).click()
  await expect(page).toHaveURL('/updates/add')
  await expect(network(page, 'St Helens').getByRole('radio', { name: 'Open', exact: true })).toBeChecked()
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(card(second)).toBeVisible()
  await second.goto(`${app.url}/updates/add`)
  await network(second, 'Bay of Fires').getByRole('radio', { name: 'Closed', exact: true }).check()
  await second.getByRole('main').getByRole('button', { name: 'Send' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(second).toHaveURL(/\/updates\/view\//)
  await second.goto(`${app.url}/management/updates`)
  await expect(card(second)).toContainText('A newer update has been posted')
  await expect(card(second).getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  expect(await onHome(page)).toBe('Closed')
  await card(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(card(second)).toHaveCount(0)
  await context.close()
})

test('STAT-6 a manager invited by the author sees why they can’t approve the proposal, but can decline it', async ({
  page,
  browser,
  mailbox,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, 'admin')
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 390, height: 844 } })
  const theirs = await context.newPage()
  const account = await inviteManager(page, theirs, mailbox, 'Rae Lund')
  await send(page, 'Closed')
  await expect.poll(() => onHome(page)).toBe('Closed')
  await send(page, 'Open')
  await expect(page).toHaveURL('/management/updates')
  await logIn(theirs, account, '/management/updates')
  await expect(card(theirs)).toContainText(
    'You can’t approve this because Alex Admin invited you less than 30 days ago. Ask another manager.',
  )
  await expect(card(theirs).getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await expectAccessible(theirs, 'a proposal that one cannot approve')
  await card(theirs).getByRole('button', { name: 'Decline' }).click()
  await card(theirs).getByRole('button', { name: 'Decline with this reason' }).click()
  await expect(card(theirs)).toHaveCount(0)
  await context.close()
})

test('STAT-3 a proposal compares the text that riders read: the status, the sentences generated from the trails, and the message', async ({
  page,
  browser,
}) => {
  test.slow()
  await page.goto(app.url)
  await logIn(page, 'manager')
  await page.goto(`${app.url}/updates/add`)
  const icarus = network(page, 'St Helens').getByRole('group', { name: 'Status of Icarus', exact: true })
  await network(page, 'St Helens').getByText('Trails in St Helens').click()
  await icarus.getByRole('radio', { name: 'Closed', exact: true }).check()
  const dialog = page.getByRole('dialog')
  const ask = () => page.getByRole('main').getByRole('button', { name: 'Send' }).click()
  // A changed message needs confirmation, which would delay the closure.
  await network(page, 'St Helens').getByLabel('Message').fill('Greasy after rain.')
  await ask()
  await expect(dialog).toContainText(
    'This changes a message, so another manager must confirm it. To close a trail straight away, leave the message',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await network(page, 'St Helens').getByLabel('Message').fill('All loops and descents open. Greasy after rain.')
  await ask()
  await expect(dialog).toContainText('Everyone will see it on Home straight away.')
  await expect(dialog).not.toContainText('confirmed now')
  await dialog.getByRole('checkbox', { name: 'Send it as it is' }).check()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => onHome(page)).toBe('Partially Open')

  // The manager's own status stays Open. Only the text for riders changes.
  await page.goto(`${app.url}/updates/add`)
  await icarus.getByRole('radio', { name: 'Open', exact: true }).check()
  await ask()
  await expect(dialog).toContainText(/Riders now see\s*Partially Open\s*Icarus closed./)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL('/management/updates')
  const context = await browser.newContext({ baseURL: app.url, viewport: DESKTOP })
  const second = await context.newPage()
  await logIn(second, 'admin', '/management/updates')
  await expect(card(second)).toContainText(/St Helens\s*Partially Open\s*becomes\s*Open/)
  await expect(card(second)).toContainText('No longer: Icarus closed.')
  await expect(card(second)).toContainText(/Bay of Fires\s*Partially Open\s*as it is/)
  expect(await onHome(second)).toBe('Partially Open')
  await context.close()
})
