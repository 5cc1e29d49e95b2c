import { chooseArea } from '../helpers/actions.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

const RUN = 'window.ran=(window.ran||0)+1'

/** Some of these combinations of markup, attributes, addresses and templates have broken other software. */
const PAYLOADS = [
  `<script>${RUN}</script>`,
  `"><script>${RUN}</script>`,
  `'><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `--><script>${RUN}</script>`,
  `]]><script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<math><mtext></mtext><script>${RUN}</script></math>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<iframe src="javascript:parent.${RUN}">`,
  `<object data="javascript:${RUN}">`,
  `<embed src="javascript:${RUN}">`,
  `<body onload=${RUN}>`,
  `<details open ontoggle=${RUN}>x</details>`,
  `<video><source onerror=${RUN}></video>`,
  `<audio src=x onerror=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}>`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `<base href="javascript:${RUN}//">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<link rel=stylesheet href="data:text/css,*{}" onload=${RUN}>`,
  `<style>@import 'javascript:${RUN}';</style>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><script>${RUN}</script>">`,
  `javascript:${RUN}`,
  `" onmouseover="${RUN}" x="`,
  `' onfocus='${RUN}' autofocus='`,
  `\${${RUN}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\u2028<script>${RUN}</script>`,
]

test('none of 40 payloads in names and phone numbers ever runs, whatever a server or device returns', { tag: '@core' }, async ({
  page,
  context,
}) => {
  test.slow()
  expect(PAYLOADS).toHaveLength(40)
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager')
  // The server refuses each payload as a name and as a phone number.
  for (const payload of PAYLOADS) {
    const refused = await page.evaluate(async (text) => {
      const send = (method: string, path: string, body: object) =>
        fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).then((reply) => reply.status)
      return [
        await send('POST', '/api/account/change-name', { displayName: text }),
        await send('PATCH', '/api/me', { phone: text }),
        await send('POST', '/api/users', { displayName: text, email: 'x@example.org' }),
        await send('POST', '/api/users', { displayName: 'Xan', email: text }),
      ]
    }, payload)
    expect(refused, payload).toEqual([422, 422, 422, 422])
  }
  // Old rows or devices may still contain payloads. The screens show them as text.
  const people = PAYLOADS.map((payload, i) => ({
    id: `00000000-0000-4000-8000-1000000000${String(i).padStart(2, '0')}`,
    displayName: payload,
    email: `${payload}@example.org`,
    phone: payload,
    role: 1,
    disabled: false,
    createdAt: '2025-01-01T00:00:00.000Z',
  }))
  let current = people[0]
  await context.route('**/api/pull*', async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    reply.documents.push(...people.map((person) => ({ kind: 'person', id: person.id, version: 1, data: person })))
    await route.fulfill({ response, json: reply })
  })
  await context.route('**/api/users/*', (route) => {
    const user = people.find((one) => route.request().url().endsWith(one.id))
    return route.fulfill({ json: { user } })
  })
  for (const viewport of [DESKTOP, { width: 390, height: 844 }]) {
    await page.setViewportSize(viewport)
    await page.goto('/management/users')
    await expect(page.getByText('window.ran').first()).toBeVisible()
    expect(await page.evaluate(() => (window as { ran?: number }).ran ?? 0)).toBe(0)
  }
  await context.route('**/api/me', (route) => route.fulfill({ json: { person: { ...current, role: 2 } } }))
  await page.setViewportSize(DESKTOP)
  for (current of people) {
    await page.evaluate((path) => {
      history.pushState({}, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      document.dispatchEvent(new Event('visibilitychange'))
    }, `/users/edit/${current.id}`)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(current.displayName)
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toContainText(current.email)
  }
  expect(await page.evaluate(() => (window as { ran?: number }).ran ?? 0)).toBe(0)
})

/** People write the text of these fields. */
const WORDS = new Set([
  'description',
  'detail',
  'text',
  'title',
  'note',
  'notes',
  'message',
  'createdByName',
  'updatedByName',
  'completedByName',
  'assignedName',
  'assignedEmail',
])

function saying<T>(value: T, words: string): T {
  if (Array.isArray(value)) return value.map((one) => saying(one, words)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, WORDS.has(key) && typeof inner === 'string' ? words : saying(inner, words)]),
  ) as T
}

