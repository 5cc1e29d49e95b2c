/** Debian has firefox-esr but no geckodriver, so W3C WebDriver BiDi over Node's own WebSocket drives Firefox. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Driver, pause, VIEW, type View } from './driver.ts'

const START_MS = 60_000
const COMMAND_MS = 90_000

/** Firefox would otherwise send requests to Mozilla's servers and open welcome pages. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

function asArgument(value: unknown): unknown {
  if (value === null || value === undefined) return { type: 'null' }
  if (Array.isArray(value)) return { type: 'array', value: value.map(asArgument) }
  if (typeof value === 'object') return { type: 'object', value: Object.entries(value).map(([key, one]) => [key, asArgument(one)]) }
  return { type: typeof value, value }
}

type Reply = { id?: number; type: 'success' | 'error' | 'event'; result?: unknown; error?: string; message?: string }
type Called = { type: string; result: { type: string; value: string; sharedId?: string }; exceptionDetails: { text: string } }

async function startProgram(profile: string) {
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const program = spawn('firefox-esr', ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  })
  const gone = new Promise<void>((done) => program.once('exit', () => done()))
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    program.stderr.on('data', (data) => {
      output += data
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    program.once('error', reject)
    void gone.then(() => reject(new Error(`Firefox ended: ${output}`)))
    void pause(START_MS).then(() => reject(new Error(`Firefox did not start: ${output}`)))
  })
  return { program, gone, address }
}

export async function startFirefox(): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const { program, gone, address } = await startProgram(profile)
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  let last = 0
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    if (reply.id === undefined) return
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  }
  function send<T>(method: string, params: unknown = {}): Promise<T> {
    const id = ++last
    const answered = new Promise<T>((resolve, reject) => {
      waiting.set(id, ({ type, result, error, message }) =>
        // Safe: each method has one result type, which the caller specifies.
        type === 'success' ? resolve(result as T) : reject(new Error(`${error}: ${message}`)),
      )
      socket.send(JSON.stringify({ id, method, params }))
    })
    const late = pause(COMMAND_MS).then(() => Promise.reject(new Error(`${method} was not answered in ${COMMAND_MS / 1000} s`)))
    return Promise.race([answered, late])
  }

  const started = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: { alwaysMatch: { acceptInsecureCerts: true } },
  })
  const tree = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', { maxDepth: 0 })
  let context = tree.contexts[0]?.context ?? ''
  const resize = async (viewport: View = VIEW) => {
    await send('browsingContext.setViewport', { context, viewport, devicePixelRatio: 1 })
  }
  await resize()

  async function callIn(functionDeclaration: string, args: readonly unknown[]): Promise<Called['result']> {
    const call = { functionDeclaration, arguments: args.map(asArgument), awaitPromise: true, target: { context }, userActivation: true }
    const { type, result, exceptionDetails } = await send<Called>('script.callFunction', call)
    if (type === 'exception') throw new Error(exceptionDetails.text)
    return result
  }

  return {
    name: `Firefox ${started.capabilities.browserVersion}`,
    async navigate(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async back() {
      await send('browsingContext.traverseHistory', { context, delta: -1 })
    },
    async call(source, args) {
      const { value } = await callIn(`async (...args) => JSON.stringify((await (${source})(...args)) ?? null)`, args)
      return JSON.parse(value)
    },
    async act(actions) {
      await send('input.performActions', { context, actions })
    },
    async chooseFile(source, args, path) {
      const { sharedId } = await callIn(source, args)
      await send('input.setFiles', { context, element: { sharedId }, files: [path] })
    },
    resize,
    async newTab() {
      ;({ context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' }))
      await resize()
      return context
    },
    currentTab: async () => context,
    async switchTo(tab) {
      context = tab
      await send('browsingContext.activate', { context })
    },
    async close() {
      await Promise.race([send('browser.close').catch(() => {}), pause(3000)])
      await Promise.race([gone, pause(5000)])
      program.kill('SIGKILL')
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
