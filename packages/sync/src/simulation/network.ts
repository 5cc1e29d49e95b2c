/** One phone's line to the server: slow, lossy, one-way, half-open, doubling, and sometimes speaking nonsense. */
import type { Call, RemoteFailure as Failure, Remote } from '../engine.ts'
import { OtherEpoch, type Server } from './server.ts'
import type { World } from './world.ts'

type FailureOf = new (reason: 'no-signal' | 'server' | 'too-old' | 'other-epoch') => Failure

/** `RemoteFailure` is given in, because an engine under mutation knows only its own. */
export function createLine(world: World, server: Server, personId: string, RemoteFailure: FailureOf) {
  const state = { up: true, down: true, loss: 0, slow: 0.1, isServerSick: false }
  const attempts: { at: number; failedAt: number | null }[] = []
  const photos = new Map<string, number>()
  const delay = () => world.below(world.chance(state.slow) ? 6000 : 150)
  const isLost = (open: boolean) => !open || world.chance(state.loss)

  function exchange<T>(deliver: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // What is lost is noticed at once, or never: a half-open line says nothing.
      const lose = () => world.chance(0.5) && world.after(delay(), () => reject(new RemoteFailure('no-signal')))
      const arrive = () => {
        if (state.isServerSick) return world.after(delay(), () => reject(new RemoteFailure(world.chance(0.2) ? 'too-old' : 'server')))
        deliver().then(
          (reply) => (isLost(state.down) ? lose() : world.after(delay(), () => resolve(world.chance(state.loss / 4) ? ({} as T) : reply))),
          (error: unknown) => world.after(delay(), () => reject(new RemoteFailure(error instanceof OtherEpoch ? 'other-epoch' : 'server'))),
        )
        return undefined
      }
      if (isLost(state.up)) lose()
      else world.after(delay(), arrive)
      if (world.chance(state.loss / 2)) world.after(world.below(20_000), () => void deliver().catch(() => {}))
    })
  }

  async function noted<T>(work: Promise<T>, { signal }: Call): Promise<T> {
    const attempt = { at: world.now(), failedAt: null as number | null }
    attempts.push(attempt)
    signal.addEventListener('abort', () => {
      attempt.failedAt ??= world.now()
    })
    try {
      return await work
    } catch (error) {
      attempt.failedAt ??= world.now()
      throw error
    }
  }

  const remote: Remote = {
    push: (request, call) =>
      noted(
        exchange(() => server.push(personId, request)),
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
