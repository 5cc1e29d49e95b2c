/** The interface of the two browser drivers: the few functions with which `screen.ts` acts like a person. */

/** W3C input actions, which have the same format in WebDriver and WebDriver BiDi. */
type InputActions = { type: 'pointer' | 'key'; id: string; actions: Record<string, unknown>[] }[]

export type Driver = {
  /** Name and version of the browser. */
  name: string
  /** Resolves when the page has loaded. */
  navigate(url: string): Promise<void>
  back(): Promise<void>
  /** Calls a function in the page, given as source code. The function may be asynchronous. Its arguments and result are plain data. */
  call(source: string, args: readonly unknown[]): Promise<unknown>
  act(actions: InputActions): Promise<void>
  /** Selects a file for the file input that a function in the page returns. */
  chooseFile(source: string, args: readonly unknown[], path: string): Promise<void>
  /** Resizes the view. The initial size is `VIEW`. */
  resize(view: View): Promise<void>
  /** Opens another tab, switches to it and returns its name. */
  newTab(): Promise<string>
  currentTab(): Promise<string>
  switchTo(tab: string): Promise<void>
  close(): Promise<void>
}

export const VIEW = { width: 390, height: 844 }
export type View = typeof VIEW

export const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms))

/** Polls until `ask` returns a result. On timeout, throws an error that names the expected result. */
export async function until<T>(what: string, timeoutMs: number, ask: () => Promise<T | null | undefined | false>): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`timed out after ${timeoutMs / 1000} s: ${what}`)
    await pause(100)
  }
}