const NOTICE = {
  id: '00000000-0000-4000-8000-300000000000',
  title: 'x',
  text: 'x',
  level: 'Fire',
  postedAt: '2026-01-01T00:00:00.000Z',
  endsAt: '2099-01-01T00:00:00.000Z',
}

type Document = { kind: string; id: string; version?: number; data: Record<string, unknown> | null }

test('SEC-XSS none of 40 payloads in any text of records, status or site data ever runs on any screen', { tag: '@service-worker' }, async ({
  browser,
  app,
}) => {
  test.slow()
  // The test can't intercept the service worker's own requests.
  const context = await browser.newContext({ baseURL: app.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  const all = PAYLOADS.join(' ')
  const idOf = (i: number) => `00000000-0000-4000-8000-2000000000${String(i).padStart(2, '0')}`
  let update = ''
  await context.route('**/api/pull*', async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { documents: Document[] }
    const action = reply.documents.find(({ kind, data }) => kind === 'action' && data?.status === 'Unresolved')
    if (action) {
      const note = { id: idOf(99), text: 'x', createdAt: '2025-01-01T00:00:00.000Z', createdBy: idOf(98), createdByName: 'x' }
      reply.documents.push(
        ...PAYLOADS.map((payload, i) => ({
          ...action,
          id: idOf(i),
          data: saying({ ...action.data, id: idOf(i), number: String(90_000 + i), detail: 'x', notes: [note], assignedName: 'x' }, payload),
        })),
      )
    }
    for (const document of reply.documents)
      if (document.kind === 'trail-update') {
        document.data = saying(document.data, all)
        update ||= document.id
      }
    const by = { createdByName: 'x', updatedByName: 'x', createdBy: idOf(98), updatedBy: idOf(98) }
    const at = { recordedAt: NOTICE.postedAt, createdAt: NOTICE.postedAt, updatedAt: NOTICE.postedAt }
    const notice = saying({ ...NOTICE, ...by, ...at, isEnded: false, version: 2 }, all)
    reply.documents.push({ kind: 'notice', id: NOTICE.id, version: 2, data: notice })
    await route.fulfill({ response, json: reply })
  })
  for (const path of ['**/api/public/status', '**/api/public/site-data'])
    await context.route(path, async (route) => {
      const response = await route.fetch()
      if (response.status() !== 200) return route.fulfill({ response })
      const json = await response.json()
      if (path.endsWith('status')) json.notices = [NOTICE]
      await route.fulfill({ response, json: saying(json, all) })
    })
  const seen: string[] = []
  const expectOnlyWords = async (where: string) => {
    await expect(page.getByText('window.ran').or(page.locator('[value*="window.ran"]')).first(), where).toBeVisible({ timeout: 30_000 })
    expect(await page.evaluate(() => (window as { ran?: number }).ran ?? 0), where).toBe(0)
    seen.push(where)
  }
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager', '/actions/add')
  // The test's pull response copies the record once for each payload.
  await page.getByLabel('Brief description of problem').fill('Bridge board')
  await chooseArea(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).not.toHaveURL(/\/add/)
  await page.goto('/actions/outstanding')
  await expectOnlyWords('table of actions')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectOnlyWords('cards of actions')
  for (const [i, payload] of PAYLOADS.entries()) {
    await page.evaluate(
      (path) => {
        history.pushState({}, '', path)
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      },
      `/actions/view/${idOf(i)}`,
    )
    await expect(
      page
        .getByRole('heading', { level: 2 })
        .filter({ hasText: payload.trim().slice(0, 12) })
        .first(),
    ).toBeVisible()
  }
  await expectOnlyWords('action: title, detail, notes, names')
  for (const [where, path] of Object.entries({
    'form of an action': `/actions/edit/${idOf(8)}`,
    'popup of an action': `/map?show=actions:${idOf(8)}`,
    'popup of a hazard': '/map?show=hazards:fallen-tree',
    'list of updates': '/management/updates',
    'an update': `/updates/view/${update}`,
    'list of notices': '/management/notices',
    'a notice': `/notices/edit/${NOTICE.id}`,
    home: '/',
  })) {
    await page.goto(path)
    if (where === 'home') await expect(page.getByRole('status', { name: 'Notices' })).toContainText('window.ran')
    if (where === 'form of an action') await expect(page.getByLabel('Brief description of problem')).toHaveValue(/window\.ran/)
    else await expectOnlyWords(where)
  }
  expect(seen.length).toBeGreaterThanOrEqual(10)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})
