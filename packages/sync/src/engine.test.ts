import { expect, test } from 'vitest'
import { RemoteFailure } from './engine.ts'
import { BACKOFF_CAP_MS, backoffMs, MIN_GAP_MS } from './loop.ts'
import { nextBatch, planAgain } from './outbox.ts'
import { aDevice, anAnswer, aPage } from './simulation/a-device.ts'
import { perform } from './simulation/memory-store.ts'

const commandsOf = ({ pushes }: ReturnType<typeof aDevice>) =>
  pushes.map(({ request }) => request.commands.map(({ patch }) => patch.description ?? patch.detail))

test('SY1 a refused command is kept whole with its reason; an acknowledged one moves to the sent log', async () => {
  const phone = aDevice()
  const [good, bad] = [phone.record(phone.id(), { description: 'a', area: 'x' }), phone.record(phone.id(), { description: 'b', area: 'x' })]
  phone.server.push = async () => ({ answers: [anAnswer(good), anAnswer(bad, 'invalid')] })
  phone.sync()
  await phone.simulation.run(1000)
  expect(phone.disk.outbox.size).toBe(0)
  expect([...phone.disk.sent.values()].map(({ command }) => command.id)).toEqual([good])
  expect(phone.disk.attention.get(bad)).toMatchObject({
    waiting: { command: { patch: { description: 'b', area: 'x' } } },
    answer: { refusal: { code: 'invalid', detail: 'because' } },
  })
})

test('SY2 oldest first, 50 at most, one per record', async () => {
  const phone = aDevice()
  const record = phone.id()
  for (const words of ['1', '2', '3']) phone.record(record, { description: words, area: 'x' })
  for (let i = 0; i < 60; i += 1) phone.record(phone.id(), { description: `other ${i}`, area: 'x' })
  phone.sync()
  await phone.simulation.run(1000)
  expect(commandsOf(phone).map((batch) => batch.length)).toEqual([50, 12, 1])
  expect(commandsOf(phone).map((batch) => batch[0])).toEqual(['1', '2', '3'])
  expect(nextBatch([], 50)).toEqual([])
})

