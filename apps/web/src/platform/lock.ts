/** When someone leaves a page, WebKit rejects that page's held and pending locks, which isn't an error. */
export async function withLock(name: string, options: LockOptions, act: (lock: Lock | null) => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(name, options, act)
  } catch (error) {
    if (!isPageLeft(error)) throw error
  }
}

/** WebKit's message is "The browsing context is going away." */
export const isPageLeft = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
