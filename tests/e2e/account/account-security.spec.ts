import type { Page } from '@playwright/test'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { fillLogin, logIn, PASSWORD, register } from '../helpers/people.ts'

const call = (page: Page, method: string, path: string, body: object = {}) =>
  page.evaluate(
    async ([method, path, body]) => {
      const reply = await fetch(path as string, {
        method: method as string,
        ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      return reply.status === 204 ? null : reply.json()
    },
    [method, path, body],
  )

for (const loss of ['disabled', 'deleted'] as const)
  test(`SEC-M11 someone ${loss} is immediately logged out of every open page`, async ({ page, context, browser, app }) => {
    await page.setViewportSize(DESKTOP)
    const { displayName } = await register(page, { displayName: 'Robin Gone' })
    const { person } = await call(page, 'GET', '/api/me')
    const second = await context.newPage()
    await second.setViewportSize(DESKTOP)
    await second.goto('/guide')
    const name = (tab: Page) => tab.getByRole('navigation', { name: 'Main menu' }).getByText(displayName)
    for (const tab of [page, second]) await expect(name(tab)).toBeVisible()
    const admin = await (await browser.newContext({ baseURL: app.url })).newPage()
    await logIn(admin, 'admin')
    await call(admin, loss === 'disabled' ? 'PATCH' : 'DELETE', `/api/users/${person.id}`, loss === 'disabled' ? { disabled: true } : {})
    const started = Date.now()
    for (const tab of [page, second]) await expect(name(tab)).toBeHidden()
    console.log(`SEC-M11 ${loss}: both pages signed out after ${Date.now() - started} ms`)
    await admin.context().close()
  })

test('SEC-PASSWORD a password change requires the old password, logs out other devices and notifies the owner by email', {
  tag: '@core',
}, async ({ page, browser, app, mailbox }) => {
  const { email } = await register(page)
  const tablet = await (await browser.newContext({ baseURL: app.url })).newPage()
  await logIn(tablet, { email, password: PASSWORD }, '/account/details')
  const notice = await mailbox.emailTo(email, /New login/)
  expect(notice.text).toContain('on a device you hadn’t used before: Chrome on Linux, on ')
  await page.goto('/account/details')
  await page.getByRole('link', { name: 'Password' }).click()
  const fill = async (current: string, password: string) => {
    await page.getByLabel('Current password', { exact: true }).fill(current)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm new password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Save' }).click()
  }
  await fill('not my password', 'loose gravel here')
  await expect(page.getByText('Couldn’t change your password. That password is incorrect.')).toBeVisible()
  await expect(page.getByLabel('Current password', { exact: true })).toHaveValue('')
  await fill(PASSWORD, 'password')
  await expect(page.getByText('This is one of the most common passwords. Choose another.').first()).toBeVisible()
  await fill(PASSWORD, 'loose gravel here')
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(page).toHaveURL('/account/details')
  await expect(tablet).toHaveURL(/login/, { timeout: 15_000 })
  await mailbox.emailTo(email, /password for .* was changed/)
  await fillLogin(tablet, email)
  await expect(tablet.getByText('Couldn’t log you in. The email address and password don’t match.')).toBeVisible()
  await fillLogin(tablet, email, 'loose gravel here')
  await expect(tablet.getByText('You’re logged in', { exact: true })).toBeVisible()
  await tablet.context().close()
})
