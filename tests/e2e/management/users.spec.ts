import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { fillLogin, logIn, newEmail, PASSWORD } from '../helpers/people.ts'
import { toastsOf } from '../helpers/toasts.ts'

const MEMBER_ID = '00000000-0000-4000-8000-000000000001'
const MANAGER_ID = '00000000-0000-4000-8000-000000000002'
const ADMIN_ID = '00000000-0000-4000-8000-000000000004'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function addUser(page: Page, displayName: string, email = newEmail()) {
  await page.goto('/users/add')
  await page.getByLabel('Name').fill(displayName)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Person added')).toBeVisible()
  await expect(page).toHaveURL('/management/users')
  return email
}

test('USR-02 USR-06 the users table shows Edit, Name, Role, Email, Phone, Logs in with and Last active, sorted by name', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/management/users')
  await expect(page.getByRole('columnheader')).toHaveText(['Edit', 'Name', 'Role', 'Email', 'Phone', 'Logs in with', 'Last active'])
  const names = page.getByRole('rowheader')
  await expect(names.filter({ hasText: 'Max Manager (you)' })).toBeVisible()
  const shown = await names.allInnerTexts()
  expect(shown).toEqual(
    shown.toSorted(
      (a, b) =>
        a
          .split('\n')
          .at(-1)
          ?.localeCompare(b.split('\n').at(-1) ?? '') ?? 0,
    ),
  )
  await expect(rowOf(page, 'Sam Member')).toContainText('member@example.org')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('listitem').filter({ hasText: 'Sam Member' })).toContainText('member@example.org')
})

test('ROUTE-07 users see Edit only for people they may edit, and opening the URL directly doesn’t allow changes', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/management/users')
  await expect(page.getByRole('link', { name: 'Edit Sam Member' })).toHaveAttribute('href', `/users/edit/${MEMBER_ID}`)
  await expect(page.getByRole('link', { name: 'Edit Max Manager' })).toBeVisible()
  await expect(rowOf(page, 'Alex Admin')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit Alex Admin' })).toBeHidden()
  await page.goto(`/users/edit/${ADMIN_ID}`)
  await expect(page.getByLabel('Role')).toBeDisabled()
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveAttribute('readonly')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Delete user' })).toBeHidden()
  await page.goto('/users/edit/00000000-0000-4000-8000-0000000000ff')
  await expect(page.getByText('This no longer exists.')).toBeVisible()
})

test('ROUTE-07 a person’s page shows the data on this device, even offline, with Edit and Delete for those who may use them', {
  tag: '@service-worker',
}, async ({ page, context }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/management/users')
  await page.getByRole('link', { name: 'Sam Member', exact: true }).click()
  await expect(page).toHaveURL(`/users/view/${MEMBER_ID}`)
  await expect(page.getByRole('heading', { name: 'Sam Member', level: 2 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'member@example.org' })).toHaveAttribute(
    'href',
    'mailto:member@example.org',
  )
  await expect(page.getByRole('button', { name: 'Delete user' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page).toHaveURL(`/users/edit/${MEMBER_ID}`)
  await context.setOffline(true)
  await page.goBack()
  await page.goBack()
  await page.getByRole('link', { name: 'Alex Admin', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Alex Admin', level: 2 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete user' })).toBeHidden()
})

test('USR-03 a manager adds a user, who starts as a member and sets a password through the link', { tag: '@core' }, async ({
  page,
  browser,
  app,
  mailbox,
}) => {
  await page.setViewportSize(DESKTOP)
  const toasts = await toastsOf(page)
  await logIn(page, 'manager')
  // A fast response would replace the first toast before it is drawn.
  await page.route(
    '**/api/users',
    async (route) => {
      await page.getByText('Adding the person…').waitFor()
      await route.continue()
    },
    { times: 1 },
  )
  const email = await addUser(page, 'Nora Quist')
  await expect.poll(() => toasts.slice(-2)).toEqual(['Adding the person…', 'Person added'])
  await expect(rowOf(page, email)).toContainText('Member')
  await page.goto('/users/add')
  await page.getByLabel('Name').fill('Nora Again')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Couldn’t add this person. You can’t use this email address.')).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: app.url })
  const hers = await elsewhere.newPage()
  await hers.goto(await mailbox.linkTo(email, /Your account/))
  await hers.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await hers.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await hers.getByRole('button', { name: 'Save' }).click()
  await expect(hers).toHaveURL('/login')
  await fillLogin(hers, email)
  await expect(hers.getByText('You’re logged in')).toBeVisible()
  await elsewhere.close()
})

test('USR-06 an invited person appears with the selected role and the invitation’s expiry, and the invitation can be resent', async ({
  page,
  browser,
  app,
  mailbox,
}) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'admin')
  await page.goto('/users/add')
  await expect(page.getByLabel('Role').getByRole('option')).toHaveText(['Member', 'Manager', 'Coordinator', 'Administrator'])
  await expect(page.getByText('It works for 14 days.')).toBeVisible()
  const email = newEmail()
  await page.getByLabel('Name').fill('Rae Lund')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role').selectOption('Manager')
  await page.getByRole('button', { name: 'Save' }).click()
  const row = rowOf(page, email)
  await expect(row).toContainText('Manager')
  await expect(row).toContainText('Not yet')
  await expect(row).toContainText(/Invited \d\d-\w{3}-\d\d, expires \d\d-\w{3}-\d\d/)
  const first = await mailbox.linkTo(email, /Your account/)
  await row.getByRole('button', { name: 'Send again to Rae Lund' }).click()
  await expect(page.getByText('Invitation sent again')).toBeVisible()
  await expect.poll(() => mailbox.countTo(email)).toBe(2)
  const second = await mailbox.linkTo(email, /Your account/)
  expect(second).not.toBe(first)
  await row.getByRole('link', { name: 'Rae Lund', exact: true }).click()
  await expect(page.getByRole('main')).toContainText(/Invited .*, expires/)
  await expectAccessible(page)

  const elsewhere = await browser.newContext({ baseURL: app.url })
  const theirs = await elsewhere.newPage()
  await theirs.goto(second)
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await theirs.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs).toHaveURL('/login')
  await elsewhere.close()
  await page.setViewportSize(DESKTOP)
  await page.goto('/management/users')
  await expect(row).toContainText('Password')
  await expect(row.getByText(/Invited/)).toBeHidden()
})

