import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const VISITOR = {
  '/': 'Home',
  '/map': 'Map',
  '/report': 'Report a problem',
  '/login': 'Login',
  '/register': 'Register',
  '/reset-password': 'Reset password',
  '/account/settings': 'Account',
  '/information': 'About',
  '/information/emergency': 'Emergency Information',
  '/help': 'Getting started',
  '/help/offline-maps': 'Offline maps',
  '/404': 'Page Not Found',
  '/access-denied': 'Access Denied',
}
const MANAGER = {
  '/change-email': 'Change email',
  '/change-name': 'Change name',
  '/delete-account': 'Delete account',
  '/account/profile': 'Account',
  '/users/add': 'Add a user',
  [`/users/edit/${ID}`]: 'Edit user',
  [`/users/view/${ID}`]: 'Sam Member',
  '/actions/add': 'Add an Action',
  [`/actions/edit/${ID}`]: 'Edit Action',
  [`/actions/view/${ID}`]: 'Action',
  '/actions/mine': 'Actions',
  '/updates/add': 'Post an update',
  [`/updates/view/${ID}`]: 'Update',
  '/notices/add': 'Post a notice',
  [`/notices/edit/${ID}`]: 'Notice',
  '/management/settings': 'Management',
  '/geopoints/add': 'Add a point',
  [`/geopoints/edit/${ID}`]: 'Edit point',
  [`/geopoints/view/${ID}`]: 'Point',
}

test('ROUTE-01 ROUTE-07 every route in the specification’s table exists and has its own title', { tag: '@core' }, async ({ page }) => {
  test.slow()
  await page.setViewportSize(DESKTOP)
  const isCalled = async (path: string, title: string) => {
    await page.goto(path)
    await expect(page, path).toHaveTitle(`${title} – St Helens Trails`)
    if (path !== '/404') await expect(page, path).not.toHaveURL('/404')
  }
  for (const [path, title] of Object.entries(VISITOR)) await isCalled(path, title)
  await logIn(page, 'manager')
  for (const [path, title] of Object.entries(MANAGER)) await isCalled(path, title)
  // Only tabs of one page may share a title.
  const titles = Object.values({ ...VISITOR, ...MANAGER })
  expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual(['Account'])
  await page.goto('/geopoints/nothing')
  await expect(page).toHaveURL('/404')
})
