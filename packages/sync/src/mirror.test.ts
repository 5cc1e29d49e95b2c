import { describe, expect, test } from 'vitest'
import { advanceAge, firstSyncPosition } from './device-state.ts'
import { RemoteFailure } from './engine.ts'
import { planHold } from './mirror.ts'
import { aDevice, anAnswer, aPage, PERSON } from './simulation/a-device.ts'

const DAY_MS = 86_400_000

describe('fetching', () => {
  const asked = { cursor: 'c1', acks: 0, calmMs: 0 }

  test('SY11 a page asked for from elsewhere is not taken', async () => {
    const phone = aDevice()
    const page = aPage({ cursor: 'c2', documents: [phone.document(phone.id(), 1)] })
    expect(await phone.store.absorb(page, asked)).toBe(true)
    expect(phone.disk.position.cursor).toBe('c2')
    expect(await phone.store.absorb(aPage({ cursor: 'c0', removed: [{ kind: 'action', id: phone.id() }] }), asked)).toBe(false)
    expect(phone.disk.position.cursor).toBe('c2')
    expect(phone.disk.mirror.size).toBe(1)
  })

  test('SY12 a reset keeps the old records until its last page, and all that was written here', async () => {
    const phone = aDevice()
    const [old, remaining] = [phone.id(), phone.id()]
    await phone.store.absorb(aPage({ documents: [phone.document(old, 1), phone.document(remaining, 1)] }), asked)
    phone.record(remaining, { description: 'mine' })
    const written = structuredClone(phone.disk.outbox)
    await phone.store.absorb(aPage({ reset: true, cursor: 'r1', documents: [phone.document(remaining, 2)], more: true }), asked)
    expect(phone.disk.mirror.has(old)).toBe(true)
    await phone.store.absorb(aPage({ cursor: 'r2' }), { ...asked, cursor: 'r1' })
    expect([...phone.disk.mirror.keys()]).toEqual([remaining])
    expect(phone.disk.outbox).toEqual(written)
  })

  test('SY29 what was asked for is held as if a page had brought it, unless a page came in between', async () => {
    const phone = aDevice()
    const hold = (cursor: string | null, epoch = 'e1') =>
      planHold({ position: phone.disk.position, asked: { cursor }, epoch, documents: [phone.document('old', 3)] })
    expect(hold(null)).toBeNull()
    await phone.store.absorb(aPage({ cursor: 'c2' }), asked)
    expect(hold('c2')?.mirror?.put).toEqual([{ ...phone.document('old', 3), generation: phone.disk.position.generation }])
    expect(hold('c2', 'e2')).toBeNull()
    await phone.store.absorb(aPage({ cursor: 'c3', removed: [{ kind: 'action', id: 'old' }] }), { ...asked, cursor: 'c2' })
    expect(hold('c2')).toBeNull()
  })

  test('SY13 in a new epoch what was acknowledged goes again, before what is new', async () => {
    const phone = aDevice()
    const record = phone.id()
    const first = phone.record(record, { description: 'old', area: 'x' })
    await phone.store.settle([anAnswer(first)], 'e1')
    phone.record(record, { description: 'new' })
    phone.server.push = async (request) => {
      if (request.epoch !== 'e2') throw new RemoteFailure('other-epoch')
      return { answers: request.commands.map(({ id }) => anAnswer(id)) }
    }
    phone.server.pull = async () => aPage({ epoch: 'e2', cursor: 'x', reset: true })
    phone.sync()
    await phone.simulation.run(5000)
    const taken = phone.pushes.filter(({ request }) => request.epoch === 'e2').flatMap(({ request }) => request.commands)
    expect(taken.map(({ patch }) => patch.description)).toEqual(['old', 'new'])
    expect(taken[0]?.id).toBe(first)
  })

  test('SY14 an answer from before the epoch changed leaves the command waiting', async () => {
    const phone = aDevice()
    const id = phone.record(phone.id(), { description: 'a', area: 'x' })
    await phone.store.absorb(aPage({ epoch: 'e2', reset: true }), asked)
    expect(await phone.store.settle([anAnswer(id)], 'e1')).toBe(0)
    expect(phone.disk.outbox.size).toBe(1)
  })

  test('SY15 lived time never runs back, and a leap counts one day', () => {
    const born = firstSyncPosition(PERSON, PERSON, 0)
    expect(advanceAge(born, 5000).ageMs).toBe(5000)
    expect(advanceAge(born, -DAY_MS * 3650).ageMs).toBe(0)
    expect(advanceAge(born, DAY_MS * 3650).ageMs).toBe(DAY_MS)
  })

  test('SY15 after 30 lived days an acknowledged command is forgotten, and not before', async () => {
    const phone = aDevice()
    await phone.store.settle([anAnswer(phone.record(phone.id(), { description: 'a', area: 'x' }))], 'e1')
    const live = async (days: number) => {
      for (let day = 0; day < days; day += 1) {
        phone.clock.nowMs += DAY_MS
        await phone.store.absorb(aPage(), asked)
      }
    }
    await live(30)
    expect(phone.disk.sent.size).toBe(1)
    await live(1)
    expect(phone.disk.sent.size).toBe(0)
  })

  test("SY16 another person's page is not taken; another role forgets what was looked at, not what was written", async () => {
    const phone = aDevice()
    const record = phone.id()
    phone.server.pull = async () => aPage({ personId: '00000000-0000-4000-8000-00000000bbbb', documents: [phone.document(record, 1)] })
    const sync = phone.sync()
    await phone.simulation.run(1000)
    sync.stop()
    expect(phone.disk.mirror.size).toBe(0)
    await phone.store.absorb(aPage({ documents: [phone.document(record, 1, { secret: 'phone number' })] }), asked)
    phone.record(record, { description: 'mine' })
    await phone.store.absorb(aPage({ role: 2, reset: true }), asked)
    expect(JSON.stringify([...phone.disk.outbox.values()])).not.toContain('phone number')
    expect([...phone.disk.outbox.values()][0]?.command.patch).toEqual({ description: 'mine' })
  })
})

