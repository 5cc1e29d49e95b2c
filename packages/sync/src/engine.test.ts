import { expect, test } from 'vitest'
import { RemoteFailure } from './engine.ts'
import { BACKOFF_CAP_MS, backoffMs, MIN_GAP_MS } from './loop.ts'
import { nextBatch, planAgain, planUndo, UNDO_MS } from './outbox.ts'
import { perform } from './simulation/memory-store.ts'
import { createAnswer, createPage, createTestDevice } from './simulation/test-device.ts'

const commandsOf = ({ pushes }: ReturnType<typeof createTestDevice>) =>
  pushes.map(({ request }) => request.commands.map(({ patch }) => patch.description ?? patch.detail))

test('SYN-4 changes saved while the queue drains are added to the total, and sent changes are still counted', async () => {
  const phone = createTestDevice()
  for (let i = 0; i < 3; i += 1) phone.record(phone.id(), { description: 'a', area: 'x' })
  const { push } = phone.server
  phone.server.push = async (request) => {
    if (phone.pushes.length === 1) for (let i = 0; i < 4; i += 1) phone.record(phone.id(), { description: 'b', area: 'x' })
    return push(request)
  }
  phone.sync()
  await phone.simulation.run(5000)
  expect(phone.statuses.map(({ sending }) => sending)).toEqual([{ sent: 0, of: 3 }, { sent: 3, of: 7 }, null])
})

test('SY1 stores a refused command in full with the reason, and moves an acknowledged one to the sent log', async () => {
  const phone = createTestDevice()
  const [good, bad] = [phone.record(phone.id(), { description: 'a', area: 'x' }), phone.record(phone.id(), { description: 'b', area: 'x' })]
  phone.server.push = async () => ({ answers: [createAnswer(good), createAnswer(bad, 'invalid')] })
  phone.sync()
  await phone.simulation.run(1000)
  expect(phone.disk.outbox.size).toBe(0)
  expect([...phone.disk.sent.values()].map(({ command }) => command.id)).toEqual([good])
  expect(phone.disk.attention.get(bad)).toMatchObject({
    waiting: { command: { patch: { description: 'b', area: 'x' } } },
    answer: { refusal: { code: 'invalid', detail: 'because' } },
  })
})

test('SY2 sends the oldest commands first, at most 50 at a time and one per record', async () => {
  const phone = createTestDevice()
  const record = phone.id()
  for (const words of ['1', '2', '3']) phone.record(record, { description: words, area: 'x' })
  for (let i = 0; i < 60; i += 1) phone.record(phone.id(), { description: `other ${i}`, area: 'x' })
  phone.sync()
  await phone.simulation.run(1000)
  expect(commandsOf(phone).map((batch) => batch.length)).toEqual([50, 12, 1])
  expect(commandsOf(phone).map((batch) => batch[0])).toEqual(['1', '2', '3'])
  expect(nextBatch([], 50)).toEqual([])
})

test('SY3 repeats the same command if the answer was lost', async () => {
  const phone = createTestDevice()
  phone.record(phone.id(), { description: 'a', area: 'x' })
  const answer = phone.server.push
  phone.server.push = async (request) => {
    phone.server.push = answer
    await answer(request)
    throw new RemoteFailure('no-signal')
  }
  phone.sync()
  await phone.simulation.run(5000)
  expect(phone.pushes).toHaveLength(2)
  expect(phone.pushes[1]?.request).toEqual(phone.pushes[0]?.request)
  expect(phone.disk.outbox.size).toBe(0)
})

test('SY4 sends other commands before those to be retried', async () => {
  const phone = createTestDevice()
  const stuck = new Set(Array.from({ length: 50 }, (_, i) => phone.record(phone.id(), { description: `stuck ${i}`, area: 'x' })))
  phone.record(phone.id(), { description: 'behind', area: 'x' })
  phone.server.push = async ({ commands }) => ({ answers: commands.map(({ id }) => createAnswer(id, stuck.has(id) ? 'retry' : 'applied')) })
  phone.sync()
  await phone.simulation.run(2500)
  expect([...phone.disk.outbox.values()].every(({ command }) => stuck.has(command.id))).toBe(true)
  expect(phone.disk.outbox.size).toBe(50)
})

