import type { Browser, Page } from '@playwright/test'
import { about, elsewhere } from '../helpers/actions.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { inQueue, openHomeAtTree, openReport, sendReport } from '../helpers/reports.ts'

async function managerOf(browser: Browser, url: string) {
  const [context, manager] = await elsewhere(browser, url, 'manager', '/management/reports')
  await manager.setViewportSize(DESKTOP)
  const decisions: string[] = []
  manager.on('request', (request) => {
    if (request.url().endsWith('/api/push') && request.postData()?.includes('"decline"')) decisions.push(request.postData() ?? '')
  })
  return { context, manager, decisions }
}

async function decline(manager: Page, number: string) {
  await (await openReport(manager, number)).getByRole('button', { name: 'Decline' }).click()
  const dialog = manager.getByRole('dialog', { name: 'Decline this report?' })
  await dialog.getByLabel('Not a hazard').check()
  await dialog.getByRole('button', { name: 'Decline and notify the reporter' }).click()
  await expect(manager.getByRole('status', { name: 'Messages' })).toContainText(`Declined ${number}Undo`)
  await expect(inQueue(manager, number)).toBeHidden()
}

const list = (manager: Page, name: string) => manager.getByRole('group', { name: 'Lists of reports' }).getByRole('button', { name })

test('REP-3 a decision can be undone for 10 s, and is then sent once with the manager’s name', { tag: '@core' }, async ({
  page,
  context,
  browser,
  app,
}) => {
  await openHomeAtTree(page, context)
  const number = await sendReport(page, { words: about('Undone') })
  const { context: theirs, manager, decisions } = await managerOf(browser, app.url)
  await expect(inQueue(manager, number)).toBeVisible()
  await manager.clock.install()

  await decline(manager, number)
  await manager.getByRole('button', { name: 'Undo' }).click()
  await expect(inQueue(manager, number)).toBeVisible()
  await manager.clock.fastForward(60_000)
  await manager.getByText('Undone. The report is back under To check.').waitFor({ state: 'hidden' })
  expect(decisions).toEqual([])

  await decline(manager, number)
  // The page's clock also runs in real time, and a slow machine uses up part of the 10 s.
  await manager.clock.fastForward(5000)
  await expect(manager.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(decisions).toEqual([])
  const sent = manager.waitForResponse((reply) => reply.url().endsWith('/api/push') && reply.ok())
  await manager.clock.fastForward(5500)
  await sent
  await expect(manager.getByRole('button', { name: 'Undo' })).toBeHidden()
  await manager.clock.fastForward(60_000)
  expect(decisions).toHaveLength(1)

  await list(manager, 'Declined').click()
  const row = manager.getByRole('list', { name: 'Decided reports' }).getByRole('listitem').filter({ hasText: number })
  await expect(row).toContainText(/Declined by Max Manager, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d · Not a hazard/)
  await theirs.close()
})

test('REP-3 SYN-4 the first of two decisions made within seconds can be undone', async ({ page, context, browser, app }) => {
  await openHomeAtTree(page, context)
  const first = await sendReport(page, { words: about('First') })
  const second = await sendReport(page, { words: about('Second') })
  const { context: theirs, manager, decisions } = await managerOf(browser, app.url)
  await expect(inQueue(manager, second)).toBeVisible()
  await manager.clock.install()
  await decline(manager, first)
  await decline(manager, second)
  const messages = manager.getByRole('status', { name: 'Messages' })
  await expect(messages).toHaveText(`Declined ${first}UndoDeclined ${second}Undo`)
  await messages.getByRole('button', { name: 'Undo' }).first().click()
  await expect(inQueue(manager, first)).toBeVisible()
  const sent = manager.waitForResponse((reply) => reply.url().endsWith('/api/push') && reply.ok())
  await manager.clock.fastForward(10_000)
  await sent
  await manager.clock.fastForward(60_000)
  expect(decisions).toHaveLength(1)
  await expect(inQueue(manager, first)).toBeVisible()
  await theirs.close()
})

test('REP-3 a decision that can still be undone when the page reloads is sent once', async ({ page, context, browser, app }) => {
  await openHomeAtTree(page, context)
  const number = await sendReport(page, { words: about('Reloaded') })
  const { context: theirs, manager, decisions } = await managerOf(browser, app.url)
  await decline(manager, number)
  await manager.reload()
  await expect(list(manager, 'Declined')).toBeVisible()
  await expect.poll(() => decisions.length).toBe(1)
  await list(manager, 'Declined').click()
  await expect(manager.getByRole('listitem').filter({ hasText: number })).toContainText('Declined by Max Manager')
  await manager.reload()
  await expect(manager.getByRole('listitem').filter({ hasText: number })).toContainText('Declined by Max Manager')
  expect(decisions).toHaveLength(1)
  await theirs.close()
})
