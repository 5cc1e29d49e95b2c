import { expect, test } from 'vitest'
import { isWhole, repairAttention, repairPosition, repairSent, setAside } from './damaged.ts'
import { firstSyncPosition } from './device-state.ts'
import { createAnswer, createTestDevice } from './simulation/test-device.ts'

const repair = { kinds: ['action', 'settings'], newId: () => crypto.randomUUID() }

function createWaiting() {
  const phone = createTestDevice()
  phone.record(phone.id(), { description: 'Tree down', area: 'x' })
  const row = [...phone.disk.outbox.values()][0]
  if (!row) throw new Error('the outbox is empty')
  return row
}

const DAMAGES: [string, (row: ReturnType<typeof createWaiting>) => unknown][] = [
  ['no id', ({ command: { id: _, ...command }, ...row }) => ({ ...row, command })],
  ['an id of another type', (row) => ({ ...row, command: { ...row.command, id: 5 } })],
  ['an unknown kind', (row) => ({ ...row, command: { ...row.command, kind: 'weather' } })],
  ['no record', (row) => ({ ...row, command: { ...row.command, recordId: 'x' } })],
  ['no patch', (row) => ({ ...row, command: { ...row.command, patch: 'Tree down' } })],
  ['no time', (row) => ({ ...row, command: { ...row.command, recordedAt: {} } })],
  ['nothing but its position', (row) => ({ command: { n: row.command.n } })],
  ['nothing at all', () => null],
]

test.for(DAMAGES)('SY27 SEC-M3 sets a command with %s aside and shows it', ([, damage]) => {
  const row = createWaiting()
  const { whole, aside } = setAside([row, damage(row)], repair)
  expect(whole).toEqual([row])
  expect(aside).toHaveLength(1)
  const [one] = aside
  expect(isWhole({ ...one?.waiting, command: { ...one?.waiting.command, id: crypto.randomUUID() } }, repair)).toBe(true)
  expect(one?.answer.refusal?.detail).toMatch(/damaged/)
  expect(repairAttention(one, repair)).toMatchObject({ waiting: { command: { id: one?.waiting.command.id } }, held: [] })
  if (JSON.stringify(damage(row)).includes('Tree down')) expect(JSON.stringify(one)).toContain('Tree down')
})

test('SY27 SEC-M3 leaves intact rows unchanged, and a damaged sent log or position causes no failure', () => {
  const row = createWaiting()
  const refused = { waiting: row, answer: createAnswer(row.command.id, 'invalid'), held: [] }
  expect(repairAttention(refused, repair)).toBe(refused)
  const sent = {
    command: row.command,
    creates: true,
    version: 1,
    ack: 1,
    ackedAgeMs: 5,
    ackedCalmMs: 0,
    mirrored: 'yes' as const,
    told: [],
  }
  expect(repairSent(sent, repair)).toBe(sent)
  // Safe: this is the shape of a damaged row.
  const broken = { command: { n: 4 }, ackedAgeMs: 5 } as unknown as typeof sent
  expect(repairSent(broken, repair)).toMatchObject({ command: { n: 4, patch: {} }, ackedAgeMs: 5, mirrored: 'removed', told: [] })
  const position = firstSyncPosition(crypto.randomUUID(), crypto.randomUUID(), 1000)
  expect(repairPosition(position, 'p', repair.newId, 2000)).toBe(position)
  const odd = { ...position, lastN: 7, cursor: { a: 1 } } as unknown as typeof position
  expect(repairPosition(odd, 'p', repair.newId, 2000)).toMatchObject({ lastN: 7, cursor: null, deviceId: position.deviceId })
  expect(repairPosition({ ...position, lastN: Number.NaN }, 'p', repair.newId, 2000).lastN).toBe(2000)
})
