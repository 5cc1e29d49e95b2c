/**
 * R14: the device is behind the server, ahead of a rolled-back server, or updated while it sends. All versions are derived from the built
 * one (packages/testkit/src/app/app-versions.ts), and the proxy routes to one server at a time, as after a deployment.
 */

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { OLDEST_PROTOCOL, PROTOCOL, PROTOCOL_HEADER } from '@trailwarden/api'
import { anotherVersion, withDatabase, withProtocol } from '@trailwarden/testkit/app/app-versions'
import { type Line, openLine } from '@trailwarden/testkit/line/line'
import { pause, until } from '@trailwarden/testkit/wait'
import { type FaultTest, type Result, upTo } from '../fault-test.ts'
import { countWaiting, createTestDevice, fillInAction, openTestEnvWithApp, saveButton, signIn } from '../helpers/browser.ts'

const AMOUNT = { small: 3, full: 450 }
const NEWS_EVERY = 25
const PUSH = /^\/api\/push/
const UPGRADE_MS = 600
/** A busy machine needs this long to download and start a version. */
const UPDATE_LIMIT_MS = 90_000
const CHECK_AGAIN_MS = 3000
/** A phone gives up on a push after 10 s. If a push ends earlier, something else interrupted it. */
const PATIENCE_MS = 9500

/** The upgrade rewrites all pending commands repeatedly, so that there is time to kill the process. */
const UPGRADE = `globalThis.hasBegunUpgrade = true
  for (const end = Date.now() + ${UPGRADE_MS}; Date.now() < end; ) await tx.table('outbox').toCollection().modify((row) => { row.changed = Date.now() })`

/** `database` is the difference between the version's database number and that of the built version. */
const VERSIONS = {
  twoBehind: { label: '3.01', protocol: OLDEST_PROTOCOL - 1, database: 0 },
  behind: { label: '3.02', protocol: PROTOCOL - 1, database: 0 },
  now: { label: '3.03', protocol: PROTOCOL, database: 1 },
  ahead: { label: '3.04', protocol: PROTOCOL + 1, database: 2 },
}
type Version = keyof typeof VERSIONS

const PAIRS: { name: string; from: Version; to: Version }[] = [
  { name: 'two behind', from: 'twoBehind', to: 'now' },
  { name: 'one behind', from: 'behind', to: 'now' },
  { name: 'ahead of the server', from: 'behind', to: 'ahead' },
]
const FAULTS = ['update while sending', 'killed in the upgrade', 'second tab'] as const

type Run = {
  line: Line
  context: BrowserContext
  deploy(version: Version): void
  save(page: Page): Promise<void>
  saveUnsent(page: Page): Promise<void>
  broken(what: string): void
  /** After these kills, the database still has its old version. */
  midway(): void
}

const versionOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => /assets-([\d.]+)/.exec(document.head.innerHTML)?.[1]).catch(() => undefined)

const runs = (page: Page, version: Version) => until(async () => (await versionOf(page)) === VERSIONS[version].label, UPDATE_LIMIT_MS)

const databaseVersion = (page: Page) =>
  page.evaluate(async () => ((await indexedDB.databases()).find(({ name }) => name?.startsWith('trailwarden-'))?.version ?? 0) / 10)

/** Before its first fetch, a device doesn't send anything. */
const hasFetched = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const [known] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('trailwarden-'))
    if (!known?.name) return false
    const opening = indexedDB.open(known.name)
    await new Promise((done) => opening.addEventListener('success', done))
    const asking = opening.result.transaction('meta').objectStore('meta').get('position')
    await new Promise((done) => asking.addEventListener('success', done))
    opening.result.close()
    return Boolean(asking.result?.position.epoch)
  })

async function holdUpOf(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page)
  const workers = new Map<string, string>()
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status, runningStatus, controlledClients = [] } of versions)
      workers.set(versionId, `${status} ${runningStatus}, ${controlledClients.length} pages`)
  })
  await devtools.send('ServiceWorker.enable')
  await pause(500)
  const locks = await page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name, mode }) => `${name} ${mode}`))
  return JSON.stringify({ workers: [...workers.values()], locks })
}

/**
 * The browser merges a check with a pending check from the app's start, whose response may be from before the deployment, so the check is
 * repeated.
 */
