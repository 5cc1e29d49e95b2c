/**
 * A lock of the browser's over all tabs. WebKit rejects what a page holds or waits for at the moment it is left; that is the end of the
 * page, not an error.
 */
export async function withLock(name: string, options: LockOptions, act: (lock: Lock | null) => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(name, options, act)
  } catch (error) {
    if (!isPageLeft(error)) throw error
  }
}

/** "The browsing context is going away." */
export const isPageLeft = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
