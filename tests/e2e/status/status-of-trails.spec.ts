import type { Page } from '@playwright/test'
import { goOffline } from '../helpers/actions.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

// Trail status is global to the app, so every test in this file has a separate app.
test.use({ baseURL: async ({ privateApp }, use) => use(privateApp.url) })

const block = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function confirmSending(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
  await page.getByRole('dialog', { name: 'Are you sure you want to send this?' }).getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(/\/updates\/view\//)
}

test('T14 STATUS-1 a section that a manager closes is shown on the trail, the list, home and the feed, even offline', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context, privateApp }) => {
  await logIn(page, 'manager', '/updates/add')
  const network = block(page, 'Bay of Fires')
  await network.getByRole('radio', { name: 'Open', exact: true }).check()
  await network.getByText('Trails in Bay of Fires').click()
  // The network and its trail have the same name.
  const trail = network.getByRole('group', { name: 'Status of Bay of Fires' }).nth(1)
  await trail.getByRole('radio', { name: 'Partially Open' }).check()
  await network.getByLabel('From post').selectOption('BF19')
  await network.getByLabel('To post').selectOption('BF17')
  await network.getByLabel('Why').fill('Storm damage')
  await network.getByRole('button', { name: 'Generate the message from the closures' }).click()
  await expect(network.getByLabel('Message')).toHaveValue(/Bay of Fires: Closed between BF19 and BF17\. Storm damage\./)
  // The manager's own status stays Open. Riders see the more restrictive one.
  await expect(network.getByRole('radio', { name: 'Open', exact: true }).first()).toBeChecked()
  await expect(network.getByText('Riders will read “Partially Open.”')).toBeVisible()
  await expectAccessible(page)
  await confirmSending(page)
  await expect(page.getByRole('region', { name: 'Trails', exact: true })).toContainText('Closed between BF17 and BF19. Storm damage.')

  await page.goto('/trails/bay-of-fires')
  await expect(page.getByText('Closed between BF17 and BF19. Storm damage.').first()).toBeVisible()
  const strip = page.getByRole('region', { name: 'Emergency posts' })
  await expect(strip).toContainText('Closed between BF17 and BF19')
  await expectAccessible(page)
  await page.goto('/trails')
  await expect(page.getByRole('link', { name: /^Bay of Fires/ })).toContainText('Partially Open')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Trails Information' })).toContainText('Partially Open')
  await goOffline(page, context)
  await page.getByRole('link', { name: 'All trails' }).click()
  // Home has a link with the same name, so the test waits for the new page.
  await expect(page.getByRole('form', { name: 'Find a trail' })).toBeVisible()
  await page.getByRole('link', { name: /^Bay of Fires/ }).click()
  await expect(page.getByText('Closed between BF17 and BF19. Storm damage.').first()).toBeVisible()
  const feed = await (await fetch(new URL('/feeds/status.json', privateApp.url))).json()
  expect(feed.items[0].content_text).toContain('Closed between BF17 and BF19. Storm damage.')
})

test('T15 STATUS-2 a planned closure begins automatically on an open page, even offline', { tag: ['@core', '@service-worker'] }, async ({
  page,
  context,
}) => {
  await page.setViewportSize(DESKTOP)
  await page.clock.install()
  await logIn(page, 'manager', '/updates/add')
  const network = block(page, 'St Helens')
  await network.getByRole('radio', { name: 'Open', exact: true }).check()
  await network.getByText('Trails in St Helens').click()
  await network.getByRole('button', { name: 'Plan a full closure of St Helens' }).click()
  const inTwoHours = await page.evaluate(() => {
    const text = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Australia/Hobart', dateStyle: 'short', timeStyle: 'short' })
    return text.format(new Date(Date.now() + 2 * 3_600_000)).replace(' ', 'T')
  })
  await network.getByLabel('Closed from').fill(inTwoHours)
  await network.getByLabel('Until').fill('2020-01-01T00:00')
  await expect(network.getByText('The end must be later than the start')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Send' })).toBeDisabled()
  await network.getByLabel('Until').fill('')
  await network.getByRole('button', { name: 'Generate the message from the closures' }).click()
  await expect(network.getByLabel('Message')).toHaveValue(/^Closes /)
  await confirmSending(page)
  await page.goto('/trails')
  const heading = page.getByRole('region', { name: /^St Helens/ })
  await expect(heading).toHaveAccessibleName('St Helens Open')
  await goOffline(page, context)
  await page.clock.fastForward('02:01:00')
  await expect(heading).toHaveAccessibleName('St Helens Closed')
})
