import { randomBytes } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Mailbox } from '@trailwarden/testkit/servers/mailbox'

/** All e2e tests in a worker share these people, so a test that changes a person must create a new one. */
export const PASSWORD = 'trailwarden sample'
export type Sample = 'member' | 'manager' | 'admin'
export const emailOf = (who: Sample) => `${who}@example.org`

export const newEmail = () => `rider-${randomBytes(6).toString('hex')}@example.org`

export async function fillLogin(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

/** Skipping the login screen on a new page saves seconds in most tests. */
export async function logIn(page: Page, who: Sample | { email: string; password?: string }, next = '/') {
  const [email, password = PASSWORD] = typeof who === 'string' ? [emailOf(who)] : [who.email, who.password]
  if (page.url() === 'about:blank' && page.context().pages().length === 1) await logInPastTheScreen(page, email, password, next)
  else {
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await fillLogin(page, email, password)
    await expect(page.getByText('You’re logged in')).toBeVisible()
  }
  await expect(page).toHaveURL(next)
}

async function logInPastTheScreen(page: Page, email: string, password: string, next: string) {
  await page.route('/nothing', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/nothing')
  await page.unroute('/nothing')
  const { origin } = new URL(page.url())
  const reply = await page.request.post('/api/account/login', { data: { email, password }, headers: { origin } })
  expect(reply.ok(), await reply.text()).toBe(true)
  const { person } = await reply.json()
  // The login page stores the session in this way (apps/web/src/data/session.ts).
  await page.evaluate((profile) => localStorage.setItem('person:profile', profile), JSON.stringify(person))
  await page.goto(next)
}

export async function register(page: Page, { displayName = 'Robin Hill', email = newEmail(), password = PASSWORD } = {}) {
  await page.goto('/register')
  await page.getByLabel('Display name').fill(displayName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Account created')).toBeVisible()
  await expect(page).toHaveURL('/')
  return { displayName, email, password }
}

export async function inviteManager(page: Page, theirs: Page, mailbox: Mailbox, displayName: string) {
  const email = newEmail()
  await page.goto('/users/add')
  await page.getByLabel('Name').fill(displayName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role').selectOption('Manager')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Person added')).toBeVisible()
  await theirs.goto(await mailbox.linkTo(email, /Your account/))
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await theirs.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs).toHaveURL('/login')
  return { email, password: PASSWORD }
}

export async function choosePerson(opener: Locator, typed: string) {
  await opener.click()
  const field = opener.page().getByRole('dialog').getByRole('combobox')
  await field.fill(typed)
  await expect(opener.page().getByRole('option')).toHaveCount(1)
  await field.press('Enter')
  await expect(field).toBeHidden()
}

export const storedProfile = (page: Page) => page.evaluate(() => localStorage.getItem('person:profile'))
