import { logIn, newEmail } from './people.ts'
import { DESKTOP, expect, PHONE, test } from './story.ts'

test('HOME-02 trail status as a page for other sites’ frames: the same card, without a script; nothing else may be framed', async ({
  page,
}) => {
  const embed = await page.request.get('/embed/status')
  expect(await embed.text()).not.toContain('<script')
  expect(embed.headers()['content-security-policy']).toContain('frame-ancestors *')
  expect((await page.request.get('/')).headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    await page.goto('/embed/status')
    const card = page.getByRole('region', { name: 'Trails Information' })
    await expect(card.getByRole('listitem').filter({ hasText: 'Dreaming Pools' })).toContainText('Closed')
    await expect(card).toContainText(/Updated .*, (just now|\d+ min ago)/)
    await expect(card).toContainText(/As of \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
})

test('anyone gets trail status by mail after following the link in a first letter', async ({ page, mailbox }) => {
  const email = newEmail()
  await page.goto('/')
  await page.getByRole('link', { name: 'Trail status by mail' }).click()
  await expect(page).toHaveURL('/subscribe')
  const send = page.getByRole('main').getByRole('button', { name: 'Send' })
  await expect(send).toBeDisabled()
  await page.getByRole('radio', { name: 'St Helens' }).check()
  await page.getByLabel('Email').fill(email)
  await send.click()
  await expect(page.getByText(`A letter is on its way to ${email}.`)).toBeVisible()
  await page.goto(new URL(await mailbox.linkTo(email, /Confirm trail status/)).href.replace(/^https?:\/\/[^/]+/, ''))
  await page.getByRole('button', { name: 'Send me trail status' }).click()
  await expect(page.getByText('From now on you get a letter when the status of St Helens changes.')).toBeVisible()
})

test('T6 past the age limit every view says "not confirmed since", in Hobart’s time as it was at the post, across a daylight-saving change', async ({
  page,
  app,
}) => {
  const { postedAt } = await (await page.request.get(`${app.url}/api/public/status`)).json()
  // Half a year on: the clocks have changed on the way, and the time of the post has not.
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
  const since = `not confirmed since ${post.day}-${post.month?.slice(0, 3)}-${post.year} ${post.hour}:${post.minute}.`
  await page.clock.install({ time: later })
  await logIn(page, 'manager')
  const card = page.getByRole('region', { name: 'Trails Information' })
  await expect(card.getByText(since)).toHaveCount(3)
  await expect(card.getByText('Unknown', { exact: true })).toHaveCount(3)
  await page.goto('/management/updates')
  await page.getByRole('main').getByRole('listitem').getByRole('link').last().click()
  await expect(page).toHaveURL(/\/updates\/view\//)
  await expect(card.getByText(since)).toHaveCount(3)
})
