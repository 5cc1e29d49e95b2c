/** All random numbers come from the seed, and all delays use this clock. */
export type Simulation = {
  /** Real time since the start of the run. It never jumps, even if the devices' clocks do. */
  now(): number
  random(): number
  chance(probability: number): boolean
  below(limit: number): number
  pick<T>(items: readonly T[]): T
  uuid(): string
  after(ms: number, happen: () => void): () => void
  sleep(ms: number): Promise<void>
  run(ms: number): Promise<void>
}

type Event = { at: number; happen: () => void }

export function createSimulation(seed: number): Simulation {
  let state = seed >>> 0
  let now = 0
  let ids = 0
  const events: Event[] = []

  // mulberry32: small, fast, and equal on every machine.
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(random() * limit)

  function after(ms: number, happen: () => void) {
    const event = { at: now + Math.max(0, ms), happen }
    let i = events.length
    // The next event is last in the list. Events at one time run in the order of their creation.
    while (i > 0 && (events[i - 1] as Event).at <= event.at) i -= 1
    events.splice(i, 0, event)
    return () => {
      const index = events.indexOf(event)
      if (index >= 0) events.splice(index, 1)
    }
  }

  return {
    now: () => now,
    random,
    chance: (probability) => random() < probability,
    below,
    pick: <T>(items: readonly T[]) => items[below(items.length)] as T,
    uuid: () => `00000000-0000-4000-8000-${(ids++).toString(16).padStart(12, '0')}`,
    after,
    sleep: (ms) => new Promise((done) => after(ms, done)),
    async run(ms) {
      const end = now + ms
      // The code under test uses promises, which must settle before the next event.
      await rest()
      for (let next = events.at(-1); next && next.at <= end; next = events.at(-1)) {
        events.pop()
        now = next.at
        next.happen()
        await rest()
      }
      now = end
    },
  }
}

const rest = () => new Promise<void>((done) => setImmediate(done))
