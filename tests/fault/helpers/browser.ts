/** A fault test must be able to kill Chromium and start it again with its profile. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { CHROMIUM, CHROMIUM_ARGUMENTS } from '@trailwarden/testkit/app/chromium'
import { openTestEnv, type TestEnv } from '@trailwarden/testkit/devices/test-env'

const ARGUMENTS = [
  '--headless=new',
  ...CHROMIUM_ARGUMENTS,
  '--disable-gpu',
  '--hide-crash-restore-bubble',
  '--window-size=390,844',
  '--remote-debugging-port=0',
]
const START_MS = 60_000
const CONNECT_MS = 20_000
const START_TRIES = 5
const PASSWORD = 'trailwarden sample'

/** localhost is the only address at which browsers allow service workers and secure cookies without TLS. */
export async function openTestEnvWithApp(more: Record<string, string> = {}): Promise<TestEnv> {
  buildApp()
  const tries = Object.fromEntries(
    ['SIGN_IN_TRIES_PER_ACCOUNT', 'SIGN_IN_TRIES_PER_ADDRESS', 'SIGN_IN_TRIES_FROM_ANYWHERE'].map((name) => [name, '1000000']),
  )
  const env = await openTestEnv({ environment: { HOST: 'localhost', ...tries, ...more } })
  await env.start()
  return env
}

export type RunningBrowser = {
  browser: Browser
  context: BrowserContext
  page: Page
  /** All processes die at one time without flushing, as if the battery were removed. */
  kill(): Promise<void>
  close(): Promise<void>
}

const exited = (child: ChildProcess) =>
  new Promise<void>((gone) => (child.exitCode !== null || child.signalCode ? gone() : child.once('exit', () => gone())))

async function startBrowser(profile: string): Promise<RunningBrowser> {
  if (!CHROMIUM) throw new Error('Chromium is not installed')
  // All processes of a detached browser form one group, which can be killed together.
  const child = spawn(CHROMIUM, [...ARGUMENTS, `--user-data-dir=${profile}`], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const killAll = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // All processes have already exited.
    }
  }
  const address = await new Promise<string>((found, failed) => {
    const late = setTimeout(() => failed(new Error('the browser did not start')), START_MS)
    createInterface(child.stderr).on('line', (line) => {
      const [, url] = /DevTools listening on (\S+)/.exec(line) ?? []
      if (!url) return
      clearTimeout(late)
      found(url)
    })
  }).catch((error: unknown) => {
    killAll()
    throw error
  })
  const browser = await chromium.connectOverCDP(address, { timeout: CONNECT_MS }).catch(async (error: unknown) => {
    killAll()
    await exited(child)
    throw error
  })
  const context = browser.contexts()[0]
  if (!context) throw new Error('the browser has no profile')
  const page = context.pages()[0] ?? (await context.newPage())
  return {
    browser,
    context,
    page,
    async kill() {
      killAll()
      await exited(child)
    },
    async close() {
      const devtools = await browser.newBrowserCDPSession()
      await devtools.send('Browser.close').catch(() => undefined)
      await exited(child)
      killAll()
    },
  }
}

/** The profile is persistent, so the browser can be started and stopped repeatedly. */
export function createTestDevice() {
  const profile = mkdtempSync(join(tmpdir(), 'fault-profile-'))
  let running: RunningBrowser | null = null
  return {
    async start(): Promise<RunningBrowser> {
      // After a kill, a browser with an existing profile sometimes opens its port but doesn't respond.
      for (let tries = 1; ; tries++) {
        try {
          running = await startBrowser(profile)
          return running
        } catch (error) {
          if (tries === START_TRIES) throw error
        }
      }
    },
    async remove(): Promise<void> {
      await running?.kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The device must have cached the app before a fault. */
export async function signIn(page: Page, url: string, email: string, next = '/'): Promise<void> {
  await page.goto(`${url}/login?next=${next}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.getByText('You’re logged in').waitFor()
  await page.evaluate(
    (ms) =>
      Promise.race([
        navigator.serviceWorker.ready.then(() => undefined),
        new Promise((_, failed) => setTimeout(() => failed(new Error('the service worker is not ready')), ms)),
      ]),
    START_MS,
  )
}

export function errorsOf(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    // The browser's own messages about failed requests are expected.
    if (
      message.type() === 'error' &&
      !/Failed to load resource|ERR_|bad HTTP response|unsupported MIME|EventSource's response/.test(message.text())
    )
      errors.push(message.text())
  })
  return errors
}

export async function fillInAction(page: Page, description: string): Promise<void> {
  await page.getByLabel('Brief description of problem').fill(description)
  await chooseArea(page)
}

/** On a phone, the area is one of the fields under More. */
export async function chooseArea(page: Page): Promise<void> {
  const area = page.getByLabel('Area')
  if (!(await area.isVisible())) await page.getByText('More', { exact: true }).click()
  await area.selectOption({ index: 1 })
}

export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save' })

/** The count comes from the databases, so it works without the app. */
export const countWaiting = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let waiting = 0
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('trailwarden-')) continue
      const db = await new Promise<IDBDatabase>((done, failed) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => done(opening.result)
        opening.onerror = () => failed(opening.error)
      })
      if (db.objectStoreNames.contains('outbox'))
        waiting += await new Promise<number>((done) => {
          const counting = db.transaction('outbox').objectStore('outbox').count()
          counting.onsuccess = () => done(counting.result)
        })
      db.close()
    }
    return waiting
  })
