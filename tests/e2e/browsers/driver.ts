/** What the two drivers have in common: the little that `screen.ts` needs to act like a person. */

/** W3C input actions; the same shape in WebDriver and in WebDriver BiDi. */
type InputActions = { type: 'pointer' | 'key'; id: string; actions: Record<string, unknown>[] }[]

export type Driver = {
  /** Of the browser, with its version. */
  name: string
  /** Resolves when the page has loaded. */
  navigate(url: string): Promise<void>
  /** Goes back in the history. */
  back(): Promise<void>
  /** Calls a function in the page, given as source; its arguments and answer are plain data, and it may be asynchronous. */
  call(source: string, args: readonly unknown[]): Promise<unknown>
  act(actions: InputActions): Promise<void>
  /** Chooses a file in the file input that a function in the page returns. */
  chooseFile(source: string, args: readonly unknown[], path: string): Promise<void>
  /** Opens a further tab and works in it; answers its name. */
  newTab(): Promise<string>
  currentTab(): Promise<string>
  switchTo(tab: string): Promise<void>
  close(): Promise<void>
}

export const VIEW = { width: 390, height: 844 }

export const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms))

/** Asks until the answer is one; says what was waited for if it never is. */
export async function until<T>(what: string, timeoutMs: number, ask: () => Promise<T | null | undefined | false>): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`waited ${timeoutMs / 1000} s for ${what}`)
    await pause(100)
  }
}
