import type { Locator, Page } from '@playwright/test'
import { about, cardOf, chooseArea, elsewhere, goOffline, HERE, nextPush, open, openMore, photo, takePhoto } from '../helpers/actions.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/e2e-test.ts'
import { panel } from '../helpers/maps.ts'
import { choosePerson, logIn } from '../helpers/people.ts'
import { positionOf } from '../helpers/places.ts'

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

test('UX-2.3 a new Action shows tiles, photo and location in this order; nothing is cut off at 390, 360 and 320 px', async ({
  page,
  context,
}) => {
  test.slow()
  // Without location permission, the place has its longest message.
  await logIn(page, 'manager', '/actions/add')
  await openMore(page)
  const place = panel(page, 'Location')
  await expect(place).toContainText('Where is it?Location is off for this site.')
  await expectNothingCut(page, 'without a place')

  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(HERE)
  await page.reload()
  await expect(place).toContainText('940 m south-west of Bay of Fires')
  await expect(place).toContainText('Bay of Fires · accurate to 7 m')
  await expectNothingCut(page, 'with a place')
  await takePhoto(page, await photo(page, 800, 600))
  await page.getByLabel('Brief description of problem').fill('Fallen tree across the trail')
  await expectNothingCut(page, 'with a photo')
  await expectAccessible(page, 'the form')

  const top = async (part: Locator) => {
    const box = await part.boundingBox()
    if (!box) throw new Error('the element is not visible')
    return box.y
  }
  const tops = [
    page.getByRole('group', { name: 'What’s wrong?' }),
    panel(page, 'Photos'),
    place,
    page.getByText('Someone could get hurt here'),
  ]
  const order = await Promise.all(tops.map(top))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  const move = await page.getByRole('button', { name: 'Move the pin' }).boundingBox()
  expect(move?.height).toBeGreaterThanOrEqual(48)
})

test('ACT-01 a member adds an Action, and a visitor reports a problem, in three taps without scrolling on a phone', {
  tag: '@core',
}, async ({ page, context }) => {
  test.slow()
  await page.setViewportSize(PHONE)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(HERE)
  const countTaps = async (send: string) => {
    let taps = 0
    const tap = async (target: Locator) => {
      await expect(target).toBeInViewport({ ratio: 1 })
      await target.click()
      taps++
    }
    const form = page.locator('form')
    await tap(page.getByRole('main').getByRole('link', { name: 'Report a problem' }).first())
    await expect(form).toContainText('accurate to 7 m')
    await tap(form.getByText('Fallen tree', { exact: true }))
    await tap(page.getByRole('button', { name: send }))
    return taps
  }
  await page.goto('/')
  expect(await countTaps('Send report')).toBe(3)
  await expect(page.locator('output')).toHaveText(/^\d{4}$/)
  await logIn(page, 'member', '/')
  expect(await countTaps('Save')).toBe(3)
  await expect(page).toHaveURL('/actions/outstanding')
  await expect(cardOf(page, 'Fallen tree across the trail').first()).toBeVisible()
})

test('ACT-01 "Something else" needs a few words or a photo, and Send asks for a missing location', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/report')
  await page.locator('form').getByText('Something else', { exact: true }).click()
  const send = page.getByRole('button', { name: 'Send report' })
  const pin = page.getByRole('dialog', { name: 'Move the pin' })
  await expect(panel(page, 'Location')).toContainText('Where is it?')
  await send.click()
  await expect(pin).toBeVisible()
  await pin.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(pin).toBeHidden()
  await send.click()
  await expect(page.getByText('Describe the problem or add a photo.')).toBeVisible()
  await expect(page.getByLabel('Anything else?')).toBeFocused()
  await page.getByLabel('Anything else?').fill('A dog on the loose')
  await send.click()
  await expect(page.locator('output')).toHaveText(/^\d{4}$/)
})

