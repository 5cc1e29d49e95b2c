import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from '@playwright/test'
import { emailOf, PASSWORD } from '../helpers/people.ts'
import { expect, test } from './fixtures.ts'
import type { What } from './in-page.ts'
import type { Screen } from './screen.ts'

async function fillLogin(person: Screen, next: string) {
  await person.visit(`/login?next=${encodeURIComponent(next)}`)
  await person.fill({ label: 'Email' }, emailOf('member'))
  await person.fill({ label: 'Password', exact: true }, PASSWORD)
}

const pressLogin = (person: Screen) => person.click({ role: 'button', name: 'Login', within: { role: 'main' } })

async function enterCode(person: Screen, signs: string, number: string, within?: What) {
  for (const name of [signs, ...number]) await person.click({ role: 'button', name, exact: true, ...(within && { within }) })
}

let made = 0
const about = (what: string) => `${what} ${Date.now().toString(36)}${made++}`

async function report(person: Screen, description: string) {
  await person.fill({ label: 'Brief description of problem' }, description)
  await person.evaluate(() => {
    const area = document.querySelector<HTMLSelectElement>('select[name=area]')
    if (!area) throw new Error('the form has no area')
    area.value = 'Bay of Fires'
    area.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await person.click({ role: 'button', name: 'Save' })
  await person.seePath('/actions/outstanding')
}

async function withPhoto(person: Screen, use: (path: string) => Promise<void>) {
  const base64 = await person.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 800 })
    canvas.getContext('2d')?.fillRect(0, 0, 600, 800)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  const folder = mkdtempSync(join(tmpdir(), 'photo-'))
  writeFileSync(join(folder, 'tree.jpg'), Buffer.from(base64, 'base64'))
  await use(join(folder, 'tree.jpg')).finally(() => rmSync(folder, { recursive: true }))
}

async function onServer(url: string, description: string): Promise<{ id: string; data: Record<string, unknown> }[]> {
  const api = await request.newContext({ baseURL: url, ignoreHTTPSErrors: true, extraHTTPHeaders: { origin: url } })
  try {
    const login = await api.post('/api/account/login', { data: { email: emailOf('manager'), password: PASSWORD } })
    expect(login.ok()).toBe(true)
    const found = []
    for (let path = '/api/pull'; ; ) {
      const page = await (await api.get(path, { headers: { 'x-trailwarden-protocol': '1' } })).json()
      found.push(...page.documents.filter((one: { data: { description?: string } }) => one.data.description === description))
      if (!page.more) return found
      path = `/api/pull?cursor=${encodeURIComponent(page.cursor)}`
    }
  } finally {
    await api.dispose()
  }
}

test('SEC-H6 a visitor reads trail status; Emergency opens as a page, at a post’s URL and as a layer, and finds a typed code', async ({
  person,
}) => {
  await person.visitStarted('/')
  await person.see({ role: 'region', name: 'Trails Information', text: 'Partially Open' })
  await person.click({ role: 'link', name: 'Emergency', within: { role: 'navigation', name: 'Main', exact: true } })
  const layer = { role: 'dialog', name: 'Emergency' }
  await person.see({ role: 'link', name: 'Call 000', within: layer })
  await enterCode(person, 'BF Bay of Fires', '09', layer)
  await person.see({ text: 'Bravo Foxtrot Zero Nine', within: layer })
  await person.visit('/emergency')
  await enterCode(person, 'BF Bay of Fires', '17')
  await person.see({ text: 'Bravo Foxtrot One Seven' })
  await person.see({ role: 'link', name: 'Call 000' })
  await person.visit('/m/BF17')
  await person.click({ text: 'For responders' })
  await person.see({ role: 'heading', name: 'Responder brief' })
})

