/** One seed determines the devices, users, server and failures of a run. */
import type { Data } from '../device-state.ts'
import { type Code, createDevice, type Device } from './device.ts'
import { checkConverged, checkDrained, checkManners, checkNothingLost, checkNotified, checkOwnText, checkServer } from './oracle.ts'
import { createServer } from './server.ts'
import { createSimulation } from './simulation.ts'

export type Run = { seed: number; steps: number; phones: number }
export type Result = { wrong: string[]; commands: number; refused: number; restores: number; restarts: number }

export const runOf = (seed: number, steps = 200): Run => ({ seed, steps, phones: 2 + (seed % 7) })

export async function simulate({ seed, steps, phones: count }: Run, code: Code): Promise<Result> {
  const simulation = createSimulation(seed)
  const server = createServer(simulation)
  // Two tabs that each consider themselves the only sender shouldn't exist, but must do no harm.
  const hasTwoTabs = seed % 5 === 0
  const phones = Array.from({ length: count }, () => createDevice(simulation, server, code, hasTwoTabs ? 2 : 1))
  const records: string[] = []
  const result: Result = { wrong: [], commands: 0, refused: 0, restores: 0, restarts: 0 }
  let backup = server.backup()
  // Only a third of the runs have restores, so that the others can be checked more strictly.
  const hasRestores = seed % 3 === 0
  const hasRoleChanges = seed % 2 === 0
  phones.forEach((phone, i) => {
    server.roles.set(phone.personId, i % 2 === 0 ? 2 : 1)
  })

  const createPhotos = () => ({ addPhotos: Array.from({ length: 1 + simulation.below(2) }, () => ({ id: simulation.uuid(), note: '' })) })
  const doSomething = (phone: Device) => {
    const seen = records.filter((id) => phone.view(id) !== null)
    if (seen.length === 0 || simulation.chance(0.15)) {
      const id = simulation.uuid()
      records.push(id)
      // Older apps send one photo in a different field.
      const photo = simulation.chance(0.3) ? (simulation.chance(0.3) ? { photoId: simulation.uuid() } : createPhotos()) : {}
      return phone.record('action', id, {
        description: simulation.chance(0.1) ? 'bad' : `words ${simulation.below(1000)}`,
        area: 'a',
        ...photo,
      })
    }
    const patches: (() => Data)[] = [
      () => ({ description: simulation.chance(0.05) ? 'bad' : `words ${simulation.below(1000)}` }),
      () => ({ area: simulation.pick(['a', 'b', 'c']), detail: `more ${simulation.below(1000)}` }),
      () => ({ addNote: { id: simulation.uuid(), text: `note ${simulation.below(1000)}` } }),
      createPhotos,
      () => ({ rating: simulation.pick(['Low', 'High']) }),
      () => (simulation.chance(0.4) ? { status: simulation.pick(['Resolved', 'Unresolved']) } : { detail: '' }),
      () => (simulation.chance(0.2) ? { deleted: true } : { detail: 'x' }),
    ]
    return phone.record('action', simulation.pick(seen), simulation.pick(patches)())
  }

  const trouble = (phone: Device) => {
    const { state } = phone.line
    const kinds: (() => void)[] = [
      () => Object.assign(state, { up: simulation.chance(0.6), down: simulation.chance(0.6), loss: simulation.random() * 0.5 }),
      () => Object.assign(state, { up: true, down: true, loss: 0, isServerSick: false }),
      () => Object.assign(state, { isServerSick: simulation.chance(0.5) }),
      () => phone.restart(),
      () => phone.wake(),
      () => {
        phone.clock.offsetMs += simulation.pick([-1, 1]) * simulation.pick([60_000, 86_400_000, 3.15e11])
      },
      () => phone.dealWithAttention(),
      () => {
        if (hasRoleChanges) server.roles.set(phone.personId, 1 + simulation.below(2))
      },
      () => {
        if (!hasRestores || simulation.chance(0.3)) return
        if (simulation.chance(0.5)) backup = server.backup()
        else {
          server.restore(structuredClone(backup), simulation.chance(0.5))
          result.restores += 1
        }
      },
    ]
    const index = simulation.below(kinds.length)
    if (index === 3) result.restarts += 1
    kinds[index]?.()
  }

  const check = (wrong: string[]) => result.wrong.push(...wrong)
  for (let step = 0; step < steps && result.wrong.length === 0; step += 1) {
    const phone = simulation.pick(phones)
    if (simulation.chance(0.5)) doSomething(phone)
    else trouble(phone)
    await simulation.run(simulation.chance(0.1) ? simulation.below(20_000) : simulation.below(800))
    // The checks take most of the time, so only every fifth step checks all devices.
    for (const each of step % 5 === 0 ? phones : [phone]) {
      check(result.restores > 0 ? [] : checkNothingLost(server, each))
      check(result.restores > 0 || hasRoleChanges ? [] : checkOwnText(server, each))
    }
  }
  if (result.wrong.length > 0) return result

  // The devices aren't woken, because they must recover on their own.
  Object.assign(server.odds, { slow: 0, retry: 0 })
  for (const phone of phones) Object.assign(phone.line.state, { up: true, down: true, loss: 0, slow: 0, isServerSick: false })
  await simulation.run(30_000)
  if (result.restores === 0) for (const phone of phones) check(checkDrained(phone))
  // Time for a poll, and for sending commands again to a restored server.
  await simulation.run(480_000)
  for (const phone of phones) {
    check([...checkDrained(phone), ...checkNothingLost(server, phone, true), ...checkConverged(server, phone)])
    if (!hasTwoTabs) check(checkManners(phone))
    if (result.restores === 0 && !hasRoleChanges) check(checkNotified(server, phone))
    result.commands += phone.saved.size
    result.refused += phone.disk.attention.size
  }
  check(checkServer(server))
  return result
}

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
