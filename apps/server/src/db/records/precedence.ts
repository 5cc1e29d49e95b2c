/** Urgent and other work share the processor and connections of a process, so urgent work goes first. */
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_MS = 25

export type Precedence = {
  first<T>(work: () => Promise<T>): Promise<T>
  /** Doesn't wait so long that the waiting job counts as dead. */
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
