/** Delays less urgent work in favour of urgent work in the same process, because they share its processor and connections. */
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_MS = 25

export type Precedence = {
  /** Runs urgent work. Other work is delayed until it ends. */
  first<T>(work: () => Promise<T>): Promise<T>
  /** Waits while urgent work is running, but not so long that the waiting job counts as dead. */
  giveWay(): Promise<void>
}

export function createPrecedence(longestMs = 30_000): Precedence {
  let underWay = 0
  return {
    async first(work) {
      underWay++
      try {
        return await work()
      } finally {
        underWay--
      }
    },
    async giveWay() {
      for (let waited = 0; underWay > 0 && waited < longestMs; waited += LOOK_MS) await pause(LOOK_MS)
    },
  }
}