describe('showing', () => {
  const asked = { cursor: 'c1', acks: 1, calmMs: 0 }

  test('SY17 own words stay from saving to the page that holds them', async () => {
    const phone = aDevice()
    const record = phone.id()
    const states: unknown[] = []
    const look = () => states.push([phone.view(record)?.data.description, phone.view(record)?.state])
    const id = phone.record(record, { description: 'mine', area: 'x' })
    look()
    await phone.store.settle([anAnswer(id)], 'e1')
    look()
    await phone.store.absorb(aPage({ documents: [] }), asked)
    look()
    await phone.store.absorb(aPage({ documents: [phone.document(record, 2, { description: 'newer' })] }), asked)
    look()
    expect(states).toEqual([
      ['mine', 'local'],
      ['mine', 'sent'],
      ['mine', 'sent'],
      ['newer', 'sent'],
    ])
  })

  test('SY17 a removal is believed when it was asked for after the answer', async () => {
    const phone = aDevice()
    const record = phone.id()
    await phone.store.settle([anAnswer(phone.record(record, { description: 'mine', area: 'x' }))], 'e1')
    const removed = [{ kind: 'action' as const, id: record }]
    await phone.store.absorb(aPage({ removed }), { ...asked, acks: 0 })
    expect(phone.view(record)).not.toBeNull()
    await phone.store.absorb(aPage({ removed }), asked)
    expect(phone.view(record)).toBeNull()
  })

  test('SY17 a record that came and went before the answer is not shown for ever, and a leap of the clock does not hide it', async () => {
    const phone = aDevice()
    const record = phone.id()
    await phone.store.settle([anAnswer(phone.record(record, { description: 'mine', area: 'x' }))], 'e1')
    const fetchAfter = async (ms: number) => {
      const { calmMs } = phone.disk.position
      phone.clock.nowMs += ms
      await phone.store.absorb(aPage(), { ...asked, calmMs })
    }
    await fetchAfter(DAY_MS * 3650)
    await fetchAfter(1000)
    expect(phone.view(record)).not.toBeNull()
    for (let minute = 0; minute < 7; minute += 1) await fetchAfter(60_000)
    expect(phone.view(record)).toBeNull()
  })

  test('SY17 an edit of a record that is gone stays in sight; notes are added once; a deletion hides', async () => {
    const phone = aDevice()
    const record = phone.id()
    const note = { id: phone.id(), text: 'look' }
    await phone.store.absorb(aPage({ documents: [phone.document(record, 1, { notes: [], status: 'Unresolved' })] }), asked)
    phone.record(record, { addNote: note, status: 'Resolved' })
    expect(phone.view(record)?.data).toMatchObject({ notes: [{ ...note, createdByName: 'Ann' }], completedAt: expect.any(String) })
    await phone.store.absorb(aPage({ removed: [{ kind: 'action', id: record }] }), asked)
    expect(phone.view(record)?.data.notes).toHaveLength(1)
    await phone.store.absorb(aPage({ documents: [phone.document(record, 3, { notes: [note] })] }), asked)
    expect(phone.view(record)?.data.notes).toHaveLength(1)
    phone.record(record, { deleted: true })
    expect(phone.view(record)).toBeNull()
  })

  test('SY18 both are told, once', async () => {
    const phone = aDevice()
    const record = phone.id()
    await phone.store.absorb(aPage({ documents: [phone.document(record, 1)] }), asked)
    const id = phone.record(record, { description: 'mine' })
    await phone.store.settle([{ ...anAnswer(id, 'merged', 3), replaced: ['description'] }], 'e1')
    const newer = aPage({ documents: [phone.document(record, 4, { description: 'theirs again' })] })
    await phone.store.absorb(newer, asked)
    await phone.store.absorb(newer, asked)
    expect(phone.disk.notices.map(({ what, fields }) => [what, fields])).toEqual([
      ['replaced', ['description']],
      ['was-replaced', ['description']],
    ])
  })

  test('SY18 a place that the server writes in another order is the same place, and no news', async () => {
    const phone = aDevice()
    const record = phone.id()
    await phone.store.absorb(aPage({ documents: [phone.document(record, 1)] }), asked)
    const id = phone.record(record, { place: { latitude: -41.2, longitude: 148.1, accuracyM: 5 } })
    await phone.store.settle([anAnswer(id, 'applied', 2)], 'e1')
    const place = { accuracyM: 5, latitude: -41.2, longitude: 148.1 }
    await phone.store.absorb(aPage({ documents: [phone.document(record, 3, { place })] }), asked)
    expect(phone.disk.notices).toEqual([])
  })

  test('SY19 a photo follows its action, also to a restored server', async () => {
    const phone = aDevice()
    const photoId = phone.id()
    phone.disk.photos.set(photoId, 'waiting')
    phone.record(phone.id(), { description: 'a', area: 'x', photoId })
    const answer = phone.server.push
    phone.server.push = async ({ commands }) => ({ answers: commands.map(({ id }) => anAnswer(id, 'retry')) })
    const sync = phone.sync()
    await phone.simulation.run(2000)
    expect(phone.uploads).toEqual([])
    phone.server.push = answer
    sync.wake()
    await phone.simulation.run(20_000)
    expect(phone.uploads).toEqual([photoId])
    phone.server.pull = async () => aPage({ epoch: 'e2', cursor: 'x', reset: true })
    sync.wake()
    await phone.simulation.run(20_000)
    expect(phone.uploads).toEqual([photoId, photoId])
    expect(phone.disk.photos.get(photoId)).toBe('sent')
  })
})

test('SY13 a phone that never fetched sends nothing before its first page', async () => {
  const phone = aDevice({ isNew: true })
  phone.record(phone.id(), { description: 'a', area: 'x' })
  phone.server.pull = () => new Promise(() => {})
  const sync = phone.sync()
  await phone.simulation.run(1000)
  expect(phone.pushes).toEqual([])
  phone.server.pull = async () => aPage({ reset: true })
  await phone.simulation.run(20_000)
  expect(phone.pushes).toHaveLength(1)
  expect([...phone.disk.sent.values()].map(({ version }) => version)).toEqual([1])
  sync.stop()
})
