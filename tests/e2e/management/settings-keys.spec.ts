import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { expectStaysOpen } from '../helpers/layers.ts'
import { logIn, PASSWORD } from '../helpers/people.ts'

const KEYS = '/management/settings/keys'
const createName = () => `Sign ${randomUUID().slice(0, 8)}`
const keyCard = (page: Page) => page.getByRole('region', { name: 'Keys', exact: true })

async function expectNoSideways(page: Page) {
  for (const width of [320, PHONE.width, DESKTOP.width]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), String(width)).toBeLessThanOrEqual(0)
  }
}

test('SET-02 an administrator creates an API key by keyboard and sees it once; a program can use it until it’s revoked', {
  tag: '@core',
}, async ({ page, app }) => {
  test.slow()
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'admin', '/management/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Keys and webhooks' }).click()
  await expect(page).toHaveURL(KEYS)
  const name = createName()
  const make = page.getByRole('button', { name: 'Create API key' })
  await expect(make).toBeEnabled()
  await make.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Create API key' })
  await form.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type(name)
  await expect(form.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(form.getByRole('checkbox', { name: /^Read status/ })).toBeChecked()
  await form.getByLabel('Works for').selectOption('30 days')
  await expectAccessible(page, 'form')
  await form.getByRole('button', { name: 'Continue' }).focus()
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByLabel('Password', { exact: true }).fill('not my password')
  await page.keyboard.press('Enter')
  await expect(confirm.getByRole('alert')).toContainText('That password is incorrect.')
  await expectAccessible(page, 'confirm')
  await page.setViewportSize(DESKTOP)
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name })
  const key = (await shown.getByText(/^twk_/).textContent()) ?? ''
  await expectAccessible(page, 'the key')
  await page.setViewportSize(DESKTOP)
  // The dialog shows the key only once, so Escape must not close it.
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await expectStaysOpen(page, 'parts/programs/secret-dialog.tsx', shown)
  await shown.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(shown).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Created by ')
  await expect(row).toContainText(`Read status…${key.slice(-4)}Never`)
  expect(await page.content()).not.toContain(key)

  // A program doesn't have the page's cookies, so the test sends the request instead of the page.
  const ask = () => fetch(`${app.url}/api/v1/status`, { headers: { authorization: `Bearer ${key}` } })
  expect((await ask()).status).toBe(200)
  await page.reload()
  await expect(row).toContainText('Just now')
  await expectAccessible(page, 'list')
  await expectNoSideways(page)
  await page.setViewportSize(DESKTOP)
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  const question = page.getByRole('dialog', { name: `Revoke ${name}?` })
  await expect(question).toContainText(`${name} will stop working straight away.`)
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toHaveCount(0)
  expect((await ask()).status).toBe(401)
  await page.goto('/management/audit-log?event=key-revoked')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Revoked an API key')
})

test('SET-02 the keys page shows when it is loading, offline or has an error, and only administrators can open it', {
  tag: '@service-worker',
}, async ({ page, context }) => {
  await logIn(page, 'admin')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/keys', async (route) => {
    await held
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify({ code: 'unavailable', detail: '' }) })
  })
  await page.goto(KEYS)
  await expect(keyCard(page).getByRole('status', { name: 'Loading: the keys' })).toBeVisible()
  release()
  await expect(keyCard(page).getByRole('alert')).toContainText('Couldn’t load the keys.')
  await expectAccessible(page, 'failure')
  await page.unroute('**/api/keys')
  await page.route('**/api/keys', (route) => route.fulfill({ json: { keys: [] } }))
  await keyCard(page).getByRole('button', { name: 'Try again' }).click()
  await expect(keyCard(page)).toContainText('No API keys yet.')
  await context.setOffline(true)
  await expect(keyCard(page)).toContainText('You’re offline')
  await expect(page.getByRole('button', { name: 'Create API key' })).toBeDisabled()
  await expectAccessible(page, 'offline')
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Create API key' })).toBeEnabled()

  await page.context().clearCookies()
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
  await logIn(page, 'manager', '/management/settings')
  await expect(page.getByRole('heading', { name: 'Default hazard reviewer' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Settings' })).toHaveCount(0)
  await page.goto(KEYS)
  await expect(page).toHaveURL('/access-denied?role=4')
  await page.goto('/management/settings/nothing')
  await expect(page).toHaveURL('/404')
})
