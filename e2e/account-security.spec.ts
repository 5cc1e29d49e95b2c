import type { Page } from '@playwright/test'
import { logIn, register } from './people.ts'
import { DESKTOP, expect, test } from './story.ts'

/** A call of the API by whoever is signed in on the page. */
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
  test(`SEC-M11 someone ${loss} is signed out of every open page at once`, async ({ page, context, browser, app }) => {
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
