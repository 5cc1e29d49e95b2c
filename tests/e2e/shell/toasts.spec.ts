import type { Page } from '@playwright/test'
import { about, addAction, chooseArea } from '../helpers/actions.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { openDeviceMenu } from '../helpers/menu.ts'
import { logIn } from '../helpers/people.ts'
import { toastsOf } from '../helpers/toasts.ts'

const SMALL = { width: 320, height: 700 }

/** On a phone, forms have Go Back instead of the menu, so a wide window copies the link. */
async function share(page: Page, path: string, size: { width: number; height: number }) {
  if (size !== DESKTOP && !path.endsWith('/add')) {
    const menu = await openDeviceMenu(page)
    await menu.getByRole('button', { name: 'Share view' }).click()
    await expect(menu).toBeHidden()
  } else {
    await page.setViewportSize(DESKTOP)
    await page.getByRole('button', { name: 'Share view' }).click()
    await page.setViewportSize(size)
  }
  await expect(page.getByRole('status', { name: 'Messages' })).not.toBeEmpty()
}

const toastOver = (page: Page) =>
  page.evaluate(() => {
    const [toast, ...others] = document.querySelectorAll('[role=status][aria-label=Messages] > *')
    if (!toast || others.length > 0) return `${others.length + 1} toasts`
    const box = toast.getBoundingClientRect()
    const covered = [
      ...document.querySelectorAll('button, [role=button], [data-variant], nav[aria-label=Main] a, label:has([type=radio])'),
    ].filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      // A full table leaves no space free of menus, and people can scroll a row away from under a toast, so menus in table cells don't
      // count.
      const isThere = !toast.contains(one) && !one.matches('td [aria-haspopup=menu]') && right > left && one.checkVisibility()
      return isThere && left < box.right && right > box.left && top < box.bottom && bottom > box.top
    })
    const names = covered.map((one) => one.getAttribute('aria-label') ?? one.textContent)
    return box.top > innerHeight / 3 && box.bottom <= innerHeight ? names : `it lies at ${box.top}`
  })

test('UX-2.6 a toast appears at the bottom and never covers a button, on a phone or a desktop', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(page, 'manager')
  await addAction(page, about('Toast over a button'))
  for (const size of [PHONE, SMALL, DESKTOP]) {
    await page.setViewportSize(size)
    for (const path of ['/', '/actions/outstanding', '/actions/add', '/updates/add', '/management/updates', '/account/settings', '/map']) {
      await page.goto(path)
      await expect(page.getByRole('main')).not.toBeEmpty()
      const expectFree = () =>
        expect(async () => expect({ path, size, over: await toastOver(page) }).toEqual({ path, size, over: [] })).toPass({ timeout: 2000 })
      await share(page, path, size)
      await expectFree()
      await page.mouse.wheel(0, 250)
      await expectFree()
    }
  }
})

test('UX-2.6 saving shows exactly one message, which names what was saved', async ({ page }) => {
  const toasts = await toastsOf(page)
  await logIn(page, 'manager', '/actions/add')
  const messages = page.getByRole('status', { name: 'Messages' })
  await expect(messages).toBeEmpty()
  await page.getByLabel('Brief description of problem').fill(about('One toast'))
  await chooseArea(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/actions/outstanding')
  await expect(messages).toBeEmpty()
  await expect.poll(() => toasts.slice(toasts.indexOf('You’re logged in') + 1)).toEqual(['Action saved'])
})
