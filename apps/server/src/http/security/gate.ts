type Gate = {
  <T>(work: () => Promise<T>): Promise<T>
  waiting(): number
}

export function createGate(most: number): Gate {
  const queue: (() => void)[] = []
  let running = 0
  async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (running >= most) await new Promise<void>((next) => queue.push(next))
    else running++
    try {
      return await work()
    } finally {
      // Passes the slot to the next queued task, so that new tasks can't overtake it.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
  return Object.assign(enter, { waiting: () => queue.length })
}
