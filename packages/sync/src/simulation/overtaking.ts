/** The server's answers to pushes are so slow that pages overtake them. */
import type { Data } from '../device-state.ts'
import { type Code, createDevice } from './device.ts'
import { checkConverged, checkDrained, checkNothingLost, checkNotified, checkServer } from './oracle.ts'
import { createServer } from './server.ts'
import { createSimulation } from './simulation.ts'

/** The longest delay is longer than the device's timeout, so the device sends some commands twice. */
const ANSWER_DELAYS_MS = [1, 500, 4000, 14_000]

export async function overtake(seed: number, code: Code) {
  const simulation = createSimulation(seed)
  const { below, chance, pick } = simulation
  const server = createServer(simulation)
  const phones = Array.from({ length: 2 + below(2) }, () => createDevice(simulation, server, code, 1))
  for (const [i, phone] of phones.entries()) {
    server.roles.set(phone.personId, i < 2 ? 2 : 1)
    Object.assign(phone.line.state, { slow: 0, answerDelayMs: pick(ANSWER_DELAYS_MS) })
  }
  const id = simulation.uuid()
  phones[0]?.record('action', id, { description: 'first', area: 'a' })
  await simulation.run(20_000)
  const patches: (() => Data)[] = [
    () => ({ description: chance(0.1) ? 'bad' : `text ${below(4)}` }),
    () => ({ detail: `text ${below(4)}` }),
    () => ({ rating: pick(['Low', 'High']) }),
    () => ({ rating: pick(['Low', 'High']), detail: `text ${below(4)}` }),
    () => ({ status: pick(['Resolved', 'Unresolved']) }),
  ]
  for (let edits = 3 + below(6); edits > 0; edits -= 1) {
    const phone = pick(phones)
    if (phone.view(id)) phone.record('action', id, pick(patches)())
    if (chance(0.2)) Object.assign(phone.line.state, { up: chance(0.5) })
    if (chance(0.1)) phone.restart()
    await simulation.run(pick([0, 100, 1000, 6000]))
  }
  for (const { line } of phones) Object.assign(line.state, { up: true, answerDelayMs: 0 })
  await simulation.run(150_000)
  const checks = phones.flatMap((phone) => [
    ...checkDrained(phone),
    ...checkNothingLost(server, phone, true),
    ...checkConverged(server, phone),
    ...checkNotified(server, phone),
  ])
  const notices = phones.reduce((sum, { disk }) => sum + disk.notices.length, 0)
  const commands = phones.reduce((sum, { saved }) => sum + saved.size, 0)
  return { wrong: [...checks, ...checkServer(server)], commands, notices }
}