test('SY5 a refused creation holds back later edits, accepts corrections, and is sent again as one creation', async () => {
  const phone = createTestDevice()
  const record = phone.id()
  const first = phone.record(record, { description: 'bad', area: 'x' })
  phone.record(record, { addNote: { id: phone.id(), text: 'look here' } })
  phone.server.push = async ({ commands }) => ({
    answers: commands.map(({ id, patch }) => createAnswer(id, patch.description === 'bad' ? 'invalid' : 'applied')),
  })
  phone.sync()
  await phone.simulation.run(1000)
  expect(phone.pushes).toHaveLength(1)
  expect(phone.view(record)).toMatchObject({ state: 'attention', data: { description: 'bad', notes: [{ text: 'look here' }] } })
  phone.record(record, { description: 'good' })
  const refused = phone.disk.attention.get(first)
  if (!refused) throw new Error('the refusal is missing')
  expect(refused.held).toHaveLength(2)
  perform(phone.disk, planAgain({ position: phone.disk.position, refused, version: null, newId: phone.id }))
  await phone.simulation.run(70_000)
  const sent = [...phone.disk.sent.values()].map(({ command }) => command)
  expect(sent.map(({ patch }) => patch)).toMatchObject([{ description: 'good', area: 'x' }, { addNote: { text: 'look here' } }])
  expect(sent.every(({ id }) => id !== first)).toBe(true)
  expect(phone.disk.attention.size).toBe(0)
})

test('SY6 retries at increasing intervals after failures, and immediately but not too often after wake-ups', async () => {
  const phone = createTestDevice()
  phone.record(phone.id(), { description: 'a', area: 'x' })
  phone.server.push = async () => {
    throw new RemoteFailure('server')
  }
  const sync = phone.sync()
  await phone.simulation.run(120_000)
  const gaps = phone.pushes.map(({ at }, i) => at - (phone.pushes[i - 1]?.at ?? 0)).slice(1)
  gaps.forEach((gap, i) => {
    const full = Math.min(BACKOFF_CAP_MS, 1000 * 2 ** i)
    expect(gap).toBeGreaterThanOrEqual(full / 2)
    expect(gap).toBeLessThanOrEqual(full)
  })
  const before = phone.pushes.length
  for (let i = 0; i < 100; i += 1) {
    sync.wake()
    await phone.simulation.run(10)
  }
  expect(phone.pushes.length - before).toBeLessThanOrEqual(1 + 1000 / MIN_GAP_MS)
  expect(phone.pushes.length - before).toBeGreaterThan(0)
  expect(backoffMs(1, () => 1)).toBe(1000)
  expect(phone.statuses.at(-1)?.problem).toBe('server')
})

test('SY7 gives up on a silent connection after 10 s and halves the size of the next push', async () => {
  const phone = createTestDevice()
  for (let i = 0; i < 50; i += 1) phone.record(phone.id(), { description: String(i), area: 'x' })
  phone.server.push = () => new Promise(() => {})
  phone.sync()
  await phone.simulation.run(26_000)
  expect(commandsOf(phone).map((batch) => batch.length)).toEqual([50, 25, 12])
  expect(phone.pushes[1]?.at).toBeGreaterThan(10_000)
  expect(phone.statuses.at(-1)?.problem).toBe('timeout')
})

test('SY8 finds the one command that the server can’t read, and sends the others', async () => {
  const phone = createTestDevice()
  const ids = Array.from({ length: 8 }, (_, i) => phone.record(phone.id(), { description: String(i), area: 'x' }))
  const answer = phone.server.push
  phone.server.push = async (request) => {
    if (request.commands.some(({ patch }) => patch.description === '3')) throw new RemoteFailure('rejected')
    return answer(request)
  }
  phone.sync()
  await phone.simulation.run(60_000)
  expect(phone.disk.outbox.size).toBe(0)
  expect([...phone.disk.attention.keys()]).toEqual([ids[3]])
  expect(phone.disk.sent.size).toBe(7)
})

const NO_ANSWERS = [
  ['an unreadable reply', async () => ({ ok: 1 })],
  ['an answer for an unknown command', async () => ({ answers: [createAnswer('00000000-0000-4000-8000-0000000000ff')] })],
  [
    'the failure too-old',
    async () => {
      throw new RemoteFailure('too-old')
    },
  ],
] as const

test.for(NO_ANSWERS)('SY9 the queue doesn’t change after %s', async ([, push]) => {
  const phone = createTestDevice()
  phone.record(phone.id(), { description: 'a', area: 'x' })
  const before = structuredClone(phone.disk.outbox)
  phone.server.push = push
  phone.sync()
  await phone.simulation.run(10_000)
  expect(phone.disk.outbox).toEqual(before)
  expect(phone.disk.sent.size + phone.disk.attention.size).toBe(0)
})

test('SY10 reports a push as running until it ends, even if a fetch fails in the meantime', async () => {
  const phone = createTestDevice()
  const command = phone.record(phone.id(), { description: 'a', area: 'x' })
  phone.server.push = async () => {
    await new Promise<void>((done) => phone.simulation.after(5000, done))
    return { answers: [createAnswer(command)] }
  }
  phone.server.pull = async () => {
    throw new RemoteFailure('too-old')
  }
  phone.sync()
  await phone.simulation.run(4000)
  expect(phone.statuses.at(-1)).toEqual({ sending: { sent: 0, of: 1 }, problem: 'too-old' })
  await phone.simulation.run(4000)
  expect(phone.statuses.at(-1)?.sending).toBe(null)
  expect(phone.disk.outbox.size).toBe(0)
})

