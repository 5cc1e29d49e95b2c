import type { Page } from '@playwright/test'
import { about, addAction, elsewhere, goOffline, nextPush, open } from '../helpers/actions.ts'
import { expectAccessibleNow } from '../helpers/axe.ts'
import { expect, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

const ratingOf = (page: Page, rating: string) => page.getByRole('main').getByText(rating, { exact: true }).first()

async function rate(page: Page, rating: string) {
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByText(rating, { exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
}

test('SYN-2 a rating selected offline doesn’t replace a newer one; its author sees both and selects one', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context, browser, app }) => {
  await logIn(page, 'manager')
  const description = about('Washed-out berm')
  await addAction(page, description)
  await open(page, description)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  const address = page.url()
  const [other, theirs] = await elsewhere(browser, app.url, 'admin')
  await theirs.goto(address)
  await expect(theirs.getByRole('heading', { level: 2, name: description })).toBeVisible()

  /** The administrator's rating arrives before the manager's, which was made offline. */
  const rateBoth = async (late: string, newer: string) => {
    await goOffline(page, context)
    await rate(page, late)
    await expect(page.getByText(/^Saved on this phone\./).first()).toBeVisible()
    const savedAt = Date.now()
    const pushed = nextPush(theirs)
    await rate(theirs, newer)
    await pushed
    // A change that the server acknowledges within three seconds doesn't count as made offline.
    await expect.poll(() => Date.now() - savedAt).toBeGreaterThan(3000)
    await context.setOffline(false)
    await page.getByRole('link', { name: /also changed by someone else/ }).click({ timeout: 30_000 })
    const changed = page.getByRole('region', { name: 'Also changed by someone else' })
    await expect(changed).toContainText('Their change applies unless you choose yours: Rating')
    await changed.getByRole('link').click()
    await expect(ratingOf(page, newer)).toBeVisible()
  }
  const notice = page.getByRole('note')

  await rateBoth('Extreme', 'Low')
  await expect(notice).toHaveText(
    /^Rating: \S+ \S+ set Low at \d\d:\d\d\. You set Extreme at \d\d:\d\d while offline\.Use ExtremeKeep Low$/,
  )
  await expectAccessibleNow(page)
  await notice.getByRole('button', { name: 'Keep Low' }).click()
  await expect(notice).toBeHidden()
  await expect(ratingOf(page, 'Low')).toBeVisible()

  await theirs.goto(address)
  await page.goto(address)
  await rateBoth('High', 'Medium')
  await notice.getByRole('button', { name: 'Use High' }).click()
  await expect(notice).toBeHidden()
  await expect(ratingOf(page, 'High')).toBeVisible()
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await theirs.goto(address)
  await expect(ratingOf(theirs, 'High')).toBeVisible()
  const lines = theirs.getByRole('region', { name: 'Changes' }).getByRole('listitem')
  await expect(lines.first()).toContainText('changed the rating from Medium to High')
  await expect(lines.nth(1)).toContainText('chose High for rating. It wasn’t applied because someone else had already changed it.')
  await other.close()
})
