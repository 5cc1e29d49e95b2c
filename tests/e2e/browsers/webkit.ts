/**
 * WebKitGTK is the engine of Safari. It doesn't store `Secure` cookies over plain HTTP, even from localhost, which is why https-front.ts
 * exists. Debian needs webkit2gtk-driver and xvfb.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@trailwarden/testkit/database/postgres'
import { type Driver, pause, until, VIEW, type View } from './driver.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const COMMAND_MS = 90_000
/** Safari enables these features, but WebKitGTK disables them by default. */
const AS_IN_SAFARI = '+StorageAPI,+StorageAPIEstimate'
/** The window's title bar needs extra space. */
const [BAR_WIDTH, BAR_HEIGHT] = [450, 200]

/** Debian installs MiniBrowser in a folder named after the machine architecture. */
function miniBrowser(): string {
  for (const machine of readdirSync('/usr/lib'))
    for (const version of ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']) {
      const path = join('/usr/lib', machine, version, 'MiniBrowser')
      if (existsSync(path)) return path
    }
  throw new Error('WebKitGTK is not installed (Debian: webkit2gtk-driver)')
}

/** Xvfb chooses the display number, so that two runs don't use one display. */
async function startScreen(): Promise<{ process: ChildProcess; display: string }> {
  const size = `${VIEW.width + BAR_WIDTH}x${VIEW.height + BAR_HEIGHT}x24`
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    screen.stdio[3]?.once('data', (data) => resolve(String(data).trim()))
    screen.once('error', reject)
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
  return { process: screen, display: `:${number}` }
}

class WebDriverError extends Error {
  readonly kind: string
  constructor(kind: string, message: string) {
    super(`${kind}: ${message}`)
    this.kind = kind
  }
}

export async function startWebKit(): Promise<Driver> {
  // Two displays that start at one moment may choose the same number, and one of them exits, so the start is retried once.
  const screen = await startScreen().catch(startScreen)
  const home = mkdtempSync(join(tmpdir(), 'webkit-'))
  // The toolbar would prevent the window from becoming as narrow as a phone.
  mkdirSync(join(home, '.config/gtk-3.0'), { recursive: true })
  writeFileSync(
    join(home, '.config/gtk-3.0/gtk.css'),
    '* { padding: 0; margin: 0; min-width: 0; min-height: 0; border: 0; font-size: 1px; }',
  )
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      GDK_BACKEND: 'x11',
      GSETTINGS_BACKEND: 'memory',
      NO_AT_BRIDGE: '1',
      // Without these settings, the view may stay white on machines without a graphics card.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  const end = async () => {
    const gone = new Promise((done) => driver.once('exit', done))
    driver.kill()
    await Promise.race([gone, pause(5000)])
    screen.process.kill()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }

  async function send<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(COMMAND_MS),
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const { value } = (await reply.json()) as { value: T & { error: string; message: string } }
    if (!reply.ok) throw new WebDriverError(value.error, value.message)
    return value
  }

  const options = { binary: miniBrowser(), args: ['--automation', `--features=${AS_IN_SAFARI}`] }
  const capabilities = { alwaysMatch: { acceptInsecureCerts: true, 'webkitgtk:browserOptions': options } }
  type Session = { sessionId: string; capabilities: { browserVersion: string } }
  const session = await until('WebKitWebDriver', 20_000, () =>
    send<{ ready: boolean }>('GET', '/status').then(
      ({ ready }) => ready,
      () => false,
    ),
  )
    .then(() => send<Session>('POST', '/session', { capabilities }))
    .catch(async (error: unknown) => {
      await end()
      throw error
    })
  const at = `/session/${session.sessionId}`
  await send('POST', `${at}/timeouts`, { script: COMMAND_MS, pageLoad: COMMAND_MS, implicit: 0 })

  async function resize(view: View = VIEW): Promise<void> {
    await until(`a view of ${view.width} × ${view.height}`, 10_000, async () => {
      const [width = 0, height = 0] = await send<number[]>('POST', `${at}/execute/sync`, {
        script: 'return [innerWidth, innerHeight]',
        args: [],
      })
      if (width === view.width && height === view.height) return true
      const window = await send<{ width: number; height: number }>('GET', `${at}/window/rect`)
      const next = { x: 0, y: 0, width: window.width + view.width - width, height: window.height + view.height - height }
      await send('POST', `${at}/window/rect`, next)
      return false
    })
  }
  await resize()

  return {
    name: `WebKitGTK ${session.capabilities.browserVersion}`,
    navigate: (url) => send('POST', `${at}/url`, { url }),
    back: () => send('POST', `${at}/back`, {}),
    async call(source, args) {
      const script = `const done = arguments[arguments.length - 1]; (async () => (${source})(...arguments[0]))()
        .then((value) => done({ value: value ?? null }), (error) => done({ error: String(error) }))`
      const answer = await send<{ value: unknown; error?: string }>('POST', `${at}/execute/async`, { script, args: [args] })
      if (answer.error) throw new Error(answer.error)
      return answer.value
    },
    act: (actions) => send('POST', `${at}/actions`, { actions }),
    async chooseFile(source, args, path) {
      const found = await send<{ [ELEMENT]: string }>('POST', `${at}/execute/sync`, {
        script: `return (${source})(...arguments[0])`,
        args: [args],
      })
      await send('POST', `${at}/element/${found[ELEMENT]}/value`, { text: path })
    },
    resize,
    async newTab() {
      // A background tab never responds to input, so the driver opens a window instead of a tab.
      const { handle } = await send<{ handle: string }>('POST', `${at}/window/new`, { type: 'window' })
      await send('POST', `${at}/window`, { handle })
      await resize()
      return handle
    },
    currentTab: () => send('GET', `${at}/window`),
    switchTo: (handle) => send('POST', `${at}/window`, { handle }),
    async close() {
      // The browser may have hung or exited.
      await send('DELETE', at).catch(() => {})
      await end()
    },
  }
}
