import { type RunningApp, runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'

test.describe('another network with the same build', () => {
  let park: RunningApp
  test.beforeAll(async () => {
    park = await runDeployedApp({ SITE: 'demo-park' })
  })
  test.afterAll(() => park.stop())

  test('home, guide and data show only that network', { tag: '@core' }, async ({ page }) => {
    await page.setViewportSize(DESKTOP)
    await page.goto(park.url)
    await expect(page.getByRole('heading', { name: 'Demo Park' })).toBeVisible()
    const networks = page.getByRole('region', { name: 'Trails Information' }).getByRole('listitem').getByRole('heading')
    await expect(networks).toHaveText(['North Wood', 'Quarry'])
    await expect(page.getByText('Call 112 and read out the code on the nearest one.')).toBeVisible()
    await expect(page.locator('body')).not.toContainText(/St Helens|Bay of Fires/)

    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Information' }).click()
    await expect(page).toHaveTitle('About – Demo Park')
    await expect(page.getByRole('navigation', { name: 'Information pages' }).getByRole('link')).toHaveText([
      'Emergency Information',
      'Report A Problem',
      'Request an Account',
      'Contacts',
      'About',
    ])
    await expect(page.getByRole('article')).toContainText('Demo Park is an invented trail network.')
    await page.getByRole('button', { name: 'Search information' }).click()
    await page.getByRole('combobox').fill('Helens')
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('No results')

    const data = await (await page.request.get(`${park.url}/api/public/site-data`)).json()
    expect(data.site.label).toBe('Demo Park')
    expect(data.site.networks).toHaveLength(2)
    for (const path of ['/', '/api/public/site-data', '/api/public/guide', '/manifest.webmanifest']) {
      expect(await (await page.request.get(park.url + path)).text(), path).not.toMatch(/St Helens|Bay of Fires/)
    }
  })
})
