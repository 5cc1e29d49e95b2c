import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RunningApp, runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { expectClosesByBack, layersInHistory } from '../helpers/layers.ts'

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
  app = await runDeployedApp({ WEBHOOK_PRIVATE_ADDRESSES: 'true', WEBHOOK_RETRY_SECONDS: '1' })
})
test.afterAll(async () => {
  await app.stop()
  receiver.close()
})

test('SET-03 an administrator adds and tests a webhook, which receives an update, shows failures, and is paused and removed', {
  tag: ['@core', '@service-worker'],
}, async ({ page, context }) => {
  test.slow()
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  await page.setViewportSize(DESKTOP)
  await page.goto(`${app.url}/login?next=${KEYS}`)
  await page.getByLabel('Email').fill('admin@example.org')
  await page.getByLabel('Password', { exact: true }).fill('trailwarden sample')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  const card = page.getByRole('region', { name: 'Webhooks', exact: true })
  await expect(card).toContainText('No webhooks yet.')
  await card.getByRole('button', { name: 'Add a webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add a webhook' })
  await form.getByLabel('Name', { exact: true }).fill('Works system')
  await form.getByLabel('Address').fill('http://192.168.1.1/hook')
  await form.getByRole('checkbox', { name: /^Status/ }).check()
  await expectAccessible(page, 'form')
  await page.setViewportSize(DESKTOP)
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const send = async () => {
    await form.getByRole('button', { name: 'Continue' }).click()
    await confirm.getByLabel('Password', { exact: true }).fill('trailwarden sample')
    await confirm.getByRole('button', { name: 'Add webhook' }).click()
  }
  await send()
  await expect(form.getByRole('alert')).toContainText('begin with https://')
  await form.getByLabel('Address').fill(url)
  await send()
  const shown = page.getByRole('dialog', { name: 'Works system' })
  await expect(shown.getByText(/^whsec_/)).toBeVisible()
  await shown.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(card.getByRole('listitem')).toContainText('Status. Nothing sent yet.')

  const tryOut = card.getByRole('button', { name: 'Test Works system' })
  await tryOut.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Works system: Returned 204 in/)).toBeVisible()
  await expect(card.getByRole('listitem')).toContainText(/Last sent Just now\. Returned 204 in/)
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
  await page.getByRole('region', { name: 'St Helens', exact: true }).getByLabel('Message').fill('Burn-off')
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
    .toMatch(/Failing since .+ attempts?/)
  const tries = page.getByRole('dialog', { name: 'Delivery log for Works system' })
  const seeTries = async () => {
    await card.getByRole('button', { name: 'Delivery log for Works system' }).click()
    return tries
  }
  await expectClosesByBack(page, 'features/webhooks/webhook-tries.tsx', seeTries)
  await seeTries()
  await expect(tries.getByRole('listitem').first()).toContainText('Returned 500 in')
  await expectAccessible(page, 'tries')
  await page.setViewportSize(DESKTOP)
  await page.keyboard.press('Escape')
  await expect.poll(() => layersInHistory(page)).toBe(0)

  const more = async (item: string) => {
    await card.getByRole('button', { name: 'More options for Works system' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await expectClosesByBack(page, 'features/webhooks/webhook-row.tsx', async () => {
    await card.getByRole('button', { name: 'More options for Works system' }).click()
    return page.getByRole('menu')
  })
  // The dialog replaces the menu and takes over its history entry.
  await expectClosesByBack(page, 'features/webhooks/webhook-row.tsx', async () => {
    await more('Remove')
    return page.getByRole('dialog', { name: 'Remove Works system?' })
  })
  await more('Pause')
  await expect(card.getByRole('listitem')).toContainText('Paused since')
  await expect(card.getByRole('button', { name: 'Resume Works system' })).toBeVisible()
  await context.setOffline(true)
  await expect(card).toContainText('You’re offline')
  await expect(card.getByRole('button', { name: 'Add a webhook' })).toBeDisabled()
  await context.setOffline(false)
  await more('Remove')
  await page.getByRole('dialog', { name: 'Remove Works system?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(card).toContainText('No webhooks yet.')
})
