import { type Driver, until } from './driver.ts'
import { locate, pointOf, type What } from './in-page.ts'

/** A busy machine makes the app slow without breaking it. */
const PATIENCE_MS = 60_000
const LATIN = /^[\x20-\x7e]*$/

export type Screen = ReturnType<typeof createScreen>

const onElement = (source: (one: HTMLElement) => unknown) =>
  `(what) => { const one = (${locate})(what); return one ? (${source})(one) : null }`

export function createScreen(driver: Driver, origin: string) {
  const described = (what: What) => JSON.stringify(what)
  /** During a navigation there may be no document to query. Each engine reports this differently. */
  const askPage = (source: string, ...args: unknown[]) => driver.call(source, args).catch(() => null)
  const askAbout = (what: What, source: (one: HTMLElement) => unknown) => askPage(onElement(source), what)

  const screen = {
    driver,
    /** A pending navigation by the app may override the visit, so the result is checked. */
    async visit(path: string) {
      await until(`the page ${path}`, PATIENCE_MS, async () => {
        await driver.navigate(origin + path).catch(() => {})
        return (await askPage(`() => location.pathname + location.search`)) === path.replace(/#.*/, '')
      })
    },
    /** Until the app has started, Emergency is only a link to its own page. */
    async visitStarted(path: string) {
      await screen.visit(path)
      await until('the app to start', PATIENCE_MS, () =>
        askPage(`() => document.querySelector('[aria-live=polite]:not([role]):not(main *)') !== null`),
      )
    },
    evaluate: <T, A extends unknown[]>(fn: (...args: A) => T | Promise<T>, ...args: A): Promise<T> =>
      // Safe: JSON preserves the function's result.
      driver.call(String(fn), args) as Promise<T>,
    async see(what: What, timeoutMs = PATIENCE_MS) {
      await until(described(what), timeoutMs, () => askAbout(what, () => true))
    },
    async seeGone(what: What, timeoutMs = PATIENCE_MS) {
      await until(`no ${described(what)}`, timeoutMs, async () => (await askPage(`(what) => !(${locate})(what)`, what)) === true)
    },
    async seePath(path: string) {
      await until(`the address ${path}`, PATIENCE_MS, async () => (await askPage('() => location.pathname')) === path)
    },
    async click(what: What) {
      let before = ''
      const point = await until(`${described(what)} to press`, PATIENCE_MS, async () => {
        const found = (await askAbout(what, pointOf)) as [number, number] | null
        const stands = String(found) === before
        before = String(found)
        return stands ? found : null
      })
      await screen.press(...point)
    },
    press: (x: number, y: number) =>
      driver.act([
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x, y, duration: 0 },
            { type: 'pointerDown', button: 0 },
            { type: 'pause', duration: 50 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ]),
    type: (value: string) =>
      driver.act([
        {
          type: 'key',
          id: 'keys',
          actions: [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ],
        },
      ]),
    /** The app may redraw the form while the test types. */
    async fill(what: What, text: string) {
      if (!LATIN.test(text)) throw new Error('only characters with their own key are supported')
      await until(`${described(what)} to hold "${text}"`, PATIENCE_MS, async () => {
        const isThere = await askAbout(what, (one) => {
          one.scrollIntoView({ block: 'center', behavior: 'instant' })
          one.focus()
          ;(one as HTMLInputElement).select()
          return document.activeElement === one
        })
        if (!isThere) return false
        const keys = [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ])
        await driver.act([{ type: 'key', id: 'keys', actions: keys }])
        return (await askAbout(what, (one) => (one as HTMLInputElement).value)) === text
      })
    },
    async chooseFile(what: What, path: string) {
      await screen.see(what)
      await driver.chooseFile(String(locate), [what], path)
    },
    /** Once the service worker controls the page, the app opens offline. */
    async seeStored() {
      await until('the service worker', PATIENCE_MS, () => askPage('() => navigator.serviceWorker.controller !== null'))
    },
  }
  return screen
}
