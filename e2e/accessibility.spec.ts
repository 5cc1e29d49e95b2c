import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { goOffline, openWaiting } from './actions.ts'
import { logIn } from './people.ts'
import { DESKTOP, expect, PHONE, test } from './story.ts'

const ROUTES = [
  '/',
  '/404',
  '/information/about',
  '/information/emergency',
  '/information/trails-information',
  '/help',
  '/login',
  '/register',
  '/reset-password',
  '/confirm-email',
  '/subscribe',
  '/account/settings',
  '/access-denied?role=2',
  '/emergency',
  '/m/BF17',
]

const SIGNED_IN_ROUTES = [
  '/account/details',
  '/account/profile',
  '/waiting',
  '/change-name',
  '/change-email',
  '/delete-account',
  '/management/users',
  '/management/updates',
  '/management/settings',
  '/updates/add',
  '/users/add',
  '/users/edit/00000000-0000-4000-8000-000000000001',
]

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)
}

// A page is loaded once and then seen at both sizes: what a size needs of its own, it draws when the window changes.
for (const theme of ['light', 'dark']) {
  for (const path of ROUTES) {
    test(`axe finds nothing on ${path}, on a phone and on a desk (${theme})`, async ({ page }) => {
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      await page.setViewportSize(PHONE)
      await page.goto(path)
      await expect(page.getByRole('main').locator(':not(:empty)').first()).toBeVisible()
      expect(await faultsOf(page), 'phone').toEqual([])
      await page.setViewportSize(DESKTOP)
      await expect(page.getByRole('banner')).toBeVisible()
      expect(await faultsOf(page), 'desktop').toEqual([])
    })
  }
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  for (const theme of ['light', 'dark']) {
    test(`axe finds nothing on the action screens (${size}, ${theme})`, async ({ page, context }) => {
      test.setTimeout(120_000)
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      await page.setViewportSize(viewport)
      await logIn(page, 'manager', '/actions/add')
      const expectNothing = async () => {
        await page.getByRole('button', { name: 'Dismiss' }).first().waitFor({ state: 'hidden' })
        expect(await faultsOf(page)).toEqual([])
      }
      const description = `Bridge board ${size} ${theme}`
      await page.getByLabel('Brief description of problem').fill(description)
      await page.getByRole('radio').first().check()
      await expectNothing()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(description)).toBeVisible()
      await expectNothing()
      const links = page.getByRole('link', { name: description })
      // In the table Edit stands before View, on a card after it.
      await (size === 'phone' ? links.first() : links.last()).click()
      await expect(page.getByText('No notes')).toBeVisible()
      await expectNothing()
      await page.getByRole('link', { name: 'Edit' }).last().click()
      await expect(page.getByLabel('Brief description of problem')).toHaveValue(description)
      await expectNothing()
      await goOffline(page, context)
      await page.getByRole('textbox', { name: /^Detail/ }).fill('Loose')
      await page.getByRole('button', { name: 'Save' }).click()
      await openWaiting(page)
      await expectNothing()
    })
  }
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  for (const theme of ['light', 'dark']) {
    test(`axe finds nothing in the search dialog (${size}, ${theme})`, async ({ page }) => {
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      await page.setViewportSize(viewport)
      await page.goto('/help')
      await page.getByRole('button', { name: 'Search help' }).click()
      await page.getByRole('combobox').fill('signal')
      await expect(page.getByRole('option').first()).toBeVisible()
      expect(await faultsOf(page)).toEqual([])
    })
  }
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  for (const theme of ['light', 'dark']) {
    test(`axe finds nothing where people are signed in (${size}, ${theme})`, async ({ page }) => {
      test.slow()
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      await page.setViewportSize(viewport)
      await logIn(page, 'manager')
      for (const path of SIGNED_IN_ROUTES) {
        await page.goto(path)
        await expect(page.locator('main, [role=dialog]').locator('h2, label, table, li').first()).toBeVisible()
        await expect(page.getByText('Login success')).toBeHidden()
        expect(await faultsOf(page), path).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
      }
    })

    test(`axe finds nothing in forms with faults and in the questions they ask (${size}, ${theme})`, async ({ page }) => {
      test.slow()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      await page.setViewportSize(viewport)
      await page.goto('/register')
      for (const label of ['Display name', 'Email', 'Password']) {
        await page.getByLabel(label, { exact: true }).fill('1')
        await page.getByLabel(label, { exact: true }).blur()
      }
      await expect(page.getByRole('alert')).toHaveCount(3)
      expect(await faultsOf(page), 'faults').toEqual([])
      await page.goto('/')
      await logIn(page, 'manager', '/users/edit/00000000-0000-4000-8000-000000000001')
      await page.getByLabel('Phone').fill('0491 570 156')
      await page.getByRole('button', { name: 'Delete user' }).click()
      expect(await faultsOf(page), 'delete?').toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Add' }).last().click()
      await page.getByRole('menuitem', { name: 'Add a user' }).waitFor()
      expect(await faultsOf(page), 'quick add').toEqual([])
      await page.getByRole('menuitem', { name: 'Add a user' }).click()
      await expect(page.getByRole('dialog', { name: 'Abandon unsaved changes?' })).toBeVisible()
      expect(await faultsOf(page), 'abandon?').toEqual([])
    })
  }
}

for (const [name, open] of Object.entries({ Menu: 'Main menu', Emergency: 'Emergency' })) {
  test(`axe finds nothing in the dialog behind ${name}`, async ({ page }) => {
    await page.goto('/')
    await page
      .getByRole(name === 'Menu' ? 'button' : 'link', { name })
      .last()
      .click()
    await expect(page.getByRole('dialog', { name: open })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
  })
}

for (const path of [
  '/',
  '/login',
  '/register',
  '/access-denied?role=2',
  '/information/trails-information',
  '/information/emergency',
  '/help',
  '/emergency',
  '/m/BF20',
]) {
  test(`${path} does not scroll sideways from 320 to 1920 px`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    for (const width of [320, 360, 430, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        `${width} px`,
      ).toBeLessThanOrEqual(0)
    }
  })
}

for (const theme of ['light', 'dark']) {
  test(`axe finds nothing on the map, its layers, its list, a popup and its search (${theme})`, async ({ page }) => {
    test.slow()
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    await page.goto('/map')
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport)
      await expect(page.getByRole('application').locator('canvas').first()).toBeAttached()
      for (const [button, title] of Object.entries({ Layers: 'Layers', 'List of what is in view': 'In view' })) {
        await page.getByRole('button', { name: button }).click()
        await expect(page.getByRole('heading', { name: title })).toBeVisible()
        expect(await faultsOf(page), title).toEqual([])
        await page.getByRole('region', { name: title }).getByRole('button', { name: 'Close' }).click()
      }
      await page.goto('/map?show=emergency-markers:BF17#-41.17046,148.12125,15')
      await expect(page.getByRole('heading', { name: 'BF17' })).toBeVisible()
      for (const section of await page.locator('summary').all()) await section.click()
      expect(await faultsOf(page), 'popup').toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: viewport === PHONE ? 'Search the map' : 'Marker, trail or latitude, longitude' }).click()
      await page.getByRole('searchbox').fill('bf')
      await expect(page.getByRole('dialog')).toContainText('BF10')
      expect(await faultsOf(page), 'search').toEqual([])
      await page.keyboard.press('Escape')
    }
  })
}
