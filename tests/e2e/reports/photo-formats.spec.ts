import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { goOffline } from '../helpers/actions.ts'
import { expect, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

type Photo = { name: string; mimeType: string; buffer: Buffer }

const red = () => sharp({ create: { width: 64, height: 48, channels: 4, background: { r: 200, g: 40, b: 40, alpha: 1 } } })

const readPhotos = async (): Promise<Photo[]> => [
  { name: 'tree.png', mimeType: 'image/png', buffer: await red().png().toBuffer() },
  { name: 'tree.webp', mimeType: 'image/webp', buffer: await red().webp().toBuffer() },
  { name: 'tree.jpg', mimeType: 'image/jpeg', buffer: await red().jpeg().toBuffer() },
]

/** A file with HEVC, like those of iPhones. */
const HEIC: Photo = { name: 'tree.heic', mimeType: 'image/heic', buffer: readFileSync(join(import.meta.dirname, 'photos/trail.heic')) }

const chooser = (page: Page) => page.getByLabel('Photo', { exact: true }).and(page.locator('input'))
const shown = (page: Page) => page.getByRole('img', { name: 'Photo as it will be sent' })
const sizeOf = (page: Page) =>
  shown(page)
    .first()
    .evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])

/** Android sends the same request when someone shares photos with the installed app. */
const sharePhotos = (page: Page, photos: readonly Photo[]) =>
  page.evaluate(
    (files) => {
      const form = Object.assign(document.createElement('form'), { action: '/report', method: 'post', enctype: 'multipart/form-data' })
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photos', multiple: true })
      const chosen = new DataTransfer()
      for (const { name, type, base64 } of files)
        chosen.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name, { type }))
      input.files = chosen.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    photos.map(({ name, mimeType: type, buffer }) => ({ name, type, base64: buffer.toString('base64') })),
  )

test('ACT-14 accepts JPEG, PNG and WebP photos, and refuses other files and unreadable HEIC photos with a reason', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/report')
  await chooser(page).setInputFiles({ name: 'tree.gif', mimeType: 'image/gif', buffer: Buffer.from('gif') })
  await expect(page.getByText('You can add JPEG, PNG, WebP and HEIC photos.')).toBeVisible()
  await chooser(page).setInputFiles(HEIC)
  await expect(page.getByText('This browser can’t read HEIC photos. Choose a JPEG, PNG or WebP photo.')).toBeVisible()
  await chooser(page).setInputFiles(await readPhotos())
  await expect(shown(page).first()).toBeVisible()
  expect(await sizeOf(page)).toEqual([64, 48])
  await expect(page.getByRole('button', { name: /^3 photos/ })).toBeVisible()
})

test('PWA-03 a photo that is shared with the app without signal opens the report form with the photo', { tag: '@service-worker' }, async ({
  page,
  context,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await goOffline(page, context)
  await sharePhotos(page, (await readPhotos()).slice(0, 1))
  await expect(page).toHaveURL(/\/report\?shared$/)
  await expect(shown(page).first()).toBeVisible()
  expect(await sizeOf(page)).toEqual([64, 48])
  // The photo is now in the draft, so a reload doesn't add it a second time.
  await expect.poll(() => page.evaluate(() => caches.has('shared-photos'))).toBe(false)
  await page.reload()
  await expect(page.getByText('We’ve restored your unsaved draft.')).toBeVisible()
  await expect(shown(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^1 photo/ })).toBeVisible()
})

test('PWA-03 for logged-in people, a shared photo opens Add an Action', { tag: '@service-worker' }, async ({ page, context }) => {
  await logIn(page, 'member')
  await goOffline(page, context)
  await sharePhotos(page, (await readPhotos()).slice(1, 2))
  await expect(page).toHaveURL(/\/actions\/add\?shared/)
  await expect(shown(page).first()).toBeVisible()
})
