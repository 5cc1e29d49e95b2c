/**
 * R14: versions of the app meet. A device two versions behind the server, one behind it, or ahead of a server that was put back, is updated
 * while it sends, is killed in the middle of the upgrade of its database, or has the old version still open in a second tab.
 *
 * The versions are made of the one that was built (packages/testkit/src/app-versions.ts), each served by a server of its own on one
 * database; the line in front leads to one of them, as after a deployment.
 */

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { OLDEST_PROTOCOL, PROTOCOL, PROTOCOL_HEADER } from '@trailwarden/api'
import { anotherVersion, withDatabase, withProtocol } from '@trailwarden/testkit/app-versions'
import { type Line, openLine } from '@trailwarden/testkit/line'
import { pause, until } from '@trailwarden/testkit/wait'
import { aDevice, countWaiting, fillInAction, openTestEnvWithApp, saveButton, signIn } from './browser.ts'
import { type FaultTest, type Result, upTo } from './fault-test.ts'

/** Of each cell. */
const AMOUNT = { small: 1, full: 50 }
const NEWS_EVERY = 25
const PUSH = /^\/api\/push/
const UPGRADE_MS = 600
/** To fetch a whole version and start it, on a machine that does other things too. */
const UPDATE_LIMIT_MS = 90_000
const CHECK_AGAIN_MS = 3000
/** A phone gives up a push after 10 s; one given up earlier was cut short. */
const PATIENCE_MS = 9500

/** Rewrites every waiting command, over and over, so that there is time to be killed in. */
const UPGRADE = `globalThis.hasBegunUpgrade = true
  for (const end = Date.now() + ${UPGRADE_MS}; Date.now() < end; ) await tx.table('outbox').toCollection().modify((row) => { row.changed = Date.now() })`

/** What each label stands for. `database`: how many versions later than it was built. */
const VERSIONS = {
  twoBehind: { label: '3.01', protocol: OLDEST_PROTOCOL - 1, database: 0 },
  behind: { label: '3.02', protocol: PROTOCOL - 1, database: 0 },
  now: { label: '3.03', protocol: PROTOCOL, database: 1 },
  ahead: { label: '3.04', protocol: PROTOCOL + 1, database: 2 },
}
type Version = keyof typeof VERSIONS

/** Where the device comes from, and where the fault finds it going. */
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
  /** Saves what must be there in the end. */
  save(page: Page): Promise<void>
  /** The same, and then the version it is going to is deployed; what was saved is not sent. */
  saveUnsent(page: Page): Promise<void>
  broken(what: string): void
  /** The database is still what it was. */
  midway(): void
}

const versionOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => /assets-([\d.]+)/.exec(document.head.innerHTML)?.[1]).catch(() => undefined)

const runs = (page: Page, version: Version) => until(async () => (await versionOf(page)) === VERSIONS[version].label, UPDATE_LIMIT_MS)

const databaseVersion = (page: Page) =>
  page.evaluate(async () => ((await indexedDB.databases()).find(({ name }) => name?.startsWith('trailwarden-'))?.version ?? 0) / 10)

/** Whether the device knows where the server stands: before that nothing is sent. */
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

/** What holds an update up, for whoever has to find out why. */
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
 * Checks for a new version and answers its dialog. Checks again and again: a browser takes the question for the one that the page asked
 * at its start, if that is still under way, and its answer may be from before the deployment.
 */
