import { expect, test } from 'vitest'
import { type MessageHead, messagesInForce, plainText, safeLink, shownUntil, type Warning, warningsAt } from './warning.ts'
import { boxArea, touchesBounds, unwrapped } from './warning-area.ts'

const BAY = { west: 147.87, south: -41.26, east: 148.34, north: -41.08 }

const createWarning = (more: Partial<Warning> = {}): Warning => ({
  id: '1',
  source: 'Fire Service',
  title: 'Total fire ban',
  text: '',
  area: '',
  severity: 'Severe',
  networks: ['bay-of-fires'],
  link: null,
  shownFrom: '2026-11-17T00:00:00Z',
  shownUntil: '2026-11-18T00:00:00Z',
  startsAt: null,
  endsAt: null,
  asOf: '2026-11-17T00:00:00Z',
  isUnchecked: false,
  ...more,
})

test('WA1 shows a warning from when it takes effect until it ends, in any time format', () => {
  const warning = createWarning({ shownFrom: '2026-11-17T11:00:00+11:00', shownUntil: '2026-11-17T12:00:00+10:00' })
  const at = (time: string) => warningsAt([warning], new Date(time)).length
  expect([at('2026-11-16T23:59:59Z'), at('2026-11-17T00:00:00Z'), at('2026-11-17T01:59:59Z'), at('2026-11-17T02:00:00Z')]).toEqual([
    0, 1, 1, 0,
  ])
})

test('WA2 shows a warning without an end time for a day after its source last listed it', () => {
  expect(shownUntil('2026-11-17T05:00:00Z', '2026-11-17T00:00:00Z')).toBe('2026-11-17T05:00:00Z')
  expect(shownUntil(null, '2026-11-17T00:00:00Z')).toBe('2026-11-18T00:00:00.000Z')
})

test('WA3 sorts warnings by severity, and the latest first within a severity', () => {
  const shown = warningsAt(
    [
      createWarning({ id: 'old', severity: 'Severe' }),
      createWarning({ id: 'unknown', severity: 'Unknown', shownFrom: '2026-11-17T03:00:00Z' }),
      createWarning({ id: 'new', severity: 'Severe', shownFrom: '2026-11-17T01:00:00Z' }),
      createWarning({ id: 'worst', severity: 'Extreme' }),
    ],
    new Date('2026-11-17T04:00:00Z'),
  )
  expect(shown.map(({ id }) => id)).toEqual(['worst', 'new', 'old', 'unknown'])
})

const createMessage = (identifier: string, more: Partial<MessageHead> = {}): MessageHead => ({
  sender: 'fire@example.org',
  identifier,
  sent: '2026-11-17T10:00:00+11:00',
  status: 'Actual',
  scope: 'Public',
  type: 'Alert',
  references: [],
  ...more,
})
const about = (identifier: string, sent = '2026-11-17T10:00:00+11:00') => `fire@example.org,${identifier},${sent}`

test('WA4 accepts only actual, public messages, and applies updates and cancellations in any order', () => {
  const messages = [
    createMessage('cancelled'),
    createMessage('first'),
    createMessage('second', { type: 'Update', references: [about('first')] }),
    createMessage('third', { type: 'Update', references: [about('first'), about('second', '2026-11-16T23:00:00Z')] }),
    createMessage('cancel', { type: 'Cancel', references: [about('cancelled')] }),
    createMessage('exercise', { status: 'Exercise' }),
    createMessage('test', { status: 'Test', type: 'Cancel', references: [about('other')] }),
    createMessage('other'),
    createMessage('restricted', { scope: 'Restricted' }),
    createMessage('ack', { type: 'Ack' }),
    createMessage('other'),
  ]
  const names = (list: MessageHead[]) =>
    messagesInForce(list)
      .map(({ identifier }) => identifier)
      .sort()
  expect(names(messages)).toEqual(['other', 'third'])
  expect(names(messages.toReversed())).toEqual(['other', 'third'])
})

