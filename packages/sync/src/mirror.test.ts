import { describe, expect, test } from 'vitest'
import { advanceAge, firstSyncPosition } from './device-state.ts'
import { RemoteFailure } from './engine.ts'
import { planHold } from './mirror.ts'
import { createAnswer, createPage, createTestDevice, PERSON } from './simulation/test-device.ts'

const DAY_MS = 86_400_000

describe('fetching', () => {
  const asked = { cursor: 'c1', acks: 0, calmMs: 0 }

  test('SY11 ignores a page that was requested with a different cursor', async () => {
    const phone = createTestDevice()
    const page = createPage({ cursor: 'c2', documents: [phone.document(phone.id(), 1)] })
    expect(await phone.store.absorb(page, asked)).toBe(true)
    expect(phone.disk.position.cursor).toBe('c2')
    expect(await phone.store.absorb(createPage({ cursor: 'c0', removed: [{ kind: 'action', id: phone.id() }] }), asked)).toBe(false)
    expect(phone.disk.position.cursor).toBe('c2')
    expect(phone.disk.mirror.size).toBe(1)
  })

  test('SY12 a reset keeps the old records until its last page, and keeps everything written on the device', async () => {
    const phone = createTestDevice()
    const [old, remaining] = [phone.id(), phone.id()]
    await phone.store.absorb(createPage({ documents: [phone.document(old, 1), phone.document(remaining, 1)] }), asked)
    phone.record(remaining, { description: 'mine' })
    const written = structuredClone(phone.disk.outbox)
    await phone.store.absorb(createPage({ reset: true, cursor: 'r1', documents: [phone.document(remaining, 2)], more: true }), asked)
    expect(phone.disk.mirror.has(old)).toBe(true)
    await phone.store.absorb(createPage({ cursor: 'r2' }), { ...asked, cursor: 'r1' })
    expect([...phone.disk.mirror.keys()]).toEqual([remaining])
    expect(phone.disk.outbox).toEqual(written)
  })

  test('SY29 documents fetched on demand are stored like those of a page, unless a page arrived in the meantime', async () => {
    const phone = createTestDevice()
    const hold = (cursor: string | null, epoch = 'e1') =>
      planHold({ position: phone.disk.position, asked: { cursor }, epoch, documents: [phone.document('old', 3)] })
    expect(hold(null)).toBeNull()
    await phone.store.absorb(createPage({ cursor: 'c2' }), asked)
    expect(hold('c2')?.mirror?.put).toEqual([{ ...phone.document('old', 3), generation: phone.disk.position.generation }])
    expect(hold('c2', 'e2')).toBeNull()
    await phone.store.absorb(createPage({ cursor: 'c3', removed: [{ kind: 'action', id: 'old' }] }), { ...asked, cursor: 'c2' })
    expect(hold('c2')).toBeNull()
  })

  test('SY13 in a new epoch, acknowledged commands are sent again before new ones', async () => {
    const phone = createTestDevice()
    const record = phone.id()
    const first = phone.record(record, { description: 'old', area: 'x' })
    await phone.store.storeAnswers([createAnswer(first)], 'e1')
    phone.record(record, { description: 'new' })
    phone.server.push = async (request) => {
      if (request.epoch !== 'e2') throw new RemoteFailure('other-epoch')
      return { answers: request.commands.map(({ id }) => createAnswer(id)) }
    }
    phone.server.pull = async () => createPage({ epoch: 'e2', cursor: 'x', reset: true })
    phone.sync()
    await phone.simulation.run(5000)
    const taken = phone.pushes.filter(({ request }) => request.epoch === 'e2').flatMap(({ request }) => request.commands)
    expect(taken.map(({ patch }) => patch.description)).toEqual(['old', 'new'])
    expect(taken[0]?.id).toBe(first)
  })

  test('SY14 after an epoch change, an answer from the previous epoch doesn’t settle a command', async () => {
    const phone = createTestDevice()
    const id = phone.record(phone.id(), { description: 'a', area: 'x' })
    await phone.store.absorb(createPage({ epoch: 'e2', reset: true }), asked)
    expect(await phone.store.storeAnswers([createAnswer(id)], 'e1')).toBe(0)
    expect(phone.disk.outbox.size).toBe(1)
  })

  test('SY15 the device’s age never decreases, and a clock jump counts as one day', () => {
    const born = firstSyncPosition(PERSON, PERSON, 0)
    expect(advanceAge(born, 5000).ageMs).toBe(5000)
    expect(advanceAge(born, -DAY_MS * 3650).ageMs).toBe(0)
    expect(advanceAge(born, DAY_MS * 3650).ageMs).toBe(DAY_MS)
  })

  test('SY15 an acknowledged command is deleted at a device age of 30 days, not before', async () => {
    const phone = createTestDevice()
    await phone.store.storeAnswers([createAnswer(phone.record(phone.id(), { description: 'a', area: 'x' }))], 'e1')
    const live = async (days: number) => {
      for (let day = 0; day < days; day += 1) {
        phone.clock.nowMs += DAY_MS
        await phone.store.absorb(createPage(), asked)
      }
    }
    await live(30)
    expect(phone.disk.sent.size).toBe(1)
    await live(1)
    expect(phone.disk.sent.size).toBe(0)
  })

  test('SY16 ignores pages for another person, and a new role deletes records that were only viewed, but not the person’s changes', async () => {
    const phone = createTestDevice()
    const record = phone.id()
    phone.server.pull = async () => createPage({ personId: '00000000-0000-4000-8000-00000000bbbb', documents: [phone.document(record, 1)] })
    const sync = phone.sync()
    await phone.simulation.run(1000)
    sync.stop()
    expect(phone.disk.mirror.size).toBe(0)
    await phone.store.absorb(createPage({ documents: [phone.document(record, 1, { secret: 'phone number' })] }), asked)
    phone.record(record, { description: 'mine' })
    await phone.store.absorb(createPage({ role: 2, reset: true }), asked)
    expect(JSON.stringify([...phone.disk.outbox.values()])).not.toContain('phone number')
    expect([...phone.disk.outbox.values()][0]?.command.patch).toEqual({ description: 'mine' })
  })
})

