/** Keeps public data available while the database is slow or unreachable. */

/** How long Emergency and trail status wait for the database. */
const PATIENCE_MS = 300

/**
 * Remembers the last result, so that visitors can still see that a trail is closed while the database restarts or hangs. Concurrent callers
 * share one read, which uses at most one connection. If a read takes too long, they get the last result. If there is none, the read fails
 * as if the database were unreachable.
 */
export function remembering<T>(read: () => Promise<T>, onError: (error: unknown) => void): { first(): Promise<T>; read(): Promise<T> } {
  let last: { value: T } | null = null
  let underWay: Promise<T> | null = null
  let tooLong: Promise<null> = Promise.resolve(null)
  const start = () => {
    const reading = read().then((value) => {
      last = { value }
      return value
    })
    let timer: NodeJS.Timeout
    tooLong = new Promise((late) => {
      // Waits for two more turns of the event loop: in a busy process, the result may have arrived but not been handled yet.
      timer = setTimeout(() => setImmediate(() => setImmediate(() => late(null))), PATIENCE_MS)
    })
    reading.catch(onError).finally(() => {
      clearTimeout(timer)
      underWay = null
    })
    return reading
  }
  const first = () => {
    underWay ??= start()
    return underWay
  }
  return {
    first,
    async read() {
      const reading = first()
      const answer = await Promise.race([reading.then((value) => ({ value })).catch(() => null), tooLong])
      const known = answer ?? last
      if (!known) throw Object.assign(new Error('the database is not responding'), { code: 'ETIMEDOUT' })
      return known.value
    },
  }
}