test('MAP-PIN the pin steps 50 m along the trail, also by keyboard, counts from a post, and Back leaves the form unchanged', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const { latitude, longitude } = await positionOf(page, 'BF17')
  await page.goto(`/report?at=${latitude},${longitude}`)
  const place = panel(page, 'Location')
  const pin = page.getByRole('dialog', { name: 'Move the pin' })
  const words = pin.getByRole('heading', { level: 3 })
  const openPin = () => page.getByRole('button', { name: 'Move the pin' }).click()
  await expect(place).toContainText('At BF17')
  await openPin()
  await expect(pin.locator('canvas').first()).toBeAttached()
  await pin.getByRole('button', { name: '50 m on' }).click()
  await expect(words).toHaveText('50 m after BF17, towards BF18')
  await expect(pin.getByRole('status')).toHaveText('50 m after BF17, towards BF18')
  await pin.getByRole('button', { name: '50 m back' }).click()
  await expect(words).toHaveText('At BF17')
  await pin.getByRole('application').press('PageUp')
  await expect(words).toHaveText('50 m after BF17, towards BF18')
  await pin.getByText('Measure from a post instead').click()
  await pin.getByLabel('Post').selectOption('BF10')
  await pin.getByLabel('Metres past it').fill('120')
  await expect(words).toHaveText('120 m after BF10, towards BF11')
  await pin.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(place).toContainText('At BF17')
  await openPin()
  const on = await pin.getByRole('button', { name: '50 m on' }).boundingBox()
  await page.mouse.move((on?.x ?? 0) + 30, (on?.y ?? 0) + 20)
  await page.mouse.down()
  await expect(words).toHaveText(/^([2-9]\d0 m|1 km|1\.\d+ km) after BF17|after BF18/)
  await page.mouse.up()
  const chosen = String(await words.textContent())
  await pin.getByRole('button', { name: 'Use this location' }).click()
  await expect(place).toContainText(chosen)
})

test('UX-1.7 the Blue Tier area offers its network’s trails, and the server accepts them', async ({ page }) => {
  await logIn(page, 'member', '/actions/add')
  await chooseArea(page, 'Blue Tier')
  const trail = page.getByLabel('Trail')
  await expect(trail.getByRole('option')).toHaveText(['Not on a trail', 'Bay of Fires', 'Blue Tier'])
  await trail.selectOption('Blue Tier')
  const description = `Loose plank ${Date.now().toString(36)}`
  await page.getByLabel('Brief description of problem').fill(description)
  const sent = page.waitForResponse((reply) => reply.url().endsWith('/api/push') && reply.ok())
  await page.getByRole('button', { name: 'Save' }).click()
  await sent
  await page.getByRole('link', { name: description }).first().click()
  await expect(page.getByRole('heading', { level: 2, name: description })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Needs attention')
  await expect(panel(page, 'Details')).toContainText('TrailBlue Tier')
})

test('UX-2.11 the default reviewer appears once in Assigned To', { tag: '@service-worker' }, async ({ browser, privateApp }) => {
  const [context, page] = await elsewhere(browser, privateApp.url, 'admin', '/management/settings')
  await choosePerson(page.getByLabel('Hazard reviewer'), 'Max')
  const saved = nextPush(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await saved
  await page.goto('/actions/add')
  await openMore(page)
  const assignee = page.getByLabel('Assigned To')
  await expect(assignee).toHaveText('Max Manager')
  await assignee.click()
  await expect(page.getByRole('option', { name: 'Alex Admin' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Max Manager' })).toHaveCount(1)
  await expect(page.getByRole('option', { name: 'Max Manager' })).toHaveAttribute('aria-selected', 'true')
  await context.close()
})

test('ACT-CATEGORY a tile sets the category and fills in the description unless it was edited, works offline, and is sent with the rest', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context }) => {
  await logIn(page, 'member')
  await goOffline(page, context)
  await page.goto('/actions/add')
  const tiles = page.getByRole('group', { name: 'What’s wrong?' })
  const words = page.getByLabel('Brief description of problem')
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
  await chooseArea(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await open(page, description)
  await expect(panel(page, 'Details')).toContainText('CategoryOvergrown')
  const sent = nextPush(page)
  await context.setOffline(false)
  await sent
  await page.reload()
  await expect(panel(page, 'Details')).toContainText('CategoryOvergrown')
})
