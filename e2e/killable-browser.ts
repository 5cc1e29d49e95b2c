/** A browser with a profile on disk that a story can kill as a dying battery would, and start again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Page } from '@playwright/test'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))

export type KillableBrowser = { start(): Promise<Page>; kill(): Promise<void>; remove(): void }

export function killableBrowser(): KillableBrowser {
  const profile = mkdtempSync(join(tmpdir(), 'trailwarden-profile-'))
  const portFile = join(profile, 'DevToolsActivePort')
  let process_: ChildProcess | null = null
  let browser: Browser | null = null
  return {
    async start() {
      rmSync(portFile, { force: true })
      const flags = ['--headless=new', '--no-sandbox', '--no-first-run', '--disable-sync', '--disable-background-networking']
      const own = [`--user-data-dir=${profile}`, '--remote-debugging-port=0', '--window-size=390,844', 'about:blank']
      process_ = spawn(CHROMIUM ?? chromium.executablePath(), [...flags, ...own], { stdio: 'ignore' })
      await expect.poll(() => existsSync(portFile) && readFileSync(portFile, 'utf8').includes('\n'), { timeout: 20_000 }).toBe(true)
      const [port] = readFileSync(portFile, 'utf8').split('\n')
      browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
      const context = browser.contexts()[0] ?? (await browser.newContext())
      return context.newPage()
    },
    async kill() {
      const dying = process_
      if (dying && dying.exitCode === null)
        await new Promise((done) => {
          dying.once('exit', done)
          dying.kill('SIGKILL')
        })
      await browser?.close().catch(() => {})
    },
    remove: () => rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
}
