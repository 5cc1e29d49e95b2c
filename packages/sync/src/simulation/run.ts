/** One simulated run: phones, people, a server and every kind of trouble, from one seed. Returns what broke. */
import type { Data } from '../phone-state.ts'
import { checkConverged, checkDrained, checkManners, checkNothingLost, checkOwnWords, checkServer, checkTold } from './oracle.ts'
import { type Code, createPhone, type Phone } from './phone.ts'
import { createServer } from './server.ts'
import { createWorld } from './world.ts'

export type Run = { seed: number; steps: number; phones: number }
export type Result = { wrong: string[]; commands: number; refused: number; restores: number; restarts: number }

export const runOf = (seed: number, steps = 200): Run => ({ seed, steps, phones: 2 + (seed % 7) })

export async function simulate({ seed, steps, phones: count }: Run, code: Code): Promise<Result> {
  const world = createWorld(seed)
  const server = createServer(world)
  // Two tabs that both believe to be the only sender: it must not happen, and must do no harm.
  const hasTwoTabs = seed % 5 === 0
  const phones = Array.from({ length: count }, () => createPhone(world, server, code, hasTwoTabs ? 2 : 1))
  const records: string[] = []
  const result: Result = { wrong: [], commands: 0, refused: 0, restores: 0, restarts: 0 }
  let backup = server.backup()
  // Restores are rare in life; in a third of the runs they are not, so that the rest can be judged more strictly.
  const hasRestores = seed % 3 === 0
  const hasRoleChanges = seed % 2 === 0
  phones.forEach((phone, i) => {
    server.roles.set(phone.personId, i % 2 === 0 ? 2 : 1)
  })

  const doSomething = (phone: Phone) => {
    const seen = records.filter((id) => phone.view(id) !== null)
    if (seen.length === 0 || world.chance(0.15)) {
      const id = world.uuid()
      records.push(id)
      const photo = world.chance(0.3) ? { photoId: world.uuid() } : {}
      return phone.record('action', id, { description: world.chance(0.1) ? 'bad' : `words ${world.below(1000)}`, area: 'a', ...photo })
    }
    const patches: (() => Data)[] = [
      () => ({ description: world.chance(0.05) ? 'bad' : `words ${world.below(1000)}` }),
      () => ({ area: world.pick(['a', 'b', 'c']), detail: `more ${world.below(1000)}` }),
      () => ({ addNote: { id: world.uuid(), text: `note ${world.below(1000)}` } }),
      () => ({ rating: world.pick(['Low', 'High']) }),
      () => (world.chance(0.4) ? { status: world.pick(['Resolved', 'Unresolved']) } : { detail: '' }),
      () => (world.chance(0.2) ? { deleted: true } : { detail: 'x' }),
    ]
    return phone.record('action', world.pick(seen), world.pick(patches)())
  }

  const trouble = (phone: Phone) => {
    const { state } = phone.line
    const kinds: (() => void)[] = [
      () => Object.assign(state, { up: world.chance(0.6), down: world.chance(0.6), loss: world.random() * 0.5 }),
      () => Object.assign(state, { up: true, down: true, loss: 0, isServerSick: false }),
      () => Object.assign(state, { isServerSick: world.chance(0.5) }),
      () => phone.restart(),
      () => phone.wake(),
      () => {
        phone.clock.offsetMs += world.pick([-1, 1]) * world.pick([60_000, 86_400_000, 3.15e11])
      },
      () => phone.dealWithAttention(),
      () => {
        if (hasRoleChanges) server.roles.set(phone.personId, 1 + world.below(2))
      },
      () => {
        if (!hasRestores || world.chance(0.3)) return
        if (world.chance(0.5)) backup = server.backup()
        else {
          server.restore(structuredClone(backup), world.chance(0.5))
          result.restores += 1
        }
      },
    ]
    const index = world.below(kinds.length)
    if (index === 3) result.restarts += 1
    kinds[index]?.()
  }

  const check = (wrong: string[]) => result.wrong.push(...wrong)
  for (let step = 0; step < steps && result.wrong.length === 0; step += 1) {
    const phone = world.pick(phones)
    if (world.chance(0.5)) doSomething(phone)
    else trouble(phone)
    await world.run(world.chance(0.1) ? world.below(20_000) : world.below(800))
    // The one that acted at every step, the others now and then: looking is what takes the time.
    for (const each of step % 5 === 0 ? phones : [phone]) {
      check(result.restores > 0 ? [] : checkNothingLost(server, each))
      check(result.restores > 0 || hasRoleChanges ? [] : checkOwnWords(server, each))
    }
  }
  if (result.wrong.length > 0) return result

  // The trouble ends. Nobody rings: the phones must find out by themselves.
  Object.assign(server.faults, { slow: 0, retry: 0 })
  for (const phone of phones) Object.assign(phone.line.state, { up: true, down: true, loss: 0, slow: 0, isServerSick: false })
  await world.run(30_000)
  if (result.restores === 0) for (const phone of phones) check(checkDrained(phone))
  // Time for a poll, and for what a restored server is offered again.
  await world.run(480_000)
  for (const phone of phones) {
    check([...checkDrained(phone), ...checkNothingLost(server, phone, true), ...checkConverged(server, phone)])
    if (!hasTwoTabs) check(checkManners(phone))
    if (result.restores === 0 && !hasRoleChanges) check(checkTold(server, phone))
    result.commands += phone.saved.size
    result.refused += phone.disk.attention.size
  }
  check(checkServer(server))
  return result
}

/** The smallest run of the same seed that still breaks: fewer steps, then fewer phones. */
export async function shrink(run: Run, code: Code): Promise<{ run: Run; result: Result }> {
  let best = { run, result: await simulate(run, code) }
  const attempts = (from: Run): Run[] => [
    ...[0.25, 0.5, 0.75, 0.9].map((part) => ({ ...from, steps: Math.floor(from.steps * part) })),
    { ...from, steps: from.steps - 1 },
    { ...from, phones: from.phones - 1 },
  ]
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const smaller of attempts(best.run).filter(({ steps, phones }) => steps > 0 && phones > 0)) {
      const result = await simulate(smaller, code)
      if (result.wrong.length === 0) continue
      best = { run: smaller, result }
      isSmaller = true
      break
    }
  }
  return best
}