test('SEC-H6 an Action with a photo is saved offline and sent once, and a page restored by Back still works', async ({ person, front }) => {
  await person.visit('/')
  await person.seeStored()
  await fillLogin(person, '/actions/add')
  await pressLogin(person)
  await person.see({ label: 'Brief description of problem' })
  front.cut()
  const description = about('Bridge board')
  await withPhoto(person, async (path) => {
    await person.chooseFile({ label: 'Photo', exact: true }, path)
    await person.see({ role: 'img', name: 'Photo as it will be sent' })
    await report(person, description)
  })
  await person.click({ role: 'link', within: { role: 'listitem', text: description } })
  await person.see({ role: 'heading', name: description })
  await person.see({ role: 'img', name: description })
  await person.see({ text: 'Photo saved on this phone. It will be sent when you have signal.' })
  front.restore()
  await person.see({ text: 'Sent', exact: true }, 60_000)
  await person.seeGone({ text: 'Photo saved' }, 60_000)
  const found = await onServer(front.url, description)
  expect(found).toHaveLength(1)
  expect(found[0]?.data.photoStored).toBe(true)

  // The browser restores an earlier page from the bfcache, and that page must reopen its database.
  await person.visit('/emergency')
  await person.see({ role: 'link', name: 'Call 000' })
  await person.driver.back()
  await person.see({ role: 'heading', name: description })
  await person.fill({ label: 'Add a note' }, 'A saw is needed.')
  await person.click({ role: 'button', name: 'Add note' })
  await person.see({ role: 'region', name: 'Notes', text: 'A saw is needed.' })
  await expect.poll(async () => JSON.stringify(await onServer(front.url, description)), { timeout: 60_000 }).toContain('A saw is needed.')
})

test('SEC-H6 the map is drawn and downloaded, then home, a deep link, Emergency and the map open offline', async ({ person, front }) => {
  const isDrawn = () => performance.getEntriesByName('map drawn').length > 0
  await person.visit('/account/settings')
  await person.seeStored()
  const row = { role: 'listitem', name: 'St Helens', exact: true }
  await person.click({ role: 'button', name: 'Get everything', within: row })
  await person.see({ text: 'Complete and checked', within: row }, 60_000)
  await person.visit('/map')
  await expect.poll(() => person.evaluate(isDrawn), { timeout: 60_000 }).toBe(true)

  front.cut()
  await person.visit('/map#-41.352,148.2325,15')
  await expect.poll(() => person.evaluate(isDrawn), { timeout: 60_000 }).toBe(true)
  const width = await person.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith('map:st-helens:')) ?? ''
    const [tile] = await (await caches.open(name)).keys()
    const picture = Object.assign(new Image(), { src: `${new URL(tile?.url ?? '').pathname}?token=1` })
    await picture.decode()
    return picture.naturalWidth
  })
  expect(width).toBe(256)
  await person.visit('/')
  await person.see({ role: 'region', name: 'Trails Information', text: 'Partially Open' })
  await person.visit('/information/about')
  await person.see({ role: 'heading', name: 'About' })
  await person.visit('/emergency')
  await enterCode(person, 'SH St Helens', '13')
  await person.see({ text: 'Sierra Hotel One Three' })
})

test('SEC-H6 changes saved offline in two tabs are each sent once', async ({ person, front }) => {
  const { driver } = person
  await person.visit('/')
  await person.seeStored()
  await fillLogin(person, '/actions/add')
  await pressLogin(person)
  const first = await driver.currentTab()
  await person.see({ label: 'Brief description of problem' })
  const second = await driver.newTab()
  await person.visit('/actions/add')
  await person.see({ label: 'Brief description of problem' })
  front.cut()
  const texts = [about('First tab'), about('Second tab')]
  await report(person, texts[1] ?? '')
  await driver.switchTo(first)
  await report(person, texts[0] ?? '')
  for (const text of texts) await person.see({ role: 'listitem', text })
  front.restore()
  await driver.switchTo(second)
  for (const text of texts) await expect.poll(async () => (await onServer(front.url, text)).length, { timeout: 60_000 }).toBe(1)
  await person.seeGone({ text: 'not sent' })
  for (const text of texts) expect(await onServer(front.url, text)).toHaveLength(1)
})
