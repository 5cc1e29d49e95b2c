import type { Page } from '@playwright/test'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'

const article = (page: Page) => page.getByRole('article')

async function visitOnce(page: Page, url: string) {
  await page.goto(url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

test('DOC-01 /information lists its pages by group, in a sidebar on desktop', { tag: '@core' }, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/information/about')
  const sidebar = page.getByRole('navigation', { name: 'Information pages' })
  await expect(sidebar.getByRole('heading')).toHaveText(['Trail Safety', 'General'])
  const pages = {
    'Code of Conduct': 'code-conduct',
    'Emergency Information': 'emergency',
    'Before You Ride': 'before-you-ride',
    'Report A Problem': 'report-problem',
    Contacts: 'contacts',
    'Request an Account': 'request-account',
    'Trails Information': 'trails-information',
    About: 'about',
  }
  await expect(sidebar.getByRole('link')).toHaveText(Object.keys(pages))
  for (const [name, path] of Object.entries(pages)) {
    await sidebar.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`/information/${path}`)
    await expect(article(page).getByRole('heading', { level: 2 })).toHaveText(name)
    await expect(sidebar.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveTitle(`${name} – St Helens Trails`)
  }
})

test('DOC-01 on a phone, a list at the top selects the page', async ({ page }) => {
  await page.goto('/information/about')
  const chooser = page.getByRole('navigation', { name: 'Choose a page' })
  await expect(chooser.getByRole('link')).toHaveCount(0)
  await chooser.getByRole('button', { name: 'About' }).click()
  await chooser.getByRole('link', { name: 'Code of Conduct' }).click()
  await expect(page).toHaveURL('/information/code-conduct')
  await expect(chooser.getByRole('button', { name: 'Trail Safety Code of Conduct' })).toHaveAttribute('aria-expanded', 'false')
})

test('UX-1.5 sample guide pages show that the trail manager hasn’t approved them and when they were written; help pages don’t', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/information/about')
  const paths = [
    'code-conduct',
    'emergency',
    'before-you-ride',
    'report-problem',
    'contacts',
    'request-account',
    'trails-information',
    'about',
  ]
  for (const path of paths) {
    await page.goto(`/information/${path}`)
    await expect(article(page).getByText('Sample text, not approved by the trail manager')).toBeVisible()
    await expect(article(page).getByText(/Updated 1[56]-Nov-2026 by Trailwarden/)).toBeVisible()
  }
  await page.goto('/help/install')
  await expect(article(page).getByRole('heading', { level: 2 })).toBeVisible()
  await expect(page.getByText('Sample text')).toHaveCount(0)
})

