import { createServer, type Server } from 'node:http'
import { type RunningApp, runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { freePort } from '@trailwarden/testkit/database/postgres'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { copySites } from '../helpers/sites.ts'

test.describe.configure({ mode: 'default' })

let feed: Server
let app: RunningApp
let sites: ReturnType<typeof copySites>

const iso = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const info = (
  headline: string,
  severity: string,
  text: string,
) => `<info><language>en-AU</language><category>Fire</category><event>Fire</event>
  <urgency>Expected</urgency><severity>${severity}</severity><certainty>Likely</certainty><expires>${iso(8)}</expires>
  <headline>${headline}</headline><description>${text}</description><web>https://fire.example.org/today</web>
  <area><areaDesc>East Coast</areaDesc><polygon>-41,147 -41,149 -42,149 -42,147 -41,147</polygon></area></info>`
const message = `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>1</identifier><sender>fire@example.org</sender><sent>${iso(-1)}</sent>
  <status>Actual</status><msgType>Alert</msgType><scope>Public</scope>
  ${info('Total fire ban today', 'Severe', 'No fires or stoves anywhere. &lt;img src=x onerror=alert(1)&gt;')}
  ${info('Gale warning', 'Moderate', 'Trees may fall.')}${info('Flooded road', 'Minor', 'The road to Lottah is under water.')}</alert>`

test.beforeAll(async () => {
  const port = await freePort()
  feed = createServer((_request, reply) => reply.writeHead(200, { 'content-type': 'application/cap+xml' }).end(message))
  await new Promise<void>((done) => feed.listen(port, '127.0.0.1', done))
  sites = copySites({ warningFeeds: [{ id: 'fire', title: 'Fire Service', url: `http://127.0.0.1:${port}/cap.xml` }] })
  app = await runDeployedApp({ SITES_DIR: sites.folder, NODE_ENV: 'development', OUTBOUND_LOOPBACK: 'true' })
  await expect
    .poll(async () => ((await (await fetch(`${app.url}/api/public/warnings`)).json()) as { warnings: unknown[] }).warnings.length, {
      timeout: 30_000,
    })
    .toBe(3)
})

test.afterAll(async () => {
  await app?.stop()
  feed?.close()
  sites?.remove()
})

test('warnings come first on home with source, age and link, and a button shows the others', { tag: '@core' }, async ({ page }) => {
  await page.goto(app.url)
  const warnings = page.getByRole('status', { name: 'Warnings' })
  await expect(warnings.getByRole('heading')).toHaveText(['Total fire ban today', 'Gale warning'])
  await expect(warnings).toContainText('No fires or stoves anywhere.')
  await expect(warnings).toContainText(/Severe · Fire Service, as of/)
  await expect(warnings.locator('img')).toHaveCount(0)
  await expect(warnings.getByRole('link').first()).toHaveAttribute('href', 'https://fire.example.org/today')
  const status = page.getByRole('heading', { name: 'Trails Information' })
  expect((await warnings.boundingBox())?.y).toBeLessThan((await status.boundingBox())?.y ?? 0)
  await page.getByRole('button', { name: '1 more warning' }).click()
  await expect(warnings.getByRole('heading')).toHaveText(['Total fire ban today', 'Gale warning', 'Flooded road'])
  await expectAccessible(page, 'home with warnings')
})

test('warnings can be read without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(app.url)
  await expect(page.getByRole('heading', { name: 'Flooded road' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Warnings' })).toContainText(/as of \d\d-\w{3}-\d\d \d\d:\d\d/)
  await context.close()
})

test('the map shows warnings as one line that expands, and home still shows them offline', { tag: '@service-worker' }, async ({
  page,
  context,
}) => {
  await page.setViewportSize(DESKTOP)
  await page.goto(app.url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${app.url}/map`)
  await page.locator('summary').filter({ hasText: 'and 2 more' }).click()
  await page.getByRole('button', { name: '1 more warning' }).click()
  await expect(page.getByRole('heading', { name: 'Gale warning' })).toBeVisible()
  await context.setOffline(true)
  await page.goto(app.url)
  await expect(page.getByRole('heading', { name: 'Total fire ban today' })).toBeVisible()
})
