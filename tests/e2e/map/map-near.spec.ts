import type { Page } from '@playwright/test'
import { expectAccessibleNow } from '../helpers/axe.ts'
import { DESKTOP, expect, IS_FULL, PHONE, test } from '../helpers/e2e-test.ts'
import { at, dotsOf, drawn, ground, hashOf, marker, middleOf, openMap, panel, raw } from '../helpers/maps.ts'

type XY = [number, number]
type Shape = { what: string; corners: XY[] }

const ZOOM = 14
/** A shorter piece of a trail is no use for finding the way. */
const IN_VIEW_PX = 60
/** The space beside the buttons is too narrow for a name. */
const BESIDE_BUTTONS_PX = 14

const TRAILS: { name: string; paths: XY[][] }[] = raw('trails').features.map(
  ({ properties, geometry }: { properties: { name: string }; geometry: { type: string; coordinates: XY[] | XY[][] } }) => ({
    name: properties.name,
    paths: geometry.type === 'MultiLineString' ? geometry.coordinates : [geometry.coordinates],
  }),
)
const BOUNDS = { west: 148.206, east: 148.253, south: -41.384, north: -41.333 }

function pixelsOf([lng, lat]: XY): XY {
  const whole = 256 * 2 ** ZOOM
  return [((lng + 180) / 360) * whole, ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * whole]
}

/** Two convex shapes overlap unless a line along one of their sides separates them. */
function overlaps(one: Shape, other: Shape): boolean {
  const sides = [one, other].flatMap(({ corners }) =>
    corners.map(([x, y], i): XY => {
      const [nextX, nextY] = corners[(i + 1) % corners.length] ?? [x, y]
      return [nextY - y, x - nextX]
    }),
  )
  const range = ({ corners }: Shape, [x, y]: XY) => {
    const along = corners.map(([cx, cy]) => cx * x + cy * y)
    return [Math.min(...along), Math.max(...along)] as const
  }
  return sides.every((side) => {
    const [[from, to], [otherFrom, otherTo]] = [range(one, side), range(other, side)]
    return from < otherTo && otherFrom < to
  })
}

async function placedOn(page: Page): Promise<{ names: Shape[]; posts: Shape[]; buttons: Shape[]; size: XY }> {
  return ground(page).evaluate((map) => {
    type Label = { left: number; top: number; right: number; bottom: number; what: string }
    const { placedLabels, placedNames } = map as HTMLElement & {
      placedLabels: Label[]
      placedNames: { name: string; corners: [number, number][] }[]
    }
    const frame = map.getBoundingClientRect()
    const shape = (what: string, { left, top, right, bottom }: Omit<Label, 'what'>) => ({
      what,
      corners: [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ] as [number, number][],
    })
    const buttons = [...(map.parentElement?.querySelectorAll('button') ?? [])].flatMap((button) => {
      const { left, top, right, bottom, width } = button.getBoundingClientRect()
      const moved = { left: left - frame.left, top: top - frame.top, right: right - frame.left, bottom: bottom - frame.top }
      return width > 0 ? [shape(`button ${button.getAttribute('aria-label') ?? button.textContent}`, moved)] : []
    })
    return {
      names: placedNames.map(({ name, corners }) => ({ what: `name ${name}`, corners })),
      posts: placedLabels.filter(({ what }) => what.startsWith('post ')).map((label) => shape(label.what, label)),
      buttons,
      size: [frame.width, frame.height] as [number, number],
    }
  })
}

/** The names of trails with a piece in the part of the view that no button covers. */
function trailsInView(middle: XY, [width, height]: XY, buttons: readonly Shape[]): string[] {
  const [centerX, centerY] = pixelsOf(middle)
  const isOpen = (x: number, y: number) => {
    if (x < 4 || y < 4 || x > width - 4 || y > height - 40) return false
    return !buttons.some(({ corners: [[left, top] = [0, 0], , [right, bottom] = [0, 0]] }) => {
      const near = BESIDE_BUTTONS_PX
      return x > left - near && x < right + near && y > top - near && y < bottom + near
    })
  }
  return TRAILS.filter(({ paths }) => {
    let seen = 0
    for (const path of paths)
      for (const [i, point] of path.entries()) {
        const before = path[i - 1]
        if (!before) continue
        const [[x, y], [fromX, fromY]] = [pixelsOf(point), pixelsOf(before)]
        if (isOpen(x - centerX + width / 2, y - centerY + height / 2)) seen += Math.hypot(x - fromX, y - fromY)
      }
    return seen >= IN_VIEW_PX
  }).map(({ name }) => name)
}

async function moveTo(page: Page, [lng, lat]: XY) {
  await page.evaluate(
    (hash) => {
      performance.clearMarks('map drawn')
      location.assign(hash)
    },
    at({ lat, lng }, ZOOM),
  )
  await drawn(page)
}

