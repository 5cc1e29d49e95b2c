import { request } from '@playwright/test'
import { emailOf, PASSWORD } from '../helpers/people.ts'
import { until } from './driver.ts'
import { expect, test } from './fixtures.ts'

async function postNotice(url: string, title: string): Promise<void> {
  const api = await request.newContext({ baseURL: url, ignoreHTTPSErrors: true, extraHTTPHeaders: { origin: url } })
  try {
    await api.post('/api/account/login', { data: { email: emailOf('manager'), password: PASSWORD } })
    const { epoch, personId } = await (await api.get('/api/pull', { headers: { 'x-trailwarden-protocol': '2' } })).json()
    const [now, end] = [new Date(), new Date(Date.now() + 3_600_000)].map((at) => at.toISOString())
    const patch = { title, text: 'No fires or stoves.', level: 'Fire', endsAt: end }
    const command = {
      id: crypto.randomUUID(),
      n: 1,
      kind: 'notice',
      recordId: crypto.randomUUID(),
      baseVersion: null,
      recordedAt: now,
      patch,
    }
    const reply = await api.post('/api/push', {
      headers: { 'x-trailwarden-person': personId, 'x-trailwarden-epoch': epoch },
      data: { deviceId: crypto.randomUUID(), commands: [command] },
    })
    expect((await reply.json()).answers).toMatchObject([{ outcome: 'applied' }])
  } finally {
    await api.dispose()
  }
}

test('A11Y-3 Send report is never disabled: if pressed too early, it names the missing field and focuses it', async ({ person }) => {
  await person.visitStarted('/report?at=-41.17532,148.11210')
  const send = { role: 'button', name: 'Send report' }
  await person.see({ text: 'First, choose what’s wrong' })
  await person.click(send)
  await person.see({ text: 'Choose what’s wrong', exact: true })
  await until('the focus on the first choice', 30_000, () =>
    person.evaluate(
      () => (document.activeElement as HTMLInputElement | null)?.closest('label')?.textContent?.includes('Fallen tree') === true,
    ),
  )
  await person.click({ role: 'radio', name: 'Fallen tree' })
  await person.seeGone({ text: 'Choose what’s wrong', exact: true })
  await person.click(send)
  await until('the number of the report', 60_000, () =>
    person.evaluate(() => /^\d{4}$/.test(document.querySelector('output')?.textContent ?? '')),
  )
})

test('NET-4 a notice appears above the map and doesn’t cover it', async ({ person, front }) => {
  await postNotice(front.url, 'Total fire ban today')
  await person.visitStarted('/map')
  await until('the notice above the map', 60_000, () =>
    person.evaluate(() => {
      const line = [...document.querySelectorAll('summary')].find((one) => one.textContent?.includes('Total fire ban today'))
      const map = document.querySelector('[role=application]')
      return line && map ? map.getBoundingClientRect().top >= line.getBoundingClientRect().bottom : false
    }),
  )
})

const SHELL_PAGES = ['/', '/map', '/trails', '/report', '/login', '/actions']

test('A11Y-4 at a text size of 200 % nothing is wider than a phone', async ({ person }) => {
  const overflow = () =>
    person.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      return document.documentElement.scrollWidth - document.documentElement.clientWidth
    })
  // The app loads more styles when it starts, so the test looks at home before.
  await person.visit('/')
  expect(await overflow(), 'home as the server sends it').toBe(0)
  for (const path of SHELL_PAGES) {
    await person.visitStarted(path)
    expect(await overflow(), path).toBe(0)
  }
  await person.visit('/emergency')
  await person.see({ role: 'button', name: 'SH St Helens' })
  expect(await overflow(), '/emergency').toBe(0)
})

test('A11Y-4 bars cover less than half of a screen that is 256 px high', async ({ person }) => {
  await person.driver.resize({ width: 390, height: 256 })
  const covered = () =>
    person.evaluate(() => {
      const rows = new Set<number>()
      scrollBy(0, 400)
      for (const element of document.querySelectorAll<HTMLElement>('body *')) {
        const { position, visibility } = getComputedStyle(element)
        const { top, bottom, width } = element.getBoundingClientRect()
        const isBar = (position === 'fixed' || position === 'sticky') && visibility === 'visible' && width >= innerWidth / 2
        if (!isBar || element.querySelector('main')) continue
        for (let y = Math.max(0, Math.round(top)); y < Math.min(innerHeight, Math.round(bottom)); y++) rows.add(y)
      }
      return rows.size
    })
  await person.visit('/')
  expect(await covered(), 'home as the server sends it').toBeLessThan(128)
  for (const path of SHELL_PAGES) {
    await person.visitStarted(path)
    expect(await covered(), path).toBeLessThan(128)
  }
  await person.visit('/emergency')
  await person.see({ role: 'button', name: 'SH St Helens' })
  expect(await covered(), '/emergency').toBeLessThan(128)
})