describe('showing', () => {
  const asked = { cursor: 'c1', acks: 1, calmMs: 0 }

  test('SY17 the person’s own changes stay visible from saving until a page contains them', async () => {
    const phone = createTestDevice()
    const record = phone.id()
    const states: unknown[] = []
    const look = () => states.push([phone.view(record)?.data.description, phone.view(record)?.state])
    const id = phone.record(record, { description: 'mine', area: 'x' })
    look()
    await phone.store.storeAnswers([createAnswer(id)], 'e1')
    look()
    await phone.store.absorb(createPage({ documents: [] }), asked)
    look()
    await phone.store.absorb(createPage({ documents: [phone.document(record, 2, { description: 'newer' })] }), asked)
    look()
    expect(states).toEqual([
      ['mine', 'local'],
      ['mine', 'sent'],
      ['mine', 'sent'],
      ['newer', 'sent'],
    ])
  })

  test('SY17 accepts a removal if the page was requested after the answer arrived', async () => {
    const phone = createTestDevice()
    const record = phone.id()
    await phone.store.storeAnswers([createAnswer(phone.record(record, { description: 'mine', area: 'x' }))], 'e1')
    const removed = [{ kind: 'action' as const, id: record }]
    await phone.store.absorb(createPage({ removed }), { ...asked, acks: 0 })
    expect(phone.view(record)).not.toBeNull()
    await phone.store.absorb(createPage({ removed }), asked)
    expect(phone.view(record)).toBeNull()
  })

  test('SY17 a record that was created and deleted before the answer isn’t shown forever, and a clock jump doesn’t hide it', async () => {
    const phone = createTestDevice()
    const record = phone.id()
    await phone.store.storeAnswers([createAnswer(phone.record(record, { description: 'mine', area: 'x' }))], 'e1')
    const fetchAfter = async (ms: number) => {
      const { calmMs } = phone.disk.position
      phone.clock.nowMs += ms
      await phone.store.absorb(createPage(), { ...asked, calmMs })
    }
    await fetchAfter(DAY_MS * 3650)
    await fetchAfter(1000)
    expect(phone.view(record)).not.toBeNull()
    for (let minute = 0; minute < 7; minute += 1) await fetchAfter(60_000)
    expect(phone.view(record)).toBeNull()
  })

  test('SY17 an edit to a removed record stays visible, notes are added once, and a deletion hides the record', async () => {
    const phone = createTestDevice()
    const record = phone.id()
    const note = { id: phone.id(), text: 'look' }
    await phone.store.absorb(createPage({ documents: [phone.document(record, 1, { notes: [], status: 'Unresolved' })] }), asked)
    phone.record(record, { addNote: note, status: 'Resolved' })
    expect(phone.view(record)?.data).toMatchObject({ notes: [{ ...note, createdByName: 'Ann' }], completedAt: expect.any(String) })
    await phone.store.absorb(createPage({ removed: [{ kind: 'action', id: record }] }), asked)
    expect(phone.view(record)?.data.notes).toHaveLength(1)
    await phone.store.absorb(createPage({ documents: [phone.document(record, 3, { notes: [note] })] }), asked)
    expect(phone.view(record)?.data.notes).toHaveLength(1)
    phone.record(record, { deleted: true })
    expect(phone.view(record)).toBeNull()
  })

  test('SY18 reports both kinds of replaced changes once', async () => {
    const phone = createTestDevice()
    const record = phone.id()
    await phone.store.absorb(createPage({ documents: [phone.document(record, 1)] }), asked)
    const id = phone.record(record, { description: 'mine' })
    await phone.store.storeAnswers([{ ...createAnswer(id, 'merged', 3), replaced: ['description'] }], 'e1')
    const newer = createPage({ documents: [phone.document(record, 4, { description: 'theirs again' })] })
    await phone.store.absorb(newer, asked)
    await phone.store.absorb(newer, asked)
    expect(phone.disk.notices.map(({ what, fields }) => [what, fields])).toEqual([
      ['replaced', ['description']],
      ['was-replaced', ['description']],
    ])
  })

  /** The change is acknowledged, and the mirror contains it as version 2. */
  async function createDeviceWithAnEdit() {
    const phone = createTestDevice()
    const record = phone.id()
    const absorb = (cursor: string, version: number, rating: string) =>
      phone.store.absorb(createPage({ cursor: `c${version}`, documents: [phone.document(record, version, { rating })] }), {
        ...asked,
        cursor,
      })
    await absorb('c1', 1, 'Unrated')
    await phone.store.storeAnswers([createAnswer(phone.record(record, { rating: 'Low' }), 'applied', 2)], 'e1')
    await absorb('c1', 2, 'Low')
    return { phone, record, absorb }
  }

  test('SY18 SYN-1 a page that overtakes the answer to the person’s own change causes no notice', async () => {
    const { phone, record, absorb } = await createDeviceWithAnEdit()
    const second = phone.record(record, { rating: 'High' })
    await absorb('c2', 3, 'High')
    expect(phone.disk.notices).toEqual([])
    await phone.store.storeAnswers([createAnswer(second, 'applied', 3)], 'e1')
    await absorb('c3', 4, 'High')
    expect(phone.disk.notices).toEqual([])
  })

  test('SY18 SYN-1 reports an undecided replacement once, when the later change is refused', async () => {
    const { phone, record, absorb } = await createDeviceWithAnEdit()
    const second = phone.record(record, { rating: 'High' })
    await absorb('c2', 3, 'Medium')
    expect(phone.disk.notices).toEqual([])
    await phone.store.storeAnswers([createAnswer(second, 'forbidden')], 'e1')
    const told = [{ what: 'was-replaced', fields: ['rating'], version: 3 }]
    expect(phone.disk.notices).toMatchObject(told)
    await absorb('c3', 4, 'Medium')
    expect(phone.disk.notices).toMatchObject(told)
  })

  test('SY18 SYN-1 shows no notice while a second change to the same field is unanswered', async () => {
    const { phone, record, absorb } = await createDeviceWithAnEdit()
    const [second, third] = [phone.record(record, { rating: 'High' }), phone.record(record, { rating: 'Extreme' })]
    await absorb('c2', 3, 'Medium')
    await phone.store.storeAnswers([createAnswer(second, 'forbidden')], 'e1')
    expect(phone.disk.notices).toEqual([])
    await absorb('c3', 4, 'Extreme')
    await phone.store.storeAnswers([createAnswer(third, 'applied', 4)], 'e1')
    expect(phone.disk.notices).toEqual([])
  })

  /** Someone else set the rating to Low in version 3, and their decision applies. */
  const contested = (commandId: string, yours: string) => ({
    ...createAnswer(commandId, 'merged', 3),
    contested: [{ field: 'rating', fields: ['rating'], theirs: 'Low', yours, by: PERSON, at: '2026-11-18T04:24:00.000Z' }],
  })

  test('SY30 SYN-2 offers an unapplied decision to its author once, with both values, and shows the other one', async () => {
    const { phone, record, absorb } = await createDeviceWithAnEdit()
    const id = phone.record(record, { rating: 'Extreme', detail: 'deep' })
    expect(phone.view(record)?.data.rating).toBe('Extreme')
    phone.clock.nowMs += 60_000
    await phone.store.storeAnswers([contested(id, 'Extreme')], 'e1')
    await absorb('c2', 3, 'Low')
    expect(phone.view(record)?.data.rating).toBe('Low')
    await absorb('c3', 4, 'Low')
    expect(phone.disk.notices).toMatchObject([
      {
        what: 'contested',
        commandId: id,
        fields: ['rating'],
        version: 3,
        decision: { theirs: 'Low', yours: 'Extreme', patch: { rating: 'Extreme' }, isLate: true, at: '2026-11-18T04:24:00.000Z' },
      },
    ])
  })

  test('SY30 SYN-2 offers only the last of several decisions on a field, and doesn’t describe one made online as late', async () => {
    const { phone, record } = await createDeviceWithAnEdit()
    const [first, second] = [phone.record(record, { rating: 'High' }), phone.record(record, { rating: 'Extreme' })]
    await phone.store.storeAnswers([contested(first, 'High')], 'e1')
    expect(phone.disk.notices).toEqual([])
    await phone.store.storeAnswers([contested(second, 'Extreme')], 'e1')
    expect(phone.disk.notices).toMatchObject([{ what: 'contested', commandId: second, decision: { isLate: false } }])
  })

  test('SY18 a location that the server writes with its keys in another order is the same, and causes no notice', async () => {
    const phone = createTestDevice()
    const record = phone.id()
    await phone.store.absorb(createPage({ documents: [phone.document(record, 1)] }), asked)
    const id = phone.record(record, { place: { latitude: -41.2, longitude: 148.1, accuracyM: 5 } })
    await phone.store.storeAnswers([createAnswer(id, 'applied', 2)], 'e1')
    const place = { accuracyM: 5, latitude: -41.2, longitude: 148.1 }
    await phone.store.absorb(createPage({ documents: [phone.document(record, 3, { place })] }), asked)
    expect(phone.disk.notices).toEqual([])
  })

  test('SY19 a photo is sent after its Action, even to a restored server', async () => {
    const phone = createTestDevice()
    const photoId = phone.id()
    phone.disk.photos.set(photoId, 'waiting')
    phone.record(phone.id(), { description: 'a', area: 'x', photoId })
    const answer = phone.server.push
    phone.server.push = async ({ commands }) => ({ answers: commands.map(({ id }) => createAnswer(id, 'retry')) })
    const sync = phone.sync()
    await phone.simulation.run(2000)
    expect(phone.uploads).toEqual([])
    phone.server.push = answer
    sync.wake()
    await phone.simulation.run(20_000)
    expect(phone.uploads).toEqual([photoId])
    phone.server.pull = async () => createPage({ epoch: 'e2', cursor: 'x', reset: true })
    sync.wake()
    await phone.simulation.run(20_000)
    expect(phone.uploads).toEqual([photoId, photoId])
    expect(phone.disk.photos.get(photoId)).toBe('sent')
  })
})

test('SY13 a device that has never fetched sends nothing before its first page', async () => {
  const phone = createTestDevice({ isNew: true })
  phone.record(phone.id(), { description: 'a', area: 'x' })
  phone.server.pull = () => new Promise(() => {})
  const sync = phone.sync()
  await phone.simulation.run(1000)
  expect(phone.pushes).toEqual([])
  phone.server.pull = async () => createPage({ reset: true })
  await phone.simulation.run(20_000)
  expect(phone.pushes).toHaveLength(1)
  expect([...phone.disk.sent.values()].map(({ version }) => version)).toEqual([1])
  sync.stop()
})
