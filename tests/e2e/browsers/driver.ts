/** WebDriver and WebDriver BiDi share this format of input actions (W3C). */
type InputActions = { type: 'pointer' | 'key'; id: string; actions: Record<string, unknown>[] }[]

export type Driver = {
  name: string
  navigate(url: string): Promise<void>
  back(): Promise<void>
  /** The function is source code and may be asynchronous. Its arguments and result are plain data. */
  call(source: string, args: readonly unknown[]): Promise<unknown>
  act(actions: InputActions): Promise<void>
  /** A function in the page returns the file input. */
  chooseFile(source: string, args: readonly unknown[], path: string): Promise<void>
  resize(view: View): Promise<void>
  newTab(): Promise<string>
  currentTab(): Promise<string>
  switchTo(tab: string): Promise<void>
  close(): Promise<void>
}

export const VIEW = { width: 390, height: 844 }
export type View = typeof VIEW

export const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms))

export async function until<T>(what: string, timeoutMs: number, ask: () => Promise<T | null | undefined | false>): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`timed out after ${timeoutMs / 1000} s: ${what}`)
    await pause(100)
  }
}