async function problemsAt(page: Page, middle: XY): Promise<{ found: string[]; count: number }> {
  await moveTo(page, middle)
  const { names, posts, buttons, size } = await placedOn(page)
  const found: string[] = []
  const labels = [...names, ...posts.filter(({ corners: [[left] = [0], [right] = [0]] }) => right - left > 20)]
  for (const [i, name] of names.entries())
    for (const other of [...labels.slice(i + 1), ...buttons]) if (overlaps(name, other)) found.push(`${name.what} over ${other.what}`)
  const named = names.map(({ what }) => what)
  const inView = trailsInView(middle, size, buttons)
  for (const trail of inView) if (!named.includes(`name ${trail}`)) found.push(`no name ${trail}`)
  return { found: found.map((one) => `${middle} ${one}`), count: inView.length }
}

/** Evenly spread over St Helens. */
function middles(count: number): XY[] {
  const columns = Math.ceil(Math.sqrt(count))
  return Array.from({ length: count }, (_, i) => [
    BOUNDS.west + ((BOUNDS.east - BOUNDS.west) * ((i % columns) + 0.5)) / columns,
    BOUNDS.south + ((BOUNDS.north - BOUNDS.south) * (Math.floor(i / columns) + 0.5)) / Math.ceil(count / columns),
  ])
}

const SIZES = {
  phone: { size: PHONE, views: IS_FULL ? 111 : 9 },
  'narrow phone': { size: { width: 320, height: 640 }, views: IS_FULL ? 60 : 6 },
}

for (const [name, { size, views }] of Object.entries(SIZES))
  test(`MAP-LOOK every trail in view at zoom 14 (${name}) has its name, and names cover no plate, button or other name`, {
    tag: '@core',
  }, async ({ page, context }) => {
    test.setTimeout(IS_FULL ? 600_000 : 90_000)
    const { lat, lng } = marker('SH09')
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: lat, longitude: lng, accuracy: 8 })
    await page.setViewportSize(size)
    await openMap(page, `/map${at({ lat, lng }, ZOOM)}`)
    const found: string[] = []
    let trails = 0
    for (const middle of middles(views)) {
      const { found: here, count } = await problemsAt(page, middle)
      found.push(...here)
      trails += count
    }
    console.log(`${views} views, ${trails} trails in view`)
    expect(trails).toBeGreaterThan(views)
    expect(found).toEqual([])
  })

test('MAP-05 the position is shown from the start if location is allowed, and a drag ends following but keeps the position', {
  tag: '@core',
}, async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  const here = marker('SH09')
  await context.setGeolocation({ latitude: here.lat, longitude: here.lng, accuracy: 8 })
  await page.setViewportSize(PHONE)
  await openMap(page, `/map${at(here, 14)}`)
  const blue: [number, number, number] = [11, 107, 211]
  await expect.poll(() => dotsOf(page, blue)).toBeGreaterThan(200)
  const button = page.getByRole('button', { name: /^Locate/ })
  await expect(button).toHaveAccessibleName('Locate: off')
  // Only the nearest post has a plate at this zoom.
  const plates = () => placedOn(page).then(({ posts }) => posts.filter(({ corners: [[left] = [0], [right] = [0]] }) => right - left > 20))
  await expect.poll(async () => (await plates()).map(({ what }) => what)).toEqual(['post SH09'])
  await button.click()
  await button.click()
  await expect(button).toHaveAccessibleName('Locate: following')
  const { x, y } = await middleOf(ground(page))
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 60, y - 60, { steps: 4 })
  await page.mouse.up()
  await expect(button).toHaveAccessibleName('Locate: off')
  await expect.poll(() => dotsOf(page, blue)).toBeGreaterThan(200)
})

for (const [name, size] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
  test(`MAP-06 the context menu key drops a pin, whose coordinates can be copied (${name})`, { tag: '@core' }, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize(size)
    await openMap(page, '/map#-41.36500,148.22700,14')
    await page.keyboard.press('Tab')
    await ground(page).focus()
    await ground(page).dispatchEvent('contextmenu', { button: 0, bubbles: true, cancelable: true })
    const pin = panel(page, 'Pin at -41.36500, 148.22700')
    await expect(pin.getByRole('heading')).toBeFocused()
    await expect(pin.getByRole('link', { name: 'Report here' })).toHaveAttribute('href', '/report?at=-41.36500,148.22700')
    await expect(pin.getByRole('button', { name: 'Share' })).toBeVisible()
    await pin.getByRole('button', { name: 'Copy coordinates' }).click()
    await expect(page.getByText('Coordinates copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('-41.36500, 148.22700')
    await expectAccessibleNow(page, 'pin')
    await page.goBack()
    await expect(pin).toBeHidden()
    expect(hashOf(page)).toBe('#-41.36500,148.22700,14')
  })
