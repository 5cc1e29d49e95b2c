import { DESKTOP, expect, test } from './e2e-test.ts'
import { logIn } from './people.ts'

const ID = '00000000-0000-4000-8000-000000000001'
/** The specification's table: every route, and what its page is called. */
const VISITOR = {
  '/': 'Home',
  '/map': 'Map',
  '/report': 'Report a problem',
  '/login': 'Login',
  '/register': 'Register',
  '/reset-password': 'Reset password',
  '/account/settings': 'Account',
  '/404': 'Page Not Found',
  '/access-denied': 'Access Denied',
}
const MANAGER = {
  '/change-email': 'Change email',
  '/change-name': 'Change name',
  '/delete-account': 'Delete account',
  '/account': 'Account',
  '/users/add': 'Add a user',
  [`/users/edit/${ID}`]: 'Edit user',
  [`/users/view/${ID}`]: 'Sam Member',
  '/actions/add': 'Add an Action',
  [`/actions/edit/${ID}`]: 'Edit Action',
  [`/actions/view/${ID}`]: 'Action',
  '/actions': 'Actions',
  '/updates/add': 'Post an update',
  [`/updates/view/${ID}`]: 'Update',
  '/notices/add': 'Post a notice',
  [`/notices/edit/${ID}`]: 'Notice',
  '/management': 'Management',
  '/geopoints/add': 'Add a point',
  [`/geopoints/edit/${ID}`]: 'Edit point',
  [`/geopoints/view/${ID}`]: 'Point',
}

test('ROUTE-01 ROUTE-07 every route of the specification’s table exists and has its own title', async ({ page }) => {
  test.slow()
  await page.setViewportSize(DESKTOP)
  const titleOf = async (path: string) => {
    await page.goto(path)
    await expect(page, path).toHaveTitle(/\S – /)
    if (path !== '/404') await expect(page, path).not.toHaveURL('/404')
  }
  const isCalled = async (path: string, title: string) => {
    await titleOf(path)
    await expect(page, path).toHaveTitle(new RegExp(`^${title} – `))
  }
  for (const [path, title] of Object.entries(VISITOR)) await isCalled(path, title)
  // Pages of the guide and the help are called what their page is called.
  for (const path of ['/information/about', '/information/emergency', '/help', '/help/map']) await titleOf(path)
  await logIn(page, 'manager')
  for (const [path, title] of Object.entries(MANAGER)) await isCalled(path, title)
  await page.goto('/geopoints/nothing')
  await expect(page).toHaveURL('/404')
})
