/** How long Emergency and trail status wait for the database. */
const PATIENCE_MS = 300

/**
 * Visitors can still see that a trail is closed while the database restarts or hangs. Concurrent callers share one read, which uses at most
 * one connection. If a read takes too long, callers get the last result. Without one, the read fails as if the database were unreachable.
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
      // In a busy process, the result may have arrived but not been handled yet, so the timeout waits for two more turns of the event loop.
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
