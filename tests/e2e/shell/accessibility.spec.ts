import { chooseArea, goOffline, openWaiting } from '../helpers/actions.ts'
import { expectAccessible, expectAccessibleNow } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

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
  '/alerts',
  '/account/settings',
  '/offline',
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
  '/change-password',
  '/passkeys',
  '/delete-account',
  '/management/users',
  '/management/updates',
  '/management/points',
  '/management/settings',
  '/management/audit-log',
  '/updates/add',
  '/users/add',
  '/geopoints/add',
  '/users/edit/00000000-0000-4000-8000-000000000001',
  '/users/view/00000000-0000-4000-8000-000000000001',
]

for (const path of ROUTES) {
  test(`axe finds no violations on ${path}, on phone and desktop, light and dark`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('main').locator(':not(:empty):visible').first()).toBeVisible()
    await expectAccessible(page)
  })
}

test('detects text that is too dark for the dark theme, and a button without a name', async ({ page }) => {
  await page.goto('/404')
  const plant = (tag: string, text: string) =>
    page.getByRole('main').evaluate(
      (main, [tag, text]) => {
        const planted = document.createElement(tag)
        planted.style.color = '#10212a'
        planted.textContent = text
        main.append(planted)
      },
      [tag, text] as const,
    )
  await expectAccessible(page)
  await plant('p', 'Fallen tree')
  await expect(expectAccessible(page)).rejects.toThrow(/dark[\s\S]*color-contrast: <p/)
  await page.reload()
  await expect(page.getByRole('main').locator(':not(:empty):visible').first()).toBeVisible()
  await plant('button', '')
  await expect(expectAccessible(page)).rejects.toThrow(/button-name/)
})

test('axe finds no violations on the Action screens', { tag: '@service-worker' }, async ({ page, context }) => {
  test.slow()
  await logIn(page, 'manager', '/actions/add')
  const expectNothing = async (where: string) => {
    await page.getByRole('button', { name: 'Dismiss' }).first().waitFor({ state: 'hidden' })
    await expectAccessible(page, where)
  }
  const description = 'Bridge board'
  await page.getByLabel('Brief description of problem').fill(description)
  await chooseArea(page)
  await expectNothing('add')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(description)).toBeVisible()
  await expectNothing('list')
  await page.getByRole('link', { name: description }).first().click()
  await expect(page.getByText('No notes')).toBeVisible()
  await expectNothing('view')
  await page.getByRole('link', { name: 'Edit' }).last().click()
  await expect(page.getByLabel('Brief description of problem')).toHaveValue(description)
  await expectNothing('edit')
  await goOffline(page, context)
  await page.getByRole('textbox', { name: /^Detail/ }).fill('Loose')
  await page.getByRole('button', { name: 'Save' }).click()
  await openWaiting(page)
  await expectNothing('waiting')
})

test('axe finds no violations in the search dialog', async ({ page }) => {
  await page.goto('/help')
  await page.getByRole('button', { name: 'Search help' }).click()
  await page.getByRole('combobox').fill('signal')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
})

for (const half of [0, 1]) {
  const routes = SIGNED_IN_ROUTES.filter((_, i) => i % 2 === half)
  test(`axe finds no violations on the screens of logged-in people: ${routes.join(' ')}`, async ({ page }) => {
    test.slow()
    await logIn(page, 'manager')
    for (const path of routes) {
      await page.goto(path)
      await expect(page.locator('main, [role=dialog]').locator('h2, label, table, li').first()).toBeVisible()
      await expect(page.getByText('You’re logged in')).toBeHidden()
      await expectAccessible(page, path)
      for (const size of [DESKTOP, PHONE]) {
        await page.setViewportSize(size)
        // A table becomes cards one frame after the width changes.
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
      }
    }
  })
}

test('axe finds no violations in forms with errors or in their confirmation dialogs', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/register')
  for (const label of ['Display name', 'Email', 'Password']) {
    await page.getByLabel(label, { exact: true }).fill('1')
    await page.getByLabel(label, { exact: true }).blur()
  }
  await expect(page.getByRole('alert')).toHaveCount(3)
  await expectAccessible(page, 'errors')
  await page.goto('/')
  await logIn(page, 'manager', '/users/edit/00000000-0000-4000-8000-000000000001')
  await page.getByRole('textbox', { name: 'Phone' }).fill('0491 570 156')
  await page.getByRole('button', { name: 'Delete user' }).click()
  await expectAccessible(page, 'delete?')
  await page.keyboard.press('Escape')
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Add' }).last().click()
    await page.getByRole('menuitem', { name: 'Add a user' }).waitFor()
    await expectAccessibleNow(page, 'quick add')
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Add' }).last().click()
  await page.getByRole('menuitem', { name: 'Add a user' }).click()
  await expect(page.getByRole('dialog', { name: 'Abandon unsaved changes?' })).toBeVisible()
  await expectAccessible(page, 'abandon?')
})

for (const [name, open] of Object.entries({ Menu: 'Main menu', Emergency: 'Emergency' })) {
  test(`axe finds no violations in the dialog that ${name} opens`, async ({ page }) => {
    await page.goto('/')
    await page
      .getByRole(name === 'Menu' ? 'button' : 'link', { name })
      .last()
      .click()
    await expect(page.getByRole('dialog', { name: open })).toBeVisible()
    await expectAccessibleNow(page)
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
  test(`${path} doesn’t scroll sideways from 320 to 1920 px`, async ({ page }) => {
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

test('axe finds no violations on the map, its layers, list, popup and search', async ({ page }) => {
  test.slow()
  await page.goto('/map')
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    await expect(page.getByRole('application').locator('canvas').first()).toBeAttached()
    if (viewport === PHONE) {
      await expectAccessibleNow(page, 'networks')
      // At lower zooms, a phone shows only the buttons for layers and location.
      await page.goto('/map#-41.19,148.1,13')
      await page.reload()
    }
    for (const [button, title] of Object.entries({ Layers: 'Layers', 'Trails in view': 'Trails in view' })) {
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expectAccessibleNow(page, title)
      await page.getByRole('region', { name: title }).getByRole('button', { name: 'Close' }).click()
    }
    await page.goto('/map?show=emergency-markers:BF17#-41.17046,148.12125,15')
    await expect(page.getByRole('heading', { name: 'BF17' })).toBeVisible()
    for (const section of await page.locator('summary').all()) await section.click()
    await expectAccessibleNow(page, 'popup')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: viewport === PHONE ? 'Search the map' : 'Trail, post or place' }).click()
    await page.getByRole('combobox').fill('bf')
    await expect(page.getByRole('dialog')).toContainText('BF10')
    await expectAccessibleNow(page, 'search')
    await page.keyboard.press('Escape')
  }
})