test('WA5 shows only warnings that touch a network, whether as polygon, line, box, circle or point', () => {
  const square = (west: number, south: number, size: number) => boxArea({ west, south, east: west + size, north: south + size })
  const at = (centre: readonly [number, number], radiusKm = 0) => touchesBounds({ kind: 'circle', centre, radiusKm }, BAY)
  expect(touchesBounds(square(148, -41.2, 0.01), BAY)).toBe(true)
  expect(touchesBounds(square(147, -42, 3), BAY)).toBe(true)
  expect(touchesBounds(square(148.4, -41.2, 0.1), BAY)).toBe(false)
  // An area that surrounds the network on three sides without touching it.
  const horseshoe = [
    [147, -42],
    [149, -42],
    [149, -40],
    [148.5, -40],
    [148.5, -41.5],
    [147.5, -41.5],
    [147.5, -40],
    [147, -40],
  ] as const
  expect(touchesBounds({ kind: 'polygon', points: horseshoe }, BAY)).toBe(false)
  const road = [
    [147, -41],
    [149, -41.4],
  ] as const
  expect(touchesBounds({ kind: 'line', points: road }, BAY)).toBe(true)
  expect(touchesBounds({ kind: 'line', points: road.map(([lng, lat]) => [lng, lat - 1] as const) }, BAY)).toBe(false)
  expect([at([148, -41.2]), at([148, -41]), at([148, -41], 5), at([148, -41], 10)]).toEqual([true, false, false, true])
  expect(touchesBounds({ kind: 'circle', centre: [148, -41], radiusKm: 0 }, BAY, 10)).toBe(true)
})

test('WA5 recognises both sides of an area across the date line, and nothing in between', () => {
  const fiji = { west: 179.2, south: -17, east: 179.9, north: -16 }
  const chatham = { west: -176.9, south: -44.2, east: -176.2, north: -43.7 }
  const pacific = unwrapped([
    [178, -50],
    [-175, -50],
    [-175, -10],
    [178, -10],
  ])
  for (const network of [fiji, chatham]) expect(touchesBounds({ kind: 'polygon', points: pacific }, network)).toBe(true)
  for (const network of [fiji, chatham])
    expect(touchesBounds(boxArea({ west: 178, south: -50, east: -175, north: -10 }), network)).toBe(true)
  expect(touchesBounds({ kind: 'polygon', points: pacific }, BAY)).toBe(false)
  expect(touchesBounds(boxArea({ west: 178, south: -50, east: -175, north: -10 }), BAY)).toBe(false)
  expect(touchesBounds({ kind: 'circle', centre: [-179.9, -16.5], radiusKm: 60 }, fiji)).toBe(true)
  expect(touchesBounds({ kind: 'circle', centre: [-179.9, -16.5], radiusKm: 10 }, fiji)).toBe(false)
})

test('WA6 converts external text to one line of plain text with limited length, and accepts only https links', () => {
  expect(plainText('<p>Stay <b>away</b>\n\n from\tthe\u0000 river &amp; its banks</p>', 100)).toBe('Stay away from the river & its banks')
  expect(plainText('safe\u202egnp.exe\u2066 \u200b', 100)).toBe('safegnp.exe')
  expect(plainText('half \ud800 a pair', 100)).not.toMatch(/[\ud800-\udfff]/)
  expect(plainText('🔥'.repeat(50), 10)).toBe(`${'🔥'.repeat(9)}…`)
  expect(plainText('<'.repeat(100_000), 100)).toHaveLength(100)
  expect(safeLink('https://example.org/a b')).toBe('https://example.org/a%20b')
  for (const link of [
    'http://example.org',
    'javascript:alert(1)',
    'https://a:b@example.org',
    'data:text/html,x',
    '',
    `https://e.org/${'x'.repeat(1000)}`,
  ])
    expect(safeLink(link)).toBe(null)
})