test('STAT-6 a manager can’t assign a role above Member to a new or an existing user', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/users/add')
  await expect(page.getByLabel('Role').getByRole('option')).toHaveText(['Member'])
  const email = await addUser(page, 'Una Lund')
  await rowOf(page, email).getByRole('link', { name: 'Edit Una Lund' }).click()
  await expect(page.getByLabel('Role').getByRole('option')).toHaveText(['Member'])
})

test('USR-04 users change another person’s phone and role, up to their own role, but never their own role', { tag: '@core' }, async ({
  page,
  mailbox,
}) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'admin')
  const email = await addUser(page, 'Ola Berg')
  await rowOf(page, email).getByRole('link', { name: 'Edit Ola Berg' }).click()
  await expect(page.getByText('Change the user’s access')).toBeVisible()
  await expect(page.getByLabel('Role').getByRole('option')).toHaveText(['Member', 'Manager', 'Coordinator', 'Administrator'])
  await page.getByRole('textbox', { name: 'Phone' }).fill('0491 570 157')
  await page.getByLabel('Role').selectOption('Manager')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User saved')).toBeVisible()
  await expect(page).toHaveURL('/management/users')
  await expect(rowOf(page, email)).toContainText('Manager')
  await expect(rowOf(page, email).getByRole('link', { name: '0491 570 157' })).toBeVisible()
  await mailbox.emailTo(email, /access .* has changed/)
  await page.goto(`/users/edit/${ADMIN_ID}`)
  await expect(page.getByLabel('Role')).toBeDisabled()
  await expect(page.getByText('You don’t have access to this field')).toBeVisible()
})

test('USR-05 a manager deletes another user after confirming it, but can’t delete themselves', { tag: '@core' }, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager')
  const email = await addUser(page, 'Pia Lang')
  await rowOf(page, email).getByRole('link', { name: 'Edit Pia Lang' }).click()
  await page.getByRole('button', { name: 'Delete user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this user? This cannot be undone.' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete user' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('User deleted')).toBeVisible()
  await expect(page).toHaveURL('/management/users')
  await expect(rowOf(page, 'Max Manager')).toBeVisible()
  await expect(rowOf(page, email)).toBeHidden()
  await page.goto(`/users/edit/${MANAGER_ID}`)
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete user' })).toBeHidden()
})

test('SEC-M12 Management shows managers that the latest data isn’t in use, and why; without a problem it shows nothing', async ({
  page,
}) => {
  await logIn(page, 'manager', '/management/users')
  const notice = page.getByText('The latest trail and emergency post data has 2 issues, so it isn’t being used.')
  await expect(page.getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(notice).toBeHidden()
  const issues = ['emergency-markers.geojson, BF17: the latitude has no minus sign', 'trails.geojson: not a feature collection']
  const outdated = { passedAt: '2026-04-04T17:30:00.000Z', hash: '0123456789abcdef', issues }
  await page.route('**/api/site-state', (route) => route.fulfill({ json: { outdated } }))
  await page.reload()
  await expect(notice).toContainText('Riders still get the data from 05-Apr-26 03:30.')
  for (const issue of issues) await expect(page.getByText(issue)).toBeVisible()
})