test('SY3 a lost answer is asked for again with the same command', async () => {
  const phone = aDevice()
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

test('SY4 what is told to try again gives way to what is behind it', async () => {
  const phone = aDevice()
  const stuck = new Set(Array.from({ length: 50 }, (_, i) => phone.record(phone.id(), { description: `stuck ${i}`, area: 'x' })))
  phone.record(phone.id(), { description: 'behind', area: 'x' })
  phone.server.push = async ({ commands }) => ({ answers: commands.map(({ id }) => anAnswer(id, stuck.has(id) ? 'retry' : 'applied')) })
  phone.sync()
  await phone.simulation.run(2500)
  expect([...phone.disk.outbox.values()].every(({ command }) => stuck.has(command.id))).toBe(true)
  expect(phone.disk.outbox.size).toBe(50)
})

test('SY5 a refused creation holds what follows, takes corrections, and goes anew as one creation', async () => {
  const phone = aDevice()
  const record = phone.id()
  const first = phone.record(record, { description: 'bad', area: 'x' })
  phone.record(record, { addNote: { id: phone.id(), text: 'look here' } })
  phone.server.push = async ({ commands }) => ({
    answers: commands.map(({ id, patch }) => anAnswer(id, patch.description === 'bad' ? 'invalid' : 'applied')),
  })
  phone.sync()
  await phone.simulation.run(1000)
  expect(phone.pushes).toHaveLength(1)
  expect(phone.view(record)).toMatchObject({ state: 'attention', data: { description: 'bad', notes: [{ text: 'look here' }] } })
  phone.record(record, { description: 'good' })
  const refused = phone.disk.attention.get(first)
  if (!refused) throw new Error('the refusal is gone')
  expect(refused.held).toHaveLength(2)
  perform(phone.disk, planAgain({ position: phone.disk.position, refused, version: null, newId: phone.id }))
  await phone.simulation.run(70_000)
  const sent = [...phone.disk.sent.values()].map(({ command }) => command)
  expect(sent.map(({ patch }) => patch)).toMatchObject([{ description: 'good', area: 'x' }, { addNote: { text: 'look here' } }])
  expect(sent.every(({ id }) => id !== first)).toBe(true)
  expect(phone.disk.attention.size).toBe(0)
})

test('SY6 failures are answered ever more slowly, wake-ups at once but never tightly', async () => {
  const phone = aDevice()
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

test('SY7 a silent line is given up after 10 s, and the next push is half as large', async () => {
  const phone = aDevice()
  for (let i = 0; i < 50; i += 1) phone.record(phone.id(), { description: String(i), area: 'x' })
  phone.server.push = () => new Promise(() => {})
  phone.sync()
  await phone.simulation.run(26_000)
  expect(commandsOf(phone).map((batch) => batch.length)).toEqual([50, 25, 12])
  expect(phone.pushes[1]?.at).toBeGreaterThan(10_000)
  expect(phone.statuses.at(-1)?.problem).toBe('timeout')
})

test('SY8 the one command the server cannot read is found, and the others go on', async () => {
  const phone = aDevice()
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
  ['nonsense', async () => ({ ok: 1 })],
  ['an unknown command', async () => ({ answers: [anAnswer('00000000-0000-4000-8000-0000000000ff')] })],
  [
    'too old',
    async () => {
      throw new RemoteFailure('too-old')
    },
  ],
] as const

test.for(NO_ANSWERS)('SY9 the queue stands after %s', async ([, push]) => {
  const phone = aDevice()
  phone.record(phone.id(), { description: 'a', area: 'x' })
  const before = structuredClone(phone.disk.outbox)
  phone.server.push = push
  phone.sync()
  await phone.simulation.run(10_000)
  expect(phone.disk.outbox).toEqual(before)
  expect(phone.disk.sent.size + phone.disk.attention.size).toBe(0)
})

test('SY10 a push under way is said to be under way until it ends, also when a fetch fails meanwhile', async () => {
  const phone = aDevice()
  const command = phone.record(phone.id(), { description: 'a', area: 'x' })
  phone.server.push = async () => {
    await new Promise<void>((done) => phone.simulation.after(5000, done))
    return { answers: [anAnswer(command)] }
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

test('SY10 pages and photos come through while a push hangs', async () => {
  const phone = aDevice()
  phone.disk.photos.set('p', 'ready')
  phone.record(phone.id(), { description: 'a', area: 'x' })
  phone.server.push = () => new Promise(() => {})
  phone.server.pull = async () => aPage({ cursor: 'c2', documents: [phone.document(phone.id(), 1)] })
  phone.sync()
  await phone.simulation.run(100)
  expect(phone.disk.mirror.size).toBe(1)
  expect(phone.disk.photos.get('p')).toBe('sent')
})

test('SY22 SEC-H4 the receipt for the last acknowledged command, and the cursor, go with what is sent later', async () => {
  const phone = aDevice()
  const asked: (string | null)[] = []
  phone.server.push = async ({ commands }) => ({ answers: commands.map(({ id }) => anAnswer(id)), receipt: `for ${commands.at(-1)?.id}` })
  phone.server.pull = async (_cursor, receipt) => {
    asked.push(receipt)
    return aPage()
  }
  const first = phone.record(phone.id(), { description: 'a', area: 'x' })
  const sync = phone.sync()
  await phone.simulation.run(1000)
  const refused = phone.record(phone.id(), { description: 'b', area: 'x' })
  phone.server.push = async () => ({ answers: [anAnswer(refused, 'invalid')] })
  sync.wake()
  await phone.simulation.run(1000)
  expect(phone.pushes.map(({ request }) => [request.receipt, request.cursor])).toEqual([
    [null, 'c1'],
    [`for ${first}`, 'c1'],
  ])
  expect([asked[0], asked.at(-1)]).toEqual([null, `for ${first}`])
  expect(phone.disk.position.receipt).toBe(`for ${first}`)
})

test('SY23 SEC-M3 one command that always makes the server fail does not hold up the others, and is tried again', async () => {
  const phone = aDevice()
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
  // What is written meanwhile goes at once, and not with it.
  phone.record(phone.id(), { description: 'new', area: 'x' })
  await phone.simulation.run(20_000)
  expect(phone.disk.outbox.size).toBe(2)
  phone.server.push = answer
  await phone.simulation.run(20_000)
  expect(phone.disk.outbox.size).toBe(0)
  expect([...phone.disk.sent.values()].filter(({ command }) => command.recordId === bad).map(({ ack }) => ack)).toEqual([62, 63])
})

test('SY23 SEC-M3 after an outage of the server the whole queue drains at once, in its order', async () => {
  const phone = aDevice()
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

test('SY24 SEC-M3 one photo that always fails does not hold up the others, and is tried again', async () => {
  const phone = aDevice()
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

test('SY25 SEC-M11 told to wait, the phone waits so long, whatever rings, and its push is not taken for a bad one', async () => {
  const phone = aDevice()
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

test('SY26 SEC-M3 with a cursor that the server cannot read everything is fetched from the start', async () => {
  const phone = aDevice()
  phone.disk.position = { ...phone.disk.position, cursor: 'damaged' }
  const asked: (string | null)[] = []
  const id = phone.id()
  phone.server.pull = async (cursor) => {
    asked.push(cursor)
    if (cursor === 'damaged') throw new RemoteFailure('rejected')
    return aPage({ reset: cursor === null, cursor: 'c9', documents: cursor === null ? [phone.document(id, 1)] : [] })
  }
  phone.sync()
  await phone.simulation.run(10_000)
  expect(asked.slice(0, 2)).toEqual(['damaged', null])
  expect(phone.disk.position.cursor).toBe('c9')
  expect([...phone.disk.mirror.keys()]).toEqual([id])
})
