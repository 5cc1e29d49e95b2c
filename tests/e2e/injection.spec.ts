import { DESKTOP, expect, test } from './e2e-test.ts'
import { logIn } from './people.ts'

const RUN = 'window.ran=(window.ran||0)+1'

/** What has broken other programs: markup, attributes, addresses, templates, and the seams between them. */
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

test('40 payloads in names and phones never run, whatever a server or a device hands to the screens', async ({ page, context }) => {
  test.slow()
  expect(PAYLOADS).toHaveLength(40)
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager')
  // The server refuses every one of them as a name and as a phone ...
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
  // ... and if they came all the same (an old row, a phone's storage), they are only ever text.
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
  // Each as the person who looks, in the menu, and as the person looked at, in the form.
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
