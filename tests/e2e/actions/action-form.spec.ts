import type { Page } from '@playwright/test'
import { about, elsewhere, goOffline, HERE, nextPush, open, photo, takePhoto } from '../helpers/actions.ts'
import { expect, test } from '../helpers/e2e-test.ts'
import { panel } from '../helpers/maps.ts'
import { choosePerson, logIn } from '../helpers/people.ts'

const cutOff = (page: Page) =>
  page.locator('form').evaluate((form) =>
    [...form.querySelectorAll<HTMLElement>('*')]
      .filter((one) => one instanceof HTMLElement && !one.matches('input[type=file], textarea, select, canvas, [aria-hidden=true] *'))
      .filter((one) => {
        const { overflowX, overflowY, clipPath } = getComputedStyle(one)
        if (clipPath !== 'none' || one.clientWidth <= 1) return false
        const isWide = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'
        const isCut = overflowX !== 'visible' && overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1
        return isWide || isCut
      })
      .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)} ${one.scrollWidth}>${one.clientWidth}`),
  )

async function expectNothingCut(page: Page, where: string) {
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: width === 320 ? 700 : 844 })
    expect(await cutOff(page), `${where}, ${width}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${where}, ${width}`).toBeLessThanOrEqual(0)
  }
}

test('UX-2.3 a new Action shows photo and map in one card with their buttons and location below; nothing is cut off at 390, 360 and 320 px', async ({
  page,
  context,
}) => {
  test.slow()
  // Without location permission, the card shows its longest message.
  await logIn(page, 'manager', '/actions/add')
  await expect(panel(page, 'Photo and place')).toContainText('Location is off for this site. Turn it on, or choose the place on the map.')
  await expectNothingCut(page, 'without a place')

  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(HERE)
  await page.reload()
  const card = panel(page, 'Photo and place')
  await expect(card).toContainText('940 m south-west of Bay of Fires')
  await expect(card).toContainText('Bay of Fires · accurate to 7 m')
  await expect(card).toContainText('-41.17532, 148.11210')
  await expect(card.getByRole('button', { name: 'Take a photo' })).toBeVisible()
  await expectNothingCut(page, 'with a place')
  await takePhoto(page, await photo(page, 800, 600))
  await page.getByLabel('In a few words').fill('Fallen tree across the trail')
  await expectNothingCut(page, 'with a photo')

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const boxOf = async (part: ReturnType<typeof card.locator>) => {
      const box = await part.boundingBox()
      if (!box) throw new Error('the element is not visible')
      return box
    }
    const picture = await boxOf(card.getByRole('img', { name: 'As it will be sent' }))
    const map = await boxOf(card.locator('canvas').first())
    expect(Math.abs(picture.width - map.width)).toBeLessThanOrEqual(2)
    expect(Math.abs(picture.y - map.y)).toBeLessThanOrEqual(2)
    expect(Math.abs(picture.height - map.height)).toBeLessThanOrEqual(2)
    const another = await boxOf(card.getByRole('button', { name: 'Add another' }))
    const move = await boxOf(card.getByRole('button', { name: 'Move the pin' }))
    expect(another.y).toBeGreaterThanOrEqual(picture.y + picture.height - 1)
    expect(Math.abs(another.y - move.y)).toBeLessThanOrEqual(1)
    for (const { height } of [another, move]) expect(height).toBeGreaterThanOrEqual(48)
    const words = await boxOf(card.getByText('Bay of Fires · accurate to 7 m'))
    expect(words.y).toBeGreaterThan(move.y + move.height)
  }
  await card.getByRole('button', { name: 'Find me' }).click()
  await expect(card).toContainText('accurate to 7 m')
})

test('UX-1.7 the Blue Tier area offers its network’s trails, and the server accepts them', async ({ page }) => {
  await logIn(page, 'member', '/actions/add')
  await page.getByRole('radio', { name: 'Blue Tier' }).check()
  const trail = page.getByLabel('Trail')
  await expect(trail.getByRole('option')).toHaveText(['Not on a trail', 'Bay of Fires', 'Blue Tier'])
  await trail.selectOption('Blue Tier')
  const description = `Loose plank ${Date.now().toString(36)}`
  await page.getByLabel('In a few words').fill(description)
  const sent = page.waitForResponse((reply) => reply.url().endsWith('/api/push') && reply.ok())
  await page.getByRole('button', { name: 'Save' }).click()
  await sent
  await page.getByRole('link', { name: description }).first().click()
  await expect(page.getByRole('heading', { level: 2, name: description })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Needs attention')
  await expect(panel(page, 'Details')).toContainText('TrailBlue Tier')
})

test('UX-2.11 the default reviewer appears once in Assigned To', async ({ browser, privateApp }) => {
  const [context, page] = await elsewhere(browser, privateApp.url, 'admin', '/management/settings')
  await choosePerson(page.getByLabel('Hazard reviewer'), 'Max')
  const saved = nextPush(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await saved
  await page.goto('/actions/add')
  const assignee = page.getByLabel('Assigned To')
  await expect(assignee).toHaveText('Max Manager')
  await assignee.click()
  await expect(page.getByRole('option', { name: 'Alex Admin' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Max Manager' })).toHaveCount(1)
  await expect(page.getByRole('option', { name: 'Max Manager' })).toHaveAttribute('aria-selected', 'true')
  await context.close()
})

test('ACT-CATEGORY a tile sets the category and fills in the description unless it was edited, works offline, and is sent with the rest', {
  tag: '@core',
}, async ({ page, context }) => {
  await logIn(page, 'member')
  await goOffline(page, context)
  await page.goto('/actions/add')
  const tiles = page.getByRole('group', { name: 'What’s wrong?' })
  const words = page.getByLabel('In a few words')
  await expect(tiles.getByRole('radio')).toHaveCount(6)
  await tiles.getByRole('radio', { name: 'Fallen tree' }).check()
  await expect(words).toHaveValue('Fallen tree across the trail')
  await tiles.getByRole('radio', { name: 'Overgrown' }).check()
  await expect(words).toHaveValue('Trail overgrown')
  const description = about('Blackberries over the inside line')
  await words.fill(description)
  await tiles.getByRole('radio', { name: 'Something else' }).check()
  await expect(words).toHaveValue(description)
  await tiles.getByRole('radio', { name: 'Overgrown' }).check()
  await page.getByRole('group', { name: 'Area' }).getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Save' }).click()
  await open(page, description)
  await expect(panel(page, 'Details')).toContainText('CategoryOvergrown')
  const sent = nextPush(page)
  await context.setOffline(false)
  await sent
  await page.reload()
  await expect(panel(page, 'Details')).toContainText('CategoryOvergrown')
})
