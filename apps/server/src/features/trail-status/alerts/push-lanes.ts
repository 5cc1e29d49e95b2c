/** Slow push services must not delay others, so the server doesn't wait for the responses of slow hosts. */

/** A host counts as slow after this many consecutive timeouts, until it responds or the time below has passed. */
const MISSES = 3
const REMEMBERED_MS = 10 * 60_000
const MOST_HOSTS = 10_000

export type SlowHosts = { isSlow(host: string): boolean; miss(host: string): void; answer(host: string): void }

export function createSlowHosts(): SlowHosts {
  const hosts = new Map<string, { misses: number; at: number }>()
  return {
    isSlow(host) {
      const known = hosts.get(host)
      return known !== undefined && known.misses >= MISSES && performance.now() - known.at < REMEMBERED_MS
    },
    miss(host) {
      const misses = (hosts.get(host)?.misses ?? 0) + 1
      hosts.delete(host)
      const [oldest] = hosts.size >= MOST_HOSTS ? hosts.keys() : []
      if (oldest !== undefined) hosts.delete(oldest)
      hosts.set(host, { misses, at: performance.now() })
    },
    answer: (host) => void hosts.delete(host),
  }
}

export type Places = {
  /** Waits for a free slot. Resolves to a promise that settles when the work ends. The work must not throw. */
  start(work: () => Promise<void>): Promise<{ done: Promise<void> }>
}

export function createPlaces(most: number): Places {
  let taken = 0
  const waiting: (() => void)[] = []
  return {
    async start(work) {
      if (taken >= most) await new Promise<void>((free) => waiting.push(free))
      else taken++
      const done = work().finally(() => {
        const next = waiting.shift()
        if (next) next()
        else taken--
      })
      return { done }
    },
  }
}

const LOOK_MS = 20
/**
 * If most responses have arrived and no other follows for this long, or for a quarter of the time so far, the missing ones are assumed to
 * hang.
 */
const QUIET_MS = 75
const SILENT_MS = 1000

/**
 * Resolves when all requests have ended or responses have stopped arriving. Keeps waiting while responses arrive slowly, because more
 * requests would only slow down a busy machine.
 */
export async function settledOrQuiet(all: readonly Promise<void>[], startedAt: number): Promise<void> {
  let [settled, lastAt] = [0, performance.now()]
  for (const one of all)
    void one.then(() => {
      settled++
      lastAt = performance.now()
    })
  const everything = Promise.all(all)
  for (;;) {
    await Promise.race([everything, new Promise((wake) => setTimeout(wake, LOOK_MS))])
    const patienceMs = settled >= all.length / 2 ? Math.max(QUIET_MS, (lastAt - startedAt) / 4) : SILENT_MS
    if (settled === all.length || performance.now() - lastAt >= patienceMs) return
  }
}
