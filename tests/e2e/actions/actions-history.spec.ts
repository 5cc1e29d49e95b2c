import { about, addAction, chooseArea, elsewhere, goOffline, nextPush, open } from '../helpers/actions.ts'
import { expectAccessibleNow } from '../helpers/axe.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { choosePerson, logIn } from '../helpers/people.ts'

test('ACT-08 managers see who changed what and when; restoring an earlier version keeps both versions', async ({ page, browser, app }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/actions/add')
  const description = about('Fallen tree')
  await page.getByLabel('Brief description of problem').fill(description)
  await chooseArea(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: `View ${description}` }).click()
  const changes = page.getByRole('region', { name: 'Changes' })
  await expect(changes.getByRole('listitem')).toHaveText([
    /^Max Manager recorded it(Just now|\d+ min ago), \w{3} \d\d-\w{3}-\d\d \d\d:\d\d$/,
  ])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Action \d{4}$/)
  await expect(page).toHaveTitle(/^Action \d{4} –/)

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Brief description of problem').fill(`${description} over the wrong trail`)
  await page.getByText('High', { exact: true }).click()
  await choosePerson(page.getByLabel('Assigned To'), 'Sam')
  await page.getByLabel('Add a note').fill('A saw is needed.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: `View ${description} over the wrong trail` }).click()
  const latest = changes.getByRole('listitem').first()
  await expect(latest).toContainText('Max Manager changed the rating from Unrated to High')
  await expect(latest).toContainText('Max Manager assigned it to Sam Member')
  await expect(latest).toContainText('Max Manager added a note')
  await expect(latest.getByRole('button', { name: /Restore/ })).toHaveCount(0)

  await changes.getByRole('button', { name: /^Restore the version from/ }).click()
  const question = page.getByRole('dialog', { name: /^Restore the version from/ })
  await expectAccessibleNow(page)
  await expect(question).toContainText(`${description} instead of ${description} over the wrong trail`)
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: description, exact: true })).toBeVisible()
  await expect(changes.getByRole('listitem')).toHaveCount(3)
  await expect(changes.getByRole('listitem').first()).toContainText('Max Manager changed the rating from High to Unrated')
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('A saw is needed.')

  const [context, theirs] = await elsewhere(browser, app.url, 'member')
  await open(theirs, description)
  await expect(theirs.getByRole('region', { name: 'Details' })).toContainText('Not assigned')
  await expect(theirs.getByRole('region', { name: 'Changes' })).toHaveCount(0)
  await context.close()
})

test('SYNC-02 if two people change the same field, the later change wins and the other person gets one notice with their text', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context, browser, app }) => {
  await logIn(page, 'member')
  const description = about('Loose berm')
  await addAction(page, description)
  await open(page, description)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  const address = page.url()

  const [other, theirs] = await elsewhere(browser, app.url, 'manager')
  await open(theirs, description)
  await goOffline(theirs, other)
  await theirs.getByRole('link', { name: 'Edit' }).click()
  await theirs.getByRole('textbox', { name: /^Detail/ }).fill('Ruts of 30 cm')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByText(/^Saved on this phone\./).first()).toBeVisible()

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: /^Detail/ }).fill('Ruts of 10 cm')
  const pushed = nextPush(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await pushed

  await other.setOffline(false)
  await theirs.getByRole('link', { name: /also changed by someone else/ }).click({ timeout: 30_000 })
  await theirs.getByRole('region', { name: 'Also changed by someone else' }).getByRole('link').click()
  await expect(theirs.getByRole('note')).toContainText('Your change was later, so it replaced theirs')
  await theirs.getByRole('button', { name: 'Got it' }).click()
  await expect(theirs.getByRole('note')).toBeHidden()
  await other.close()

  await page.goto(address)
  const notice = page.getByRole('note')
  await expect(notice).toContainText('Someone else changed this after you did.')
  await expect(notice).toContainText('Ruts of 30 cm')
  await expect(notice).toContainText('Yours: Ruts of 10 cm')
  await expectAccessibleNow(page)
  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(notice).toBeHidden()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Ruts of 10 cm')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Ruts of 10 cm')
  await expect(notice).toBeHidden()
  await context.close()
})