async function answerUpdate(page: Page, answer: 'Restart' | 'Later'): Promise<void> {
  const button = page.getByRole('dialog', { name: 'A new version is ready' }).getByRole('button', { name: answer })
  const isOffered = await until(async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then((known) => void known.update()))
    return button.waitFor({ timeout: CHECK_AGAIN_MS }).then(
      () => true,
      () => false,
    )
  }, UPDATE_LIMIT_MS)
  if (!isOffered) throw new Error('no update was offered')
  await button.click()
}

type Fault = (run: Run, page: Page, to: Version) => Promise<Page>

const FAULT: Record<(typeof FAULTS)[number], Fault> = {
  /** The page must not reload until the push has received a response. */
  'update while sending': async ({ line, deploy, save, broken }, page, to) => {
    deploy(to)
    await answerUpdate(page, 'Later')
    let loads = 0
    page.on('load', () => loads++)
    line.hold(PUSH)
    await save(page)
    await page.getByText(/Sending 1 of/).waitFor()
    await page.getByRole('button', { name: 'Update available' }).click()
    const waits = page.getByRole('dialog', { name: 'Update paused' })
    // An unanswered push delays the update only until the phone gives up on the push.
    if (await until(async () => (await waits.isVisible()) || line.heldBack() === 0)) await pause(upTo(1500))
    else broken('the update was not delayed by the push')
    line.release()
    if (line.givenUpAfterMs.splice(0).some((ms) => ms < PATIENCE_MS)) broken('a push was cut short by the update')
    if (!(await runs(page, to))) broken('not updated after the push')
    if (loads > 1) broken(`reloaded ${loads} times`)
    return page
  },
  'killed in the upgrade': async ({ line, context, saveUnsent, broken, midway }, page) => {
    await saveUnsent(page)
    const before = await databaseVersion(page)
    await answerUpdate(page, 'Restart')
    const hasBegun = () => page.evaluate(() => (globalThis as { hasBegunUpgrade?: boolean }).hasBegunUpgrade === true).catch(() => false)
    if (!(await until(hasBegun, UPDATE_LIMIT_MS))) broken('no upgrade was detected')
    await pause(upTo(UPGRADE_MS / 2))
    const devtools = await context.newCDPSession(page)
    void devtools.send('Page.crash').catch(() => undefined)
    await page.waitForEvent('crash')
    const next = await context.newPage()
    await next.goto(`${line.url}/assets/none`)
    if ((await databaseVersion(next)) === before) midway()
    line.refuse(null)
    await next.goto(`${line.url}/actions/outstanding`)
    return next
  },
  /**
   * The second tab loads the newest version without the service worker, as after a forced reload. The first tab has a database connection
   * that stays open.
   */
  'second tab': async ({ line, context, saveUnsent, broken }, page) => {
    await saveUnsent(page)
    await page.goto(`${line.url}/actions/add`)
    await fillInAction(page, 'never saved')
    await page.evaluate(async () => {
      const [known] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('trailwarden-'))
      if (known?.name) indexedDB.open(known.name)
    })
    const second = await context.newPage()
    const devtools = await context.newCDPSession(second)
    await devtools.send('Network.enable')
    await devtools.send('Network.setBypassServiceWorker', { bypass: true })
    await second.goto(`${line.url}/actions/outstanding`)
    const notice = second.getByText('An older version of the app is open in another tab. Close that tab.')
    await notice.waitFor().catch(() => broken('does not show that the other tab delays it'))
    if ((await page.getByLabel('Brief description of problem').inputValue()) !== 'never saved') broken('the first tab was reloaded')
    line.refuse(null)
    await page.close({ runBeforeUnload: false })
    await notice.waitFor({ state: 'hidden' }).catch(() => broken('still shows it with the other tab closed'))
    return second
  },
}