test('UX-2.12 the contacts page shows the network’s contacts, and the emergency number requires confirmation', async ({ page }) => {
  await page.goto('/information/contacts')
  await expect(article(page).getByRole('link', { name: 'trails@example.org' })).toHaveAttribute('href', 'mailto:trails@example.org')
  await article(page).getByRole('listitem').filter({ hasText: 'Ambulance, police, fire' }).getByRole('link', { name: '000' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('DOC-02 a page shows its name, last update, author, and headings with anchors', { tag: '@core' }, async ({ page }) => {
  await page.goto('/information/emergency')
  await expect(article(page).getByRole('heading', { level: 2, name: 'Emergency Information' })).toBeVisible()
  await expect(article(page).getByText('Trail Safety · Updated 18-Nov-2026 by Trailwarden')).toBeVisible()
  await article(page).getByRole('link', { name: 'Link to Phone signal' }).click()
  await expect(page).toHaveURL('/information/emergency#phone-signal')
  const heading = article(page).getByRole('heading', { name: 'Phone signal' })
  await expect(heading).toBeInViewport()
  await expect(heading).toBeFocused()
  // The top bar must not hide the heading.
  expect((await heading.boundingBox())?.y).toBeGreaterThan(56)
  await expect(article(page).getByRole('table').first()).toContainText('Bay of Fires')
  await expect(article(page).getByRole('note').nth(1)).toContainText('for ambulance, police or fire')
})

test('DOC-02 on desktop, the list of headings follows the scroll position', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/information/emergency')
  const list = page.getByRole('navigation', { name: 'On this page' })
  await expect(list.getByRole('link', { name: 'First steps' })).toHaveAttribute('aria-current', 'location')
  await list.getByRole('link', { name: 'Phone signal' }).click()
  await expect(page).toHaveURL('/information/emergency#phone-signal')
  await expect(list.getByRole('link', { name: 'Phone signal' })).toHaveAttribute('aria-current', 'location')
  await page.keyboard.press('End')
  await expect(list.getByRole('link').last()).toHaveAttribute('aria-current', 'location')
})

test('DOC-03 /help opens its first page, and /help#report-issue scrolls to that heading on the first load', { tag: '@core' }, async ({
  page,
}) => {
  await page.goto('/help#report-issue')
  await expect(article(page).getByRole('heading', { level: 2, name: 'Getting started' })).toBeVisible()
  const heading = article(page).getByRole('heading', { name: 'Report issue' })
  await expect(heading).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  await page.goto('/information/report-problem')
  await article(page)
    .getByRole('link', { name: /step by step/ })
    .click()
  await expect(page).toHaveURL('/help#report-issue')
  await expect(heading).toBeInViewport()
  await expect(heading).toBeFocused()
})

test('DOC-03 search of names and content shows 150 characters with the match marked, and works by keyboard only', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/help')
  const opener = page.getByRole('button', { name: 'Search help' })
  // The button of the server's page can't be focused until the app has started.
  await expect(page.locator('button[inert]')).toHaveCount(0)
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Search help' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('signal')
  const answers = dialog.getByRole('option')
  await expect(dialog.getByRole('status')).toHaveText(/^\d+ pages$/)
  // Matches in titles come first. Help comes before the guide because the search started in help.
  await expect(answers.first()).toContainText('Working without signal')
  await expect(answers.first()).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('group')).toHaveCount(2)
  for (const snippet of await answers.locator('span').allTextContents()) expect(snippet.length).toBeLessThanOrEqual(150)
  for (const mark of await answers.locator('mark').allTextContents()) expect(mark.toLowerCase()).toBe('signal')
  await page.keyboard.press('ArrowUp')
  await expect(answers.last()).toHaveAttribute('aria-selected', 'true')
  await expect(answers.last()).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(answers.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('eagle')
  await expect(answers.first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/information\/[a-z-]+/)
  await expect(article(page)).toContainText('eagle')
})

test('DOC-03 on a phone, search fills the screen, and a result on the same page scrolls to its heading', async ({ page }) => {
  await page.goto('/information/emergency')
  await page.getByRole('button', { name: 'Search information' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search information' })
  expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, ...PHONE })
  await dialog.getByRole('combobox').fill('cannot call')
  await dialog.getByRole('option').filter({ hasText: 'Emergency Information' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/information/emergency#if-you-cannot-call')
  await expect(article(page).getByRole('heading', { name: 'If you cannot call' })).toBeInViewport()
})

test('DOC-03 a search without results shows a message', async ({ page }) => {
  await page.goto('/help')
  await page.getByRole('button', { name: 'Search help' }).click()
  await page.getByRole('combobox').fill('unicorn')
  await expect(page.getByRole('status').filter({ hasText: 'No results' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/help')
})

test('DOC-03 help without pages shows "No title" and "No content"', { tag: ['@core', '@service-worker'] }, async ({ browser, app }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: app.url, viewport: PHONE })
  const page = await context.newPage()
  await page.route('**/api/public/guide', (route) => route.fulfill({ json: { information: [], help: [] } }))
  await page.goto('/help')
  await expect(article(page).getByRole('heading', { name: 'No title' })).toBeVisible()
  await expect(article(page)).toContainText('No content')
  await context.close()
})

test('DOC-04 after one visit to home, the guide and help can be read and searched while the server is stopped', {
  tag: ['@core', '@service-worker'],
}, async ({ page, privateApp }) => {
  await visitOnce(page, privateApp.url)
  // The service worker caches images after all essential files.
  const isStored = () => caches.match('/images/emergency-post.webp', { ignoreSearch: true }).then(Boolean)
  await expect.poll(() => page.evaluate(isStored), { timeout: 30_000 }).toBe(true)
  await privateApp.stop()
  await page.goto(`${privateApp.url}/information/emergency`)
  await expect(article(page).getByRole('heading', { name: 'First steps' })).toBeVisible()
  const picture = article(page).getByRole('img', { name: /BF17/ })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1080)
  await page.goto(`${privateApp.url}/help`)
  await expect(article(page).getByRole('heading', { name: 'Getting started' })).toBeVisible()
  await page.getByRole('button', { name: 'Search help' }).click()
  await page.getByRole('combobox').fill('hygiene')
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(/\/information\//)
  await expect(article(page)).toContainText('30 seconds')
})

test('DOC-04 a page retries failed downloads on the next visit', { tag: '@service-worker' }, async ({ browser, app }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: app.url, viewport: PHONE })
  const page = await context.newPage()
  await page.route('**/api/public/guide', (route) => route.abort())
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Main', exact: true })
  const emergency = page.getByRole('navigation', { name: 'Quick Links' }).getByRole('link', { name: 'Emergency Info' })
  await emergency.click()
  await expect(page.getByRole('heading', { name: 'Something went wrong on this screen' })).toBeVisible()
  await page.unroute('**/api/public/guide')
  await bar.getByRole('link', { name: 'Home' }).click()
  await emergency.click()
  await expect(article(page).getByRole('heading', { name: 'Emergency Information', exact: true })).toBeVisible()
  await context.close()
})

test('DOC-05 the number 000 on the emergency page requires one confirmation before it dials', async ({ page }) => {
  await page.goto('/information/emergency')
  const number = article(page).getByRole('link', { name: '000' }).first()
  await expect(number).toHaveAttribute('href', 'tel:000')
  await number.click()
  const dialog = page.getByRole('dialog', { name: 'Call 000?' })
  await expect(dialog.getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(number).toBeFocused()
})

test('DOC-06 the guide contains the facts that riders and the council rely on', async ({ page }) => {
  const facts: Record<string, RegExp[]> = {
    emergency: [/about every 1 km/],
    'code-conduct': [/30 seconds/, /200 watts/],
    'request-account': [/name/i, /email/i, /phone/i, /organisation/i, /reason/i],
    'trails-information': [/discretion/],
  }
  for (const [path, texts] of Object.entries(facts)) {
    await page.goto(`/information/${path}`)
    for (const text of texts) await expect(article(page)).toContainText(text)
  }
  const all = await (await page.request.get('/api/public/guide')).text()
  for (const fact of [/15 (wedge-tailed )?eagle/, /6 to 10|6–10/]) expect(all).toMatch(fact)
})

test('ROUTE-05 /information redirects to /information/about and unknown pages to /404, and Go Back leaves both', { tag: '@core' }, async ({
  page,
}) => {
  await page.goto('/')
  await page.goto('/information')
  await expect(page).toHaveURL('/information/about')
  await page.goBack()
  await expect(page).toHaveURL('/')
  for (const path of ['/information/no-such-page', '/help/no-such-page', '/help/a/b']) {
    await page.goto(path)
    await expect(page).toHaveURL('/404')
    await page.getByRole('main').getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/')
  }
})

test('markup in a search, a path or an anchor is treated as text and never runs', async ({ page, context }) => {
  await context.addInitScript(() => Object.assign(window, { ran: 0 }))
  const payloads = [
    '<img src=x onerror="ran++">',
    '"><script>ran++</script>',
    "javascript:ran++//'",
    '<svg/onload=ran++>',
    '\\u003cb\\u003e.*+?^$}{()|[]\\',
  ]
  await page.goto('/help')
  await page.getByRole('button', { name: 'Search help' }).click()
  for (const payload of payloads) {
    await page.getByRole('combobox').fill(payload)
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('No results')
  }
  for (const payload of payloads) {
    await page.goto(`/information/${encodeURIComponent(payload)}`)
    await expect(page).toHaveURL('/404')
    await page.goto(`/help#${payload}`)
    await expect(article(page).getByRole('heading', { level: 2 })).toBeVisible()
  }
  await page.goto('/help#%E0%A4%A')
  await expect(article(page).getByRole('heading', { level: 2 })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { ran: number }).ran)).toBe(0)
  expect(await page.locator('img[src=x], svg[onload]').count()).toBe(0)
})

test('unsafe URLs and unknown elements in a cached guide appear as text', { tag: '@service-worker' }, async ({ browser, app }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: app.url, viewport: PHONE })
  const page = await context.newPage()
  const link = (href: string) => ({ type: 'link', href, children: [href] })
  const nodes = [
    { type: 'paragraph', children: [link('javascript:alert(1)'), ' ', link('//evil.example'), ' ', link('https://good.example/')] },
    { type: 'video', src: 'x' },
    { type: 'paragraph', children: ['<b>the end</b>'] },
  ]
  const about = { path: 'about', name: '<i>About</i>', group: null, order: 1, updated: '', author: '', headings: [], text: '', nodes }
  await page.route('**/api/public/guide', (route) => route.fulfill({ json: { information: [about], help: [] } }))
  await page.goto('/information/about')
  await expect(article(page).getByRole('heading', { name: '<i>About</i>' })).toBeVisible()
  await expect(article(page).getByText('<b>the end</b>')).toBeVisible()
  await expect(article(page).getByRole('link')).toHaveCount(1)
  await expect(article(page).getByRole('link')).toHaveAttribute('rel', /noopener/)
  await context.close()
})

test('the print view includes only the page, dark on white in either theme', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.setViewportSize(DESKTOP)
  await page.goto('/information/emergency')
  await expect(article(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const gone of ['Main menu', 'Information pages', 'On this page'])
    await expect(page.getByRole('navigation', { name: gone })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(article(page)).toHaveCSS('color', 'rgb(0, 0, 0)')
  expect((await article(page).boundingBox())?.x).toBeLessThan(10)
})
