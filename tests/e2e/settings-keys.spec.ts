import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { DESKTOP, expect, PHONE, test } from './e2e-test.ts'
import { logIn } from './people.ts'

const KEYS = '/management/settings/keys'
const aName = () => `Sign ${randomUUID().slice(0, 8)}`
const keyCard = (page: Page) => page.getByRole('region', { name: 'Keys', exact: true })

async function expectNoSideways(page: Page) {
  for (const width of [320, PHONE.width, DESKTOP.width]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), String(width)).toBeLessThanOrEqual(0)
  }
}

test('SET-02 an administrator makes a key by keyboard, sees it once, a program uses it, and it stops when it is revoked', async ({
  page,
  app,
}) => {
  test.slow()
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'admin', '/management/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Keys and webhooks' }).click()
  await expect(page).toHaveURL(KEYS)
  const name = aName()
  const make = page.getByRole('button', { name: 'Make a key' })
  await expect(make).toBeEnabled()
  await make.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Make a key' })
  await form.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type(name)
  await expect(form.getByRole('button', { name: 'Make key' })).toBeDisabled()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(form.getByRole('checkbox', { name: /^Read status/ })).toBeChecked()
  await form.getByLabel('Works for').selectOption('30 days')
  await expectAccessible(page, 'form')
  await form.getByRole('button', { name: 'Make key' }).focus()
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name })
  const key = (await shown.getByText(/^twk_/).textContent()) ?? ''
  await expectAccessible(page, 'the key')
  await page.setViewportSize(DESKTOP)
  // No stray key loses what is shown once.
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await expect(shown).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(`Read status…${key.slice(-4)}Never`)
  expect(await page.content()).not.toContain(key)

  // Without the cookies of the page: a program has none.
  const ask = () => fetch(`${app.url}/api/v1/status`, { headers: { authorization: `Bearer ${key}` } })
  expect((await ask()).status).toBe(200)
  await page.reload()
  await expect(row).toContainText('Just now')
  await expectAccessible(page, 'list')
  await expectNoSideways(page)
  await page.setViewportSize(DESKTOP)
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  const question = page.getByRole('dialog', { name: `Revoke ${name}?` })
  await expect(question).toContainText(`${name} will stop working at once.`)
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toHaveCount(0)
  expect((await ask()).status).toBe(401)
  await page.goto('/management/audit-log?event=key-revoked')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Revoked a key')
})

test('SET-02 the keys say that they load, need a connection or failed; who is no administrator does not get there', async ({
  page,
  context,
}) => {
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
  await expect(keyCard(page).getByRole('alert')).toContainText('The keys could not be loaded.')
  await expectAccessible(page, 'failure')
  await page.unroute('**/api/keys')
  await page.route('**/api/keys', (route) => route.fulfill({ json: { keys: [] } }))
  await keyCard(page).getByRole('button', { name: 'Try again' }).click()
  await expect(keyCard(page)).toContainText('There are no keys.')
  await context.setOffline(true)
  await expect(keyCard(page)).toContainText('Needs a connection')
  await expect(page.getByRole('button', { name: 'Make a key' })).toBeDisabled()
  await expectAccessible(page, 'offline')
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Make a key' })).toBeEnabled()

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