test('SY10 fetches pages and sends photos while a push is hanging', async () => {
  const phone = createTestDevice()
  phone.disk.photos.set('p', 'ready')
  phone.record(phone.id(), { description: 'a', area: 'x' })
  phone.server.push = () => new Promise(() => {})
  phone.server.pull = async () => createPage({ cursor: 'c2', documents: [phone.document(phone.id(), 1)] })
  phone.sync()
  await phone.simulation.run(100)
  expect(phone.disk.mirror.size).toBe(1)
  expect(phone.disk.photos.get('p')).toBe('sent')
})

test('SY22 SEC-H4 later requests include the receipt of the last acknowledged command and the cursor', async () => {
  const phone = createTestDevice()
  const asked: (string | null)[] = []
  phone.server.push = async ({ commands }) => ({
    answers: commands.map(({ id }) => createAnswer(id)),
    receipt: `for ${commands.at(-1)?.id}`,
  })
  phone.server.pull = async (_cursor, receipt) => {
    asked.push(receipt)
    return createPage()
  }
  const first = phone.record(phone.id(), { description: 'a', area: 'x' })
  const sync = phone.sync()
  await phone.simulation.run(1000)
  const refused = phone.record(phone.id(), { description: 'b', area: 'x' })
  phone.server.push = async () => ({ answers: [createAnswer(refused, 'invalid')] })
  sync.wake()
  await phone.simulation.run(1000)
  expect(phone.pushes.map(({ request }) => [request.receipt, request.cursor])).toEqual([
    [null, 'c1'],
    [`for ${first}`, 'c1'],
  ])
  expect([asked[0], asked.at(-1)]).toEqual([null, `for ${first}`])
  expect(phone.disk.position.receipt).toBe(`for ${first}`)
})

test('SY23 SEC-M3 a command that always causes a server error doesn’t block the others, and is retried', async () => {
  const phone = createTestDevice()
  const bad = phone.id()
  for (let i = 0; i < 30; i += 1) phone.record(phone.id(), { description: `before ${i}`, area: 'x' })
  phone.record(bad, { description: 'bad', area: 'x' })
  phone.record(bad, { description: 'behind it' })
  for (let i = 0; i < 30; i += 1) phone.record(phone.id(), { description: `after ${i}`, area: 'x' })
  const answer = phone.server.push
  phone.server.push = async (request) => {
    if (request.commands.some(({ patch }) => patch.description === 'bad')) throw new RemoteFailure('server')
    return answer(request)
  }
  phone.sync()
  await phone.simulation.run(120_000)
  expect([...phone.disk.outbox.values()].map(({ command }) => command.patch.description)).toEqual(['bad', 'behind it'])
  const tries = phone.pushes.length
  await phone.simulation.run(60_000)
  expect(phone.pushes.length).toBeGreaterThan(tries + 2)
  expect(
    commandsOf(phone)
      .slice(tries)
      .every((batch) => batch.join() === 'bad'),
  ).toBe(true)
  // The push with the new command is separate, although the server still fails on the old one.
  phone.record(phone.id(), { description: 'new', area: 'x' })
  await phone.simulation.run(20_000)
  expect(phone.disk.outbox.size).toBe(2)
  phone.server.push = answer
  await phone.simulation.run(20_000)
  expect(phone.disk.outbox.size).toBe(0)
  expect([...phone.disk.sent.values()].filter(({ command }) => command.recordId === bad).map(({ ack }) => ack)).toEqual([62, 63])
})

test('SY23 SEC-M3 after a server outage, the whole queue drains immediately and in order', async () => {
  const phone = createTestDevice()
  for (let i = 0; i < 60; i += 1) phone.record(phone.id(), { description: String(i), area: 'x' })
  const answer = phone.server.push
  phone.server.push = async () => {
    throw new RemoteFailure('server')
  }
  phone.sync()
  await phone.simulation.run(30 * 60_000)
  expect(phone.disk.outbox.size).toBe(60)
  phone.server.push = answer
  await phone.simulation.run(16_000)
  expect(phone.disk.outbox.size).toBe(0)
})

test('SY24 SEC-M3 a photo that always fails doesn’t block the others, and is retried', async () => {
  const phone = createTestDevice()
  for (const id of ['bad', 'p1', 'p2', 'p3', 'p4']) phone.disk.photos.set(id, 'ready')
  phone.server.putPhoto = async (id) => {
    if (id === 'bad') throw new RemoteFailure('server')
    return null
  }
  phone.sync()
  await phone.simulation.run(30_000)
  expect([...phone.disk.photos]).toEqual([['bad', 'ready'], ...['p1', 'p2', 'p3', 'p4'].map((id) => [id, 'sent'])])
  const tries = phone.uploads.length
  await phone.simulation.run(60_000)
  expect(phone.uploads.length).toBeGreaterThan(tries + 2)
  phone.server.putPhoto = async () => null
  await phone.simulation.run(20_000)
  expect(phone.disk.photos.get('bad')).toBe('sent')
})