export const versionsMeet: FaultTest = {
  name: 'R14',
  full: { runs: AMOUNT.full, step: 9 },
  async run(size, stop, times = AMOUNT[size], first = 0): Promise<Result> {
    const env = await openTestEnvWithApp()
    const counts = { pushesTooOld: 0, pushesTooNew: 0, killedMidway: 0, updatesPutOff: 0, slowestDrainMs: 0 }
    const line = await openLine(env.address, (path, status) => {
      if (PUSH.test(path) && status === 426) counts.pushesTooOld++
      if (PUSH.test(path) && status === 503) counts.pushesTooNew++
    })
    const device = createTestDevice()
    const broken: string[] = []
    const saved: string[] = []
    const folders: string[] = []
    const addresses = new Map<Version, string>()
    let made = 0
    try {
      for (const [name, { label, protocol, database }] of Object.entries(VERSIONS)) {
        const speak = withProtocol(protocol)
        const upgrade = database === 0 ? (text: string) => text : withDatabase(database, UPGRADE)
        const folder = await anotherVersion(label, (text) => upgrade(speak(text)))
        folders.push(folder)
        addresses.set(name as Version, (await env.startAnother(undefined, { WEB_DIST: folder })).address)
      }
      // At the time of the oldest version, servers didn't support protocol versions.
      const deploy = (version: Version) => line.leadTo(addresses.get(version) ?? '', version === 'twoBehind' ? PROTOCOL_HEADER : null)
      const { browser } = await device.start()
      const cells =
        size === 'small'
          ? PAIRS.map((pair, i) => ({ pair, fault: FAULTS[i] ?? 'second tab' }))
          : PAIRS.flatMap((pair) => FAULTS.map((fault) => ({ pair, fault })))
      for (; made < times && !stop.aborted; made++) {
        const { pair, fault } = cells[(first + made) % cells.length] as (typeof cells)[number]
        const cell = `${pair.name}, ${fault}`
        const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
        const run: Run = {
          line,
          context,
          deploy,
          async save(page) {
            const description = `${cell} ${randomUUID()}`
            await fillInAction(page, description)
            await saveButton(page).click()
            await page.waitForURL('**/actions/outstanding')
            saved.push(description)
          },
          async saveUnsent(page) {
            if (pair.from === 'twoBehind') deploy(pair.to)
            else line.refuse(PUSH)
            const before = counts.pushesTooOld
            await run.save(page)
            if (pair.from === 'twoBehind' && !(await until(() => counts.pushesTooOld > before)))
              run.broken('was not notified that its version is too old')
            if ((await countWaiting(page)) !== 1) run.broken('the saved change is not in the queue')
            deploy(pair.to)
          },
          broken(what) {
            broken.push(`${cell}: ${what}`)
            console.error(`R14: ${broken.at(-1)}`)
          },
          midway: () => counts.killedMidway++,
        }
        try {
          deploy(pair.from)
          const page = await context.newPage()
          await signIn(page, line.url, 'member@example.org', '/actions/add')
          if (!(await until(() => hasFetched(page)))) run.broken('nothing was ever fetched')
          if (!(await runs(page, pair.from))) run.broken('has the wrong version')
          const after = await FAULT[fault](run, page, pair.to)
          if (!(await runs(after, pair.to))) run.broken('not updated')
          if (pair.to === 'ahead') {
            // The server is older than the app, so a new change stays pending until the app has been rolled back too.
            await after.goto(`${line.url}/actions/add`)
            await run.save(after)
            deploy('now')
            let back = await context.newPage()
            await after.close()
            await back.goto(`${line.url}/actions/outstanding`)
            if ((await countWaiting(back)) === 0) run.broken('the older server accepted a change that it may misread')
            await answerUpdate(back, 'Restart')
            if (!(await runs(back, 'now'))) {
              // A browser may take minutes to activate the new service worker. In that case, closing and reopening the app starts the other
              // version.
              counts.updatesPutOff++
              console.error(`R14: ${cell}: ${await holdUpOf(back)}`)
              await back.close()
              back = await context.newPage()
              await back.goto(`${line.url}/actions/outstanding`)
              if (!(await runs(back, 'now'))) run.broken('not rolled back, not even after a restart')
            }
            await drain(back, run)
          } else await drain(after, run)
        } catch (error) {
          run.broken(String(error))
        }
        line.release()
        line.refuse(null)
        await context.close()
        if ((made + 1) % NEWS_EVERY === 0) console.error(`R14: ${made + 1} runs, ${broken.length} broken`)
      }
      const { rows } = await env.pool.query<{ description: string; n: number }>(
        'select description, count(*)::int as n from actions where description = any($1) group by description',
        [saved],
      )
      const doubled = rows.filter(({ n }) => n > 1).length
      return { runs: made, lost: saved.length - rows.length, doubled, broken, figures: { saved: saved.length, ...counts } }
    } finally {
      await device.remove()
      line.close()
      await env.close()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    }

    async function drain(page: Page, run: Run): Promise<void> {
      const started = Date.now()
      if (!(await until(async () => (await countWaiting(page).catch(() => 1)) === 0, UPDATE_LIMIT_MS)))
        run.broken('the queue did not drain')
      counts.slowestDrainMs = Math.max(counts.slowestDrainMs, Date.now() - started)
      // With an empty queue, the check above may pass before the new version has opened the database.
      if (!(await until(async () => (await databaseVersion(page)) >= 2))) run.broken('the database was not upgraded')
    }
  },
}
