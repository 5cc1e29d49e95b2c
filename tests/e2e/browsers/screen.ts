/** What a person does with the app, over any of the drivers. Everything waits for its condition; nothing sleeps. */
import { type Driver, until } from './driver.ts'
import { locate, pointOf, type What } from './in-page.ts'

/** Long: a busy machine makes an app late, not wrong. */
const PATIENCE_MS = 60_000
const LATIN = /^[\x20-\x7e]*$/

export type Screen = ReturnType<typeof createScreen>

/** A function for the page that is given the element in question instead of its description; null when there is none. */
const onElement = (source: (one: HTMLElement) => unknown) =>
  `(what) => { const one = (${locate})(what); return one ? (${source})(one) : null }`

export function createScreen(driver: Driver, origin: string) {
  const described = (what: What) => JSON.stringify(what)
  /** Between two pages there may be nobody to ask, which the engines say in different ways. */
  const askPage = (source: string, ...args: unknown[]) => driver.call(source, args).catch(() => null)
  const askAbout = (what: What, source: (one: HTMLElement) => unknown) => askPage(onElement(source), what)

  const screen = {
    driver,
    /** Goes to an address of the app. A navigation of the app's own that is still under way may win over it, so it looks where it is. */
    async visit(path: string) {
      await until(`the page ${path}`, PATIENCE_MS, async () => {
        await driver.navigate(origin + path).catch(() => {})
        return (await askPage(`() => location.pathname + location.search`)) === path.replace(/#.*/, '')
      })
    },
    /** Runs a function in the page; its arguments and answer are plain data. */
    evaluate: <T, A extends unknown[]>(fn: (...args: A) => T | Promise<T>, ...args: A): Promise<T> =>
      // Safe: JSON carries what the function returns.
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
    /** Presses it, once it stands still where nothing covers it. */
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
    /** Types into a field, key by key. A form that is drawn again while somebody types is typed into again. */
    async fill(what: What, text: string) {
      if (!LATIN.test(text)) throw new Error('only characters that have a key of their own')
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
    /** Whether the service worker answers for this page: from then on the app opens without signal. */
    async seeStored() {
      await until('the service worker', PATIENCE_MS, () => askPage('() => navigator.serviceWorker.controller !== null'))
    },
  }
  return screen
}
