type Gate = {
  <T>(work: () => Promise<T>): Promise<T>
  waiting(): number
}

/** Runs at most `most` at a time, the others in their order. */
export function createGate(most: number): Gate {
  const queue: (() => void)[] = []
  let running = 0
  async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (running >= most) await new Promise<void>((next) => queue.push(next))
    else running++
    try {
      return await work()
    } finally {
      // The place is handed on rather than freed, so that newcomers do not overtake those who wait.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
  return Object.assign(enter, { waiting: () => queue.length })
}
