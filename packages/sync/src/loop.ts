/**
 * The step runs immediately when the loop is woken, less and less often while it fails, and never in a tight loop. Pushing, fetching and
 * photos each have a loop, so that none delays another.
 */

/**
 * `more`: the step made progress, so run it again. `idle`: there is nothing to do. `later`: the step made no progress, or threw an error.
 */
export type Step = 'more' | 'idle' | 'later'

/** Timers are a parameter, so that a simulation can run a year in a second. */
export type Timer = { after(ms: number, wake: () => void): () => void }

export const BACKOFF_CAP_MS = 15_000
/** Applies even if the loop is woken, so that an unstable signal doesn't cause a flood of requests. */
export const MIN_GAP_MS = 500

/** Doubles from one second up to a limit. The jitter prevents all phones in a valley from reconnecting at the same moment. */
export const backoffMs = (failures: number, random: () => number) =>
  Math.min(BACKOFF_CAP_MS, 1000 * 2 ** (failures - 1)) * (0.5 + random() / 2)

export type Loop = { wake(): void; stop(): void }

export function startLoop(parts: {
  step: () => Promise<Step>
  /** Returns the minimum wait in milliseconds, which applies even if the loop is woken. */
  failed: (error: unknown) => number
  timer: Timer
  random: () => number
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
      // Reset before the step starts, so that a wake-up during the step triggers another run.
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
