import AxeBuilder from '@axe-core/playwright'
import { logIn } from './people.ts'
import { DESKTOP, expect, PHONE, test } from './story.ts'

const ROUTES = ['/', '/404', '/information/about', '/information/emergency', '/information/trails-information', '/help']

for (const path of ROUTES) {
  for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    for (const theme of ['light', 'dark']) {
      test(`axe finds nothing on ${path} (${size}, ${theme})`, async ({ page }) => {
        await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
        await page.setViewportSize(viewport)
        await page.goto(path)
        await expect(page.getByRole('main').locator(':not(:empty)').first()).toBeVisible()
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
      })
    }
  }
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  for (const theme of ['light', 'dark']) {
    test(`axe finds nothing on the action screens (${size}, ${theme})`, async ({ page }) => {
      test.setTimeout(120_000)
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      await page.setViewportSize(viewport)
      await logIn(page, 'manager', '/actions/add')
      const expectNothing = async () => {
        await page.getByRole('button', { name: 'Dismiss' }).first().waitFor({ state: 'hidden' })
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
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
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
    })
  }
}

for (const [name, open] of Object.entries({ Menu: 'Main menu', Emergency: 'Call 000?' })) {
  test(`axe finds nothing in the dialog behind ${name}`, async ({ page }) => {
    await page.goto('/')
    await page
      .getByRole(name === 'Menu' ? 'button' : 'link', { name })
      .last()
      .click()
    await expect(page.getByRole('dialog', { name: open })).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map((one) => one.id)).toEqual([])
  })
}

for (const path of ['/', '/information/trails-information', '/information/emergency', '/help']) {
  for (const width of [320, 360, 430, 1024, 1280, 1920]) {
    test(`${path} does not scroll sideways at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    })
  }
}
