import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RunningApp, runApp } from '@trailwarden/testkit/running-app'
import { expectAccessible } from './axe.ts'
import { DESKTOP, expect, PHONE, test } from './e2e-test.ts'

const KEYS = '/management/settings/keys'

let app: RunningApp
let answer = 204
const received: { id: string; type: string }[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (part: string) => {
    body += part
  })
  request.on('end', () => {
    received.push({ id: String(request.headers['webhook-id']), type: JSON.parse(body).type })
    response.writeHead(answer).end()
  })
})
test.beforeAll(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  app = await runApp({ WEBHOOK_PRIVATE_ADDRESSES: 'true', WEBHOOK_RETRY_SECONDS: '1' })
})
test.afterAll(async () => {
  await app.stop()
  receiver.close()
})

test('SET-03 a webhook is added, tested, told of an update, fails in sight, is paused and removed', async ({ page, context }) => {
  test.slow()
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  await page.setViewportSize(DESKTOP)
  await page.goto(`${app.url}/login?next=${KEYS}`)
  await page.getByLabel('Email').fill('admin@example.org')
  await page.getByLabel('Password', { exact: true }).fill('trailwarden sample')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  const card = page.getByRole('region', { name: 'Webhooks', exact: true })
  await expect(card).toContainText('There are no webhooks.')
  await card.getByRole('button', { name: 'Add a webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add a webhook' })
  await form.getByLabel('Name', { exact: true }).fill('Works system')
  await form.getByLabel('Address').fill('http://192.168.1.1/hook')
  await form.getByRole('checkbox', { name: /^Status/ }).check()
  await form.getByRole('button', { name: 'Add webhook' }).click()
  await expect(form.getByRole('alert')).toContainText('begin with https://')
  await expectAccessible(page, 'form')
  await page.setViewportSize(DESKTOP)
  await form.getByLabel('Address').fill(url)
  await form.getByRole('button', { name: 'Add webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Works system' })
  await expect(shown.getByText(/^whsec_/)).toBeVisible()
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await expect(card.getByRole('listitem')).toContainText('Status. Nothing was sent yet.')

  const tryOut = card.getByRole('button', { name: 'Test Works system' })
  await tryOut.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Works system: Answered 204 in/)).toBeVisible()
  await expect(card.getByRole('listitem')).toContainText(/Last sent Just now\. Answered 204 in/)
  expect(received.at(-1)?.type).toBe('test')
  await page.getByRole('button', { name: 'Dismiss' }).first().waitFor({ state: 'hidden' })
  await expectAccessible(page, 'list')
  for (const width of [320, PHONE.width, DESKTOP.width]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), String(width)).toBeLessThanOrEqual(0)
  }

  answer = 500
  await page.setViewportSize(DESKTOP)
  await page.goto(`${app.url}/updates/add`)
  await expect(page.getByRole('radio', { name: 'Closed' }).first()).toBeAttached()
  for (const closed of await page.getByRole('radio', { name: 'Closed' }).all()) await closed.check()
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => received.at(-1)?.type, { timeout: 60_000 }).toBe('status.posted')
  await expect
    .poll(
      async () => {
        await page.goto(`${app.url}${KEYS}`)
        return card.getByRole('listitem').textContent()
      },
      { timeout: 60_000 },
    )
    .toMatch(/Failing since .+ tr(y|ies)/)
  await card.getByRole('button', { name: 'See tries of Works system' }).click()
  const tries = page.getByRole('dialog', { name: 'Tries of Works system' })
  await expect(tries.getByRole('listitem').first()).toContainText('Answered 500 in')
  await expectAccessible(page, 'tries')
  await page.setViewportSize(DESKTOP)
  await page.keyboard.press('Escape')

  const more = async (item: string) => {
    await card.getByRole('button', { name: 'More for Works system' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await more('Pause')
  await expect(card.getByRole('listitem')).toContainText('Paused since')
  await expect(card.getByRole('button', { name: 'Start Works system again' })).toBeVisible()
  await context.setOffline(true)
  await expect(card).toContainText('Needs a connection')
  await expect(card.getByRole('button', { name: 'Add a webhook' })).toBeDisabled()
  await context.setOffline(false)
  await more('Remove')
  await page.getByRole('dialog', { name: 'Remove Works system?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(card).toContainText('There are no webhooks.')
})
