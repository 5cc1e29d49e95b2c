import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { logIn, type Sample } from './people.ts'

/** A location in the area Bay of Fires, 940 m from its trail. */
export const HERE = { latitude: -41.17532, longitude: 148.1121, accuracy: 6.4 }

let made = 0
export const about = (what: string) => `${what} ${Date.now().toString(36)}${made++}`

export async function fillIn(page: Page, description: string) {
  await page.getByLabel('Brief description of problem').fill(description)
  await chooseArea(page)
}

/** On a phone, the area is one of the fields under More. */
export async function openMore(page: Page) {
  const area = page.getByLabel('Area')
  // On a desktop, More starts open, so a click before the form has loaded would close it.
  await expect(area).toBeAttached()
  if (!(await area.isVisible())) await page.getByText('More', { exact: true }).click()
  await expect(area).toBeVisible()
}

export async function chooseArea(page: Page, area: string | { index: number } = { index: 1 }) {
  await openMore(page)
  await page.getByLabel('Area').selectOption(area)
}

export async function addAction(page: Page, description: string) {
  await page.goto('/actions/add')
  await fillIn(page, description)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/actions/outstanding')
}

export const cardOf = (page: Page, description: string) => page.getByRole('listitem').filter({ hasText: description })
export const rowOf = (page: Page, description: string) => page.getByRole('row').filter({ hasText: description })

export async function open(page: Page, description: string) {
  await cardOf(page, description).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 2, name: description })).toBeVisible()
}

export async function resolve(page: Page, fix = 'Cleared.') {
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Resolve / })
  await dialog.getByLabel('What was done').fill(fix)
  const why = dialog.getByLabel('Why is there no photo of the fix?')
  if (await why.isVisible()) await why.fill('No camera with me')
  await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(dialog).toBeHidden()
}

export async function elsewhere(
  browser: Browser,
  url: string,
  who: Sample,
  next = '/actions/outstanding',
): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await logIn(page, who, next)
  return [context, page]
}

export async function photo(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
      canvas.getContext('2d')?.fillRect(0, 0, w / 2, h)
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
    },
    [width, height] as const,
  )
  return Buffer.from(base64, 'base64')
}

export async function goOffline(page: Page, context: BrowserContext) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await context.setOffline(true)
}

export async function takePhoto(page: Page, jpeg: Buffer) {
  const input = page.getByLabel('Photo', { exact: true }).and(page.locator('input'))
  await input.setInputFiles({ name: 'tree.jpg', mimeType: 'image/jpeg', buffer: jpeg })
  await expect(page.getByRole('img', { name: 'Photo as it will be sent' })).toBeVisible()
}

export async function openWaiting(page: Page) {
  await page.getByRole('status').locator('a[href="/waiting"]').click()
  await expect(page).toHaveURL('/waiting')
}

/** A screen reports a change as saved or deleted before the device has sent it, so tests wait for the server's response. */
export const nextPush = (page: Page) => page.waitForResponse((reply) => reply.url().endsWith('/api/push') && reply.ok())

export const make = (page: Page, patches: readonly object[]): Promise<string[]> =>
  page.evaluate(async (patches) => {
    const { epoch, personId } = await (await fetch('/api/pull')).json()
    const recordedAt = new Date().toISOString()
    const commands = patches.map((patch, i) => ({
      id: crypto.randomUUID(),
      n: i + 1,
      kind: 'action',
      recordId: crypto.randomUUID(),
      baseVersion: null,
      recordedAt,
      patch: { area: 'Blue Tier', ...patch },
    }))
    const reply = await fetch('/api/push', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-trailwarden-person': personId, 'x-trailwarden-epoch': epoch },
      body: JSON.stringify({ deviceId: crypto.randomUUID(), commands }),
    })
    const { answers } = await reply.json()
    if (answers.some(({ outcome }: { outcome: string }) => outcome !== 'applied')) throw new Error(JSON.stringify(answers))
    return commands.map(({ recordId }) => recordId)
  }, patches)
