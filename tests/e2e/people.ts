/** The people of the e2e tests: those the sample data brings, and new ones. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

/** Of the sample people, who are the same for all e2e tests of a worker: a test that changes somebody makes their own. */
export const PASSWORD = 'trailwarden sample'
export type Sample = 'member' | 'manager' | 'admin'
export const emailOf = (who: Sample) => `${who}@example.org`

/** An address nobody has yet. */
export const newEmail = () => `rider-${randomBytes(6).toString('hex')}@example.org`

export async function fillLogin(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

/** Signs in through the screen and waits until the app knows it. */
export async function logIn(page: Page, who: Sample | { email: string; password?: string }, next = '/') {
  await page.goto(`/login?next=${encodeURIComponent(next)}`)
  await fillLogin(page, typeof who === 'string' ? emailOf(who) : who.email, typeof who === 'string' ? PASSWORD : who.password)
  await expect(page.getByText('You’re logged in')).toBeVisible()
  await expect(page).toHaveURL(next)
}

/** Registers a new member through the screen; they are then signed in. */
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

/** What the device stores of the person. */
export const storedProfile = (page: Page) => page.evaluate(() => localStorage.getItem('person:profile'))
