import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator } from '@playwright/test'
import { violationsIn } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn, newEmail } from '../helpers/people.ts'

test('HOME-02 other sites can frame trail status as a page with the same card and no script, and can frame nothing else', {
  tag: '@core',
}, async ({ page }) => {
  const embed = await page.request.get('/embed/status')
  expect(await embed.text()).not.toContain('<script')
  expect(embed.headers()['content-security-policy']).toContain('frame-ancestors *')
  expect((await page.request.get('/')).headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    await page.goto('/embed/status')
    const card = page.getByRole('region', { name: 'Trails Information' })
    await expect(card.getByRole('listitem').filter({ hasText: 'Dreaming Pools' })).toContainText('Closed')
    await expect(card).toContainText(/Confirmed \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d/)
    await expect(card).toContainText(/As of \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
})

test('the line from docs/integrations.md shows trail status on another site’s page, down to a width of 280 px, without axe violations', async ({
  page,
  app,
}) => {
  const line = /<iframe .*<\/iframe>/.exec(await readFile(new URL('../../../docs/integrations.md', import.meta.url), 'utf8'))?.[0] ?? ''
  const frame = line.replace('https://trails.example.org', app.url)
  const club = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html')
    reply.end(`<!doctype html><html lang="en"><title>Club</title><main><h1>Our club</h1>${frame}</main>`)
  })
  await new Promise<void>((ready) => club.listen(0, '127.0.0.1', ready))
  try {
    for (const width of [280, 1000]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`http://127.0.0.1:${(club.address() as AddressInfo).port}/`)
      const framed = page.frameLocator('iframe')
      await expect(framed.getByRole('listitem')).toHaveCount(3)
      await expect(framed.getByRole('listitem').filter({ hasText: 'Dreaming Pools' })).toContainText('Closed')
      const root = framed.locator('html')
      expect(await root.evaluate((html) => html.scrollWidth - html.clientWidth)).toBeLessThanOrEqual(0)
      expect(await violationsIn(page)).toEqual([])
      const [, inner] = page.frames()
      if (!inner) throw new Error('the page has no frame')
      // axe rejects the automatic refresh, but a page left open for days must not show a stale "Open". The embedding page has the main
      // landmark and the level-one heading.
      expect(await violationsIn(inner, { except: ['meta-refresh', 'landmark-one-main', 'page-has-heading-one'] })).toEqual([])
    }
  } finally {
    club.close()
  }
})

test('anyone can subscribe to trail status emails, which start after they follow the link in a first email', async ({ page, mailbox }) => {
  const email = newEmail()
  await page.goto('/')
  await page.getByRole('link', { name: 'Get alerts' }).click()
  await expect(page).toHaveURL('/alerts')
  const send = page.getByRole('main').getByRole('button', { name: 'Send' })
  await expect(send).toBeDisabled()
  await page.getByRole('switch', { name: 'St Helens' }).check()
  await page.getByLabel('Email').fill(email)
  await send.click()
  await expect(page.getByText(`We’ve sent an email to ${email}.`)).toBeVisible()
  await page.goto(new URL(await mailbox.linkTo(email, /Confirm your trail alerts/)).href.replace(/^https?:\/\/[^/]+/, ''))
  await page.getByRole('button', { name: 'Send me trail status alerts' }).click()
  await expect(page.getByText('You’ll now get an email when the status of St Helens changes.')).toBeVisible()
})

test('T6 past the age limit, every view shows the status as not confirmed, with a duration or Hobart time, across a daylight-saving change', async ({
  page,
  app,
}) => {
  const { postedAt } = await (await page.request.get(`${app.url}/api/public/status`)).json()
  // After half a year and a change of daylight saving time, the update must still show its original time.
  const later = new Date(Date.parse(postedAt) + 182 * 86_400_000)
  const parts = (at: Date) =>
    Object.fromEntries(
      new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Australia/Hobart',
        day: '2-digit',
        month: 'short',
        year: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZoneName: 'longOffset',
      })
        .formatToParts(at)
        .map(({ type, value }) => [type, value]),
    )
  const post = parts(new Date(postedAt))
  expect(parts(later).timeZoneName).not.toBe(post.timeZoneName)
  const since = `not been confirmed since ${post.day}-${post.month?.slice(0, 3)}-${post.year} ${post.hour}:${post.minute}.`
  await page.clock.install({ time: later })
  await logIn(page, 'manager')
  const card = page.getByRole('region', { name: 'Trails Information' })
  await expect(card.getByText('Not confirmed for 182 days')).toHaveCount(3)
  await expect(card.getByText(/^Last status: /)).toHaveCount(3)
  const text = page.getByText(`Trail status has ${since} Riders see it as unknown`)
  await page.goto('/updates/add')
  await expect(text).toBeVisible()
  await page.goto('/management/updates')
  await expect(text).toBeVisible()
  await page.getByRole('main').getByRole('listitem').getByRole('link').last().click()
  await expect(page).toHaveURL(/\/updates\/view\//)
  await expect(page.getByRole('region', { name: 'What visitors see' }).getByText('Not confirmed for 182 days')).toHaveCount(3)

  // Readers without scripts see what the server renders.
  const built: string = new URL('../../../apps/web/dist/prerender/prerender.js', import.meta.url).href
  const { prerenderHome, prerenderEmbed } = await import(built)
  const data = await (await page.request.get(`${app.url}/api/public/page-data`)).json()
  for (const prerender of [prerenderHome, prerenderEmbed]) {
    const served = prerender(data, later.toISOString())
    expect(served.split(since.replace('not', 'Not').replace('.', ''))).toHaveLength(4)
    expect(served).not.toContain('>Closed<')
  }
})

test('by keyboard only, a visitor subscribes to status emails from home, and a manager changes the hazard reviewer up to Save', async ({
  page,
  mailbox,
}) => {
  const keys = page.keyboard
  /** No page has more stops than this limit, so reaching it means that the target can't be reached. */
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let stops = 0; stops < 60; stops++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await keys.press('Tab')
    }
    throw new Error('the target can’t be reached by Tab')
  }
  await page.goto('/')
  await tabTo(page.getByRole('link', { name: 'Get alerts' }))
  await keys.press('Enter')
  await expect(page).toHaveURL('/alerts')
  await tabTo(page.getByRole('switch', { name: 'Bay of Fires' }))
  await keys.press('Space')
  await expect(page.getByRole('switch', { name: 'Bay of Fires' })).toBeChecked()
  await tabTo(page.getByLabel('Email'))
  const email = newEmail()
  await keys.type(email)
  await keys.press('Enter')
  await expect(page.getByText(`We’ve sent an email to ${email}.`)).toBeVisible()
  expect((await mailbox.emailTo(email, /Confirm your trail alerts/)).text).toContain('Bay of Fires')

  await logIn(page, 'manager', '/management/users')
  await tabTo(page.getByRole('navigation', { name: 'Management' }).getByRole('link', { name: 'Settings' }))
  await keys.press('Enter')
  await expect(page).toHaveURL('/management/settings')
  await tabTo(page.getByLabel('Hazard reviewer'))
  await keys.press('Enter')
  await expect(page.getByRole('option', { name: 'Max Manager' })).toBeVisible()
  await keys.type('Max')
  await keys.press('Enter')
  // All e2e tests of a worker share this setting, so the test doesn't save it.
  await tabTo(page.getByRole('main').getByRole('button', { name: 'Save' }))
  await expect(page.getByLabel('Hazard reviewer')).toContainText('Max Manager')
})
