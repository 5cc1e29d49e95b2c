import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

// Trail status is global to the app, so every test in this file has a separate app.
test.use({ baseURL: async ({ privateApp }, use) => use(privateApp.url) })

const block = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const onHome = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Trails Information' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const send = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Send' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to send this?' })

async function confirmSending(page: Page) {
  await send(page).click()
  await question(page).getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(/\/updates\/view\//)
  await expect(page.getByRole('region', { name: 'What visitors see' })).toBeVisible({ timeout: 30_000 })
}

const ICARUS_WARNING = 'The message says “All loops and descents open”, but Icarus is closed.'
const trailStatus = (page: Page, network: string, trail: string, status: string) =>
  block(page, network)
    .getByRole('group', { name: `Status of ${trail}`, exact: true })
    .last()
    .getByRole('radio', { name: status, exact: true })

test('STAT-3 closing a trail warns about a message that no longer fits, and previews exactly the text that riders will read on home', {
  tag: '@core',
}, async ({ page }) => {
  test.slow()
  await logIn(page, 'manager', '/updates/add')
  const network = block(page, 'St Helens')
  await network.getByText('Trails in St Helens').click()
  await trailStatus(page, 'St Helens', 'Icarus', 'Closed').check()
  await expect(network.getByText(ICARUS_WARNING)).toBeVisible()
  await expect(network.getByText('Riders will read “Partially Open. Icarus closed.”')).toBeVisible()
  await expectAccessible(page, 'a message that no longer fits')

  await send(page).click()
  const dialog = question(page)
  const changed = dialog.getByRole('listitem').first()
  await expect(changed).toContainText(
    /St Helens\s*Riders now see\s*Open\s*All loops and descents open. Greasy after rain.\s*Riders will see/,
  )
  await expect(changed).toContainText(/Partially Open\s*Icarus closed.\s*All loops and descents open. Greasy after rain.\s*Icarus: Closed./)
  await expect(changed).toContainText(ICARUS_WARNING)
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()
  await expectAccessible(page, 'the question with a contradiction')
  const anyway = dialog.getByRole('checkbox', { name: 'Send it as it is' })
  await anyway.check()
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeEnabled()
  await anyway.uncheck()
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()

  await dialog.getByRole('button', { name: 'Edit message for St Helens' }).click()
  await expect(dialog).toBeHidden()
  const message = network.getByLabel('Message')
  await expect(message).toBeFocused()
  await network.getByRole('button', { name: 'Change to “Icarus is closed. Greasy after rain.”' }).click()
  await expect(message).toHaveValue('Icarus is closed. Greasy after rain.')
  await expect(network.getByText(/The message/)).toHaveCount(0)
  await message.fill('Greasy after rain.')
  await confirmSending(page)
  await expect(page.getByRole('region', { name: 'What visitors see' })).toContainText(/Partially Open\s*Icarus closed. Greasy after rain./)
  await page.goto('/')
  await expect(onHome(page, 'St Helens')).toContainText(/Partially Open\s*Icarus closed. Greasy after rain./)
  await page.goto('/management/updates')
  await expect(page.getByRole('listitem').filter({ hasText: 'Max Manager' })).toContainText('Icarus closed. Greasy after rain.')

  await page.goto('/updates/add')
  await network.getByRole('radio', { name: 'Partially Open', exact: true }).first().check()
  await expect(network.getByText('The message hasn’t changed. Is it still right?')).toBeVisible()
  await network.getByRole('button', { name: 'Edit message' }).click()
  await expect(message).toBeFocused()
  await confirmSending(page)
  await page.goto('/updates/add')
  await network.getByRole('radio', { name: 'Open', exact: true }).first().check()
  await expect(network).toContainText('Icarus stays closed. Riders will read “Partially Open. Icarus closed.”')
  await network.getByRole('button', { name: 'Open Icarus too' }).click()
  await expect(network.getByText(/Riders will read/)).toHaveCount(0)
  await confirmSending(page)
  await page.goto('/')
  await expect(onHome(page, 'St Helens')).toContainText(/Open\s*Greasy after rain./)
  await expect(onHome(page, 'St Helens')).not.toContainText('Icarus')
})

test('STAT-3 a contradictory update is sent only after its author has ticked the confirmation', { tag: '@service-worker' }, async ({
  page,
  privateApp,
}) => {
  await logIn(page, 'manager', '/updates/add')
  await block(page, 'St Helens').getByRole('radio', { name: 'Closed', exact: true }).check()
  await expect(block(page, 'St Helens')).toContainText('The message says “All loops and descents open”, but all trails are closed.')
  await send(page).click()
  const dialog = question(page)
  await dialog.getByRole('checkbox', { name: 'Send it as it is' }).check()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(/\/updates\/view\//)
  await expect
    .poll(async () => (await (await page.request.get(`${privateApp.url}/api/public/status`)).json()).networks[1].status)
    .toBe('Closed')
})

test('STAT-3 Partially Open requires the manager to say where, and Closed applies to all trails', async ({ page }) => {
  await logIn(page, 'manager', '/updates/add')
  const network = block(page, 'St Helens')
  await network.getByRole('radio', { name: 'Partially Open', exact: true }).check()
  await network.getByLabel('Message').fill('')
  await expect(network.getByText('Say where')).toBeVisible()
  await expect(send(page)).toBeDisabled()
  await network.getByText('Trails in St Helens').click()
  await trailStatus(page, 'St Helens', 'Icarus', 'Closed').check()
  await expect(network.getByText('Say where')).toHaveCount(0)
  await expect(send(page)).toBeEnabled()
  await trailStatus(page, 'St Helens', 'Icarus', 'Open').check()
  await network.getByLabel('Message').fill('')
  await expect(send(page)).toBeDisabled()
  await network.getByLabel('Message').fill('Lower half only')
  await expect(send(page)).toBeEnabled()

  await network.getByRole('radio', { name: 'Closed', exact: true }).first().check()
  await trailStatus(page, 'St Helens', 'Icarus', 'Open').click()
  await expect(network).toContainText('Closed applies to all trails. Choose Partially Open to leave Icarus open.')
  await expect(trailStatus(page, 'St Helens', 'Icarus', 'Closed')).toBeChecked()
})
