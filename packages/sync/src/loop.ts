/**
 * A loop that does one thing whenever there is something to do: at once when rung for, ever more slowly while it fails, and never
 * tightly. Sending, fetching and photos are one loop each, so that none waits for another.
 */

/** `more`: got on, go again. `idle`: nothing to do. `later`: did not get on. A step that throws counts as `later`. */
export type Step = 'more' | 'idle' | 'later'

/** Timers are given in, so that a simulation can run a year in a second. */
export type Timer = { after(ms: number, wake: () => void): () => void }

export const BACKOFF_CAP_MS = 15_000
/** Two attempts after a failure are at least this far apart, whatever rings: a flapping signal must not become a storm. */
export const MIN_GAP_MS = 500

/** Doubles from one second to the cap; the jitter keeps a valley full of phones from coming back in step. */
export const backoffMs = (failures: number, random: () => number) =>
  Math.min(BACKOFF_CAP_MS, 1000 * 2 ** (failures - 1)) * (0.5 + random() / 2)

export type Loop = { wake(): void; stop(): void }

export function startLoop(parts: {
  step: () => Promise<Step>
  /** Hears what went wrong; answers how long to wait at least, in milliseconds, whatever rings. */
  failed: (error: unknown) => number
  timer: Timer
  random: () => number
  /** How long to rest without being rung for. */
  idleMs: number
}): Loop {
  const { step, failed, timer, random, idleMs } = parts
  let isStopped = false
  let isRung = false
  let wake = () => {}

  const rest = (ms: number, isWakeable: boolean) =>
    new Promise<void>((done) => {
      if (isStopped || (isWakeable && isRung)) return done()
      const cancel = timer.after(ms, done)
      wake = () => {
        if (!isWakeable && !isStopped) return
        cancel()
        done()
      }
    })

  async function run() {
    let failures = 0
    while (!isStopped) {
      // Before the step looks: what is rung for while it looks makes it look again.
      isRung = false
      let leastMs = MIN_GAP_MS
      const outcome = await step().catch((error: unknown) => {
        if (!isStopped) leastMs = Math.max(leastMs, failed(error))
        return 'later' as const
      })
      if (outcome !== 'later') failures = 0
      if (outcome === 'idle') await rest(idleMs, true)
      if (outcome !== 'later') continue
      failures += 1
      await rest(leastMs, false)
      await rest(Math.max(0, backoffMs(failures, random) - leastMs), true)
      if (isRung) failures = 0
    }
  }
  void run()

  return {
    wake() {
      isRung = true
      wake()
    },
    stop() {
      isStopped = true
      wake()
    },
  }
}
