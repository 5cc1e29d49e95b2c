import type { Page } from '@playwright/test'
import { elsewhere } from '../helpers/actions.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { openHomeAtTree, openReport, sendReport } from '../helpers/reports.ts'

/** A sharp photo has many clearly different colours along a line. */
const busyIn = (page: Page, selector: string, left: number) =>
  page.locator(selector).evaluate(async (element, from) => {
    const picture = element as HTMLImageElement | HTMLCanvasElement
    if (picture instanceof HTMLImageElement) await picture.decode()
    const [width, height] =
      picture instanceof HTMLImageElement ? [picture.naturalWidth, picture.naturalHeight] : [picture.width, picture.height]
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')
    context?.drawImage(picture, 0, 0)
    const { data } = context?.getImageData(Math.round(width * from), Math.round(height / 2), Math.round(width * 0.1), 1) ?? { data: [] }
    let [least, most] = [255, 0]
    for (let i = 0; i < data.length; i += 4) {
      const bright = ((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0)) / 3
      ;[least, most] = [Math.min(least, bright), Math.max(most, bright)]
    }
    return most - least
  }, left)

/** Black and white stripes turn grey when blurred. */
const stripes = async (page: Page) =>
  Buffer.from(
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: 1200, height: 800 })
      const context = canvas.getContext('2d')
      for (let x = 0; x < 1200; x += 20) {
        if (context) context.fillStyle = (x / 20) % 2 ? '#fff' : '#000'
        context?.fillRect(x, 0, 20, 800)
      }
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9))
      return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())]
    }),
  )

test('PH6 PH7 a manager blurs a photo by pointer and keyboard, and the reporter sees only the blurred version', async ({
  page,
  context,
  browser,
  app,
}) => {
  test.slow()
  await openHomeAtTree(page, context)
  const number = await sendReport(page, { jpeg: await stripes(page) })
  await page.getByRole('link', { name: 'Follow this report' }).click()
  await expect(page).toHaveURL(/\/r\//)
  const reported = page.getByRole('img', { name: 'The reported problem' })
  // The server receives the photo after the report.
  await expect(async () => {
    await page.reload()
    await expect(reported).toBeVisible({ timeout: 2000 })
  }).toPass()

  const [office, manager] = await elsewhere(browser, app.url, 'manager', '/management/reports')
  await manager.setViewportSize(DESKTOP)
  const report = await openReport(manager, number)
  await manager.getByRole('button', { name: 'Blur faces and plates' }).click()
  const dialog = manager.getByRole('dialog', { name: 'Blur faces and plates' })
  const canvas = dialog.locator('canvas')
  await expect(dialog.getByRole('button', { name: 'Add a box' })).toBeEnabled()
  const at = await canvas.boundingBox()
  if (!at) throw new Error('no photo')
  const on = (x: number, y: number) => [at.x + at.width * x, at.y + at.height * y] as const

  await manager.mouse.move(...on(0.5, 0.3))
  await manager.mouse.down()
  await manager.mouse.move(...on(0.6, 0.4), { steps: 3 })
  await manager.mouse.move(...on(0.7, 0.6), { steps: 3 })
  await manager.mouse.up()
  const box = dialog.getByRole('button', { name: /^Box 1/ })
  await expect(box).toHaveAccessibleName(/50% from the left, 30% from the top, 20% wide, 30% high/)
  await manager.mouse.move(...on(0.55, 0.45))
  await manager.mouse.down()
  await manager.mouse.move(...on(0.65, 0.45), { steps: 4 })
  await manager.mouse.up()
  await expect(box).toHaveAccessibleName(/60% from the left/)
  await manager.mouse.move(...on(0.8, 0.6))
  await manager.mouse.down()
  await manager.mouse.move(...on(0.9, 0.8), { steps: 4 })
  await manager.mouse.up()
  await expect(box).toHaveAccessibleName(/30 % wide, 50 % high/)
  expect(await busyIn(manager, '[role=dialog] canvas', 0.7), 'what is shown beforehand').toBeLessThan(60)
  expect(await busyIn(manager, '[role=dialog] canvas', 0.2)).toBeGreaterThan(180)

  await dialog.getByRole('button', { name: 'Add a box' }).press('Enter')
  const second = dialog.getByRole('button', { name: /^Box 2/ })
  await expect(second).toBeFocused()
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowDown']) await manager.keyboard.press(key)
  await expect(second).toHaveAccessibleName(/38% from the left, 39% from the top, 21% wide, 21% high/)
  await manager.keyboard.press('Delete')
  await expect(second).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(second).toHaveCount(1)
  await second.focus()
  await expectAccessible(manager, 'blur')
  await manager.setViewportSize(DESKTOP)
  await dialog.getByRole('button', { name: 'Save blurred photo' }).click()
  await expect(manager.getByText('2 blurred · not public yet')).toBeVisible()
  const inQueue = 'figure img'
  await expect.poll(() => busyIn(manager, inQueue, 0.7)).toBeLessThan(60)
  expect(await busyIn(manager, inQueue, 0.2)).toBeGreaterThan(180)

  await page.reload()
  await expect(reported).toBeVisible()
  expect(await busyIn(page, 'img[alt="The reported problem"]', 0.7), 'by its link').toBeLessThan(60)
  await report.getByText('High', { exact: true }).click()
  await report.getByRole('button', { name: 'Accept as High' }).click()
  await expect(manager.getByText(`Accepted as ${number}`)).toBeVisible()
  await expect(report).toBeHidden()
  await office.close()
})