test('SY25 SEC-M11 waits as long as the server requests, despite wake-ups, and doesn’t count the push as failed', async () => {
  const phone = createTestDevice()
  for (let i = 0; i < 60; i += 1) phone.record(phone.id(), { description: String(i), area: 'x' })
  const answer = phone.server.push
  phone.server.push = async () => {
    throw new RemoteFailure('busy', 'too many', { waitMs: 40_000 })
  }
  const sync = phone.sync()
  for (let i = 0; i < 150; i += 1) {
    sync.wake()
    await phone.simulation.run(1000)
  }
  expect(phone.pushes).toHaveLength(4)
  expect(phone.pushes.map(({ request }) => request.commands.length)).toEqual([50, 50, 50, 50])
  expect(phone.statuses.some(({ problem }) => problem === 'busy')).toBe(true)
  phone.server.push = answer
  await phone.simulation.run(40_000)
  expect(phone.disk.outbox.size).toBe(0)
})

test('SY26 SEC-M3 fetches everything from the start if the server can’t read the cursor', async () => {
  const phone = createTestDevice()
  phone.disk.position = { ...phone.disk.position, cursor: 'damaged' }
  const asked: (string | null)[] = []
  const id = phone.id()
  phone.server.pull = async (cursor) => {
    asked.push(cursor)
    if (cursor === 'damaged') throw new RemoteFailure('rejected')
    return createPage({ reset: cursor === null, cursor: 'c9', documents: cursor === null ? [phone.document(id, 1)] : [] })
  }
  phone.sync()
  await phone.simulation.run(10_000)
  expect(asked.slice(0, 2)).toEqual(['damaged', null])
  expect(phone.disk.position.cursor).toBe('c9')
  expect([...phone.disk.mirror.keys()]).toEqual([id])
})

test('SY31 sends a change that can be undone after 10 s, not before, and blocks no other records', async () => {
  const phone = createTestDevice()
  const id = phone.id()
  phone.record(id, { description: 'held', area: 'x' }, { canBeUndone: true })
  phone.record(id, { description: 'behind it' })
  phone.record(phone.id(), { description: 'other', area: 'x' })
  phone.sync()
  await phone.simulation.run(UNDO_MS - 1000)
  expect(commandsOf(phone)).toEqual([['other']])
  expect(phone.statuses.at(-1)).toEqual({ sending: null, problem: null })
  phone.clock.nowMs += UNDO_MS
  await phone.simulation.run(3000)
  expect(commandsOf(phone)).toEqual([['other'], ['held'], ['behind it']])
})

test('SY31 after a restart, sends a change that can be undone when its time is up', async () => {
  const phone = createTestDevice()
  phone.record(phone.id(), { description: 'held', area: 'x' }, { canBeUndone: true })
  phone.sync().stop()
  await phone.simulation.run(4000)
  phone.clock.nowMs += 4000
  phone.sync()
  await phone.simulation.run(1000)
  expect(commandsOf(phone)).toEqual([])
  phone.clock.nowMs += 6000
  await phone.simulation.run(6000)
  expect(commandsOf(phone)).toEqual([['held']])
})

test('SY31 undoing a change in time leaves no trace, and a change can’t be undone after that time', () => {
  const phone = createTestDevice()
  const id = phone.id()
  phone.record(id, { description: 'held', area: 'x' }, { canBeUndone: true })
  const waiting = [...phone.disk.outbox.values()]
  expect(planUndo(waiting, phone.clock.nowMs + UNDO_MS)).toBe(null)
  perform(phone.disk, planUndo(waiting, phone.clock.nowMs + UNDO_MS - 1) ?? {})
  expect(phone.disk.outbox.size).toBe(0)
  expect(phone.view(id)).toBe(null)
  phone.record(id, { description: 'sent', area: 'x' })
  expect(planUndo([...phone.disk.outbox.values()], phone.clock.nowMs)).toBe(null)
})

test('SY31 setting the clock back ends the delay', () => {
  const phone = createTestDevice()
  phone.record(phone.id(), { description: 'held', area: 'x' }, { canBeUndone: true })
  const waiting = [...phone.disk.outbox.values()]
  expect(nextBatch(waiting, 50, undefined, undefined, phone.clock.nowMs)).toEqual([])
  expect(nextBatch(waiting, 50, undefined, undefined, phone.clock.nowMs - 1)).toHaveLength(1)
})
