/** Public reads while the database is slow or out of reach. */

/** Emergency and trail status never wait longer for the database. */
const PATIENCE_MS = 300

/**
 * Remembers the last answer, because visitors must be able to read that a trail is closed while the database restarts or hangs. Callers
 * share one read, so they use at most one connection; once it takes too long they get the last answer at once. Without any, it counts as
 * out of reach.
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
      // A turn later: after a busy moment of this process, the answer may have come long ago and only not been read yet.
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
      if (!known) throw Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' })
      return known.value
    },
  }
}
