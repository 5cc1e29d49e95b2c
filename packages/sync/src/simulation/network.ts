/** May be slow, lossy, one-way or half-open, and may duplicate or corrupt messages. */
import type { Call, RemoteFailure as Failure, Remote } from '../engine.ts'
import { OtherEpoch, type Server } from './server.ts'
import type { Simulation } from './simulation.ts'

type FailureOf = new (reason: 'no-signal' | 'server' | 'too-old' | 'other-epoch') => Failure

/** `RemoteFailure` is a parameter, because mutated code recognises only its own class. */
export function createLine(simulation: Simulation, server: Server, personId: string, RemoteFailure: FailureOf) {
  const state = { up: true, down: true, loss: 0, slow: 0.1, isServerSick: false, answerDelayMs: 0 }
  const attempts: { at: number; failedAt: number | null }[] = []
  const photos = new Map<string, number>()
  const delay = () => simulation.below(simulation.chance(state.slow) ? 6000 : 150)
  const isLost = (open: boolean) => !open || simulation.chance(state.loss)

  function exchange<T>(deliver: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // A device detects a lost connection either quickly or never, because a half-open connection stays silent.
      const lose = () => simulation.chance(0.5) && simulation.after(delay(), () => reject(new RemoteFailure('no-signal')))
      const arrive = () => {
        if (state.isServerSick)
          return simulation.after(delay(), () => reject(new RemoteFailure(simulation.chance(0.2) ? 'too-old' : 'server')))
        deliver().then(
          (reply) =>
            isLost(state.down) ? lose() : simulation.after(delay(), () => resolve(simulation.chance(state.loss / 4) ? ({} as T) : reply)),
          (error: unknown) =>
            simulation.after(delay(), () => reject(new RemoteFailure(error instanceof OtherEpoch ? 'other-epoch' : 'server'))),
        )
        return undefined
      }
      if (isLost(state.up)) lose()
      else simulation.after(delay(), arrive)
      if (simulation.chance(state.loss / 2)) simulation.after(simulation.below(20_000), () => void deliver().catch(() => {}))
    })
  }

  async function noted<T>(work: Promise<T>, { signal }: Call): Promise<T> {
    const attempt = { at: simulation.now(), failedAt: null as number | null }
    attempts.push(attempt)
    signal.addEventListener('abort', () => {
      attempt.failedAt ??= simulation.now()
    })
    try {
      return await work
    } catch (error) {
      attempt.failedAt ??= simulation.now()
      throw error
    }
  }

  const remote: Remote = {
    push: (request, call) =>
      noted(
        exchange(async () => {
          const reply = await server.push(personId, request)
          // Other devices can see the change before its author gets the answer, so a page may overtake the answer.
          await simulation.sleep(simulation.below(state.answerDelayMs))
          return reply
        }),
        call,
      ),
    pull: (cursor, _call, receipt) => exchange(async () => server.pull(personId, cursor, receipt)),
    putPhoto: (id) =>
      exchange(async () => {
        photos.set(id, (photos.get(id) ?? 0) + 1)
        return null
      }),
  }
  return { state, remote, attempts, photos }
}