async function answerUpdate(page: Page, answer: 'Update' | 'Dismiss'): Promise<void> {
  const button = page.getByRole('dialog', { name: 'Update available' }).getByRole('button', { name: answer })
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
  /** Update is pressed while a push is under way: the page must stay until its answer is here. */
  'update while sending': async ({ line, deploy, save, broken }, page, to) => {
    deploy(to)
    await answerUpdate(page, 'Dismiss')
    let loads = 0
    page.on('load', () => loads++)
    line.hold(PUSH)
    await save(page)
    await page.getByText(/Sending 1 of/).waitFor()
    await page.getByRole('button', { name: 'Update: 1 waits' }).click()
    const waits = page.getByRole('dialog', { name: 'Update waits' })
    // A push that stayed without an answer for so long that the phone gave it up holds nothing up.
    if (await until(async () => (await waits.isVisible()) || line.heldBack() === 0)) await pause(upTo(1500))
    else broken('goes on during a push')
    line.release()
    if (line.givenUpAfterMs.splice(0).some((ms) => ms < PATIENCE_MS)) broken('a push was cut short by the update')
    if (!(await runs(page, to))) broken('not updated after the push')
    if (loads > 1) broken(`reloaded ${loads} times`)
    return page
  },
  /** The tab's process is killed while the new version changes the database. */
  'killed in the upgrade': async ({ line, context, saveUnsent, broken, midway }, page) => {
    await saveUnsent(page)
    const before = await databaseVersion(page)
    await answerUpdate(page, 'Update')
    const hasBegun = () => page.evaluate(() => (globalThis as { hasBegunUpgrade?: boolean }).hasBegunUpgrade === true).catch(() => false)
    if (!(await until(hasBegun, UPDATE_LIMIT_MS))) broken('no upgrade was seen')
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
   * A second tab has the newest version before the worker has, as after a reload that goes around it. The first has unsaved edits and the
   * old version, and a connection to the database that does not give way.
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
    const notice = second.getByText('An older version is open in another tab. Close that one.')
    await notice.waitFor().catch(() => broken('does not say that the other tab holds it up'))
    if ((await page.getByLabel('In a few words').inputValue()) !== 'never saved') broken('the first tab was reloaded')
    line.refuse(null)
    await page.close({ runBeforeUnload: false })
    await notice.waitFor({ state: 'hidden' }).catch(() => broken('still says so with the other tab closed'))
    return second
  },
}

export const versionsMeet: FaultTest = {
  name: 'R14',
  async run(size, stop): Promise<Result> {
    const env = await openTestEnvWithApp()
    const counts = { pushesTooOld: 0, pushesTooNew: 0, killedMidway: 0, updatesPutOff: 0, slowestDrainMs: 0 }
    const line = await openLine(env.address, (path, status) => {
      if (PUSH.test(path) && status === 426) counts.pushesTooOld++
      if (PUSH.test(path) && status === 503) counts.pushesTooNew++
    })
    const device = aDevice()
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
      // A server of the time of the oldest version knew of no versions of the protocol.
      const deploy = (version: Version) => line.leadTo(addresses.get(version) ?? '', version === 'twoBehind' ? PROTOCOL_HEADER : null)
      const { browser } = await device.start()
      // Small: every pair once and every fault once.
      const cells =
        size === 'small'
          ? PAIRS.map((pair, i) => ({ pair, fault: FAULTS[i] ?? 'second tab' }))
          : PAIRS.flatMap((pair) => FAULTS.map((fault) => ({ pair, fault })))
      for (; made < AMOUNT[size] * cells.length && !stop.aborted; made++) {
        const { pair, fault } = cells[made % cells.length] as (typeof cells)[number]
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
              run.broken('was not notified that it is too old')
            if ((await countWaiting(page)) !== 1) run.broken('what was saved does not wait')
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
          if (!(await runs(page, pair.from))) run.broken('not the version it should be')
          const after = await FAULT[fault](run, page, pair.to)
          if (!(await runs(after, pair.to))) run.broken('not updated')
          if (pair.to === 'ahead') {
            // The server is older than the app: what is saved now waits, and goes once the app was put back too.
            await after.goto(`${line.url}/actions/add`)
            await run.save(after)
            deploy('now')
            let back = await context.newPage()
            await after.close()
            await back.goto(`${line.url}/actions/outstanding`)
            if ((await countWaiting(back)) === 0) run.broken('the older server took what it may misread')
            await answerUpdate(back, 'Update')
            if (!(await runs(back, 'now'))) {
              // A browser may put off the change of workers for minutes. Whoever then closes the app and opens it again has the other
              // version.
              counts.updatesPutOff++
              console.error(`R14: ${cell}: ${await holdUpOf(back)}`)
              await back.close()
              back = await context.newPage()
              await back.goto(`${line.url}/actions/outstanding`)
              if (!(await runs(back, 'now'))) run.broken('not put back, and not after a new start either')
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
      // What was answered before the update leaves an empty queue, at whose opening nobody has to wait for the new version's changes.
      if (!(await until(async () => (await databaseVersion(page)) >= 2))) run.broken('the database was not changed')
    }
  },
}
