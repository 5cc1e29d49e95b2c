import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { merge } from '../record-kind.ts'
import { type ChangedLine, LINE_MAX_POSITIONS, type TrailLine, type TrailLinePatch, trailLineId, trailLineKind } from './trail-line-kind.ts'
import { decideTrailLine, lengthOfLines, simplified, whyNotLine } from './trail-line-rules.ts'

const mara = { id: '00000000-0000-4000-8000-000000000001', name: 'Mara', role: 2 }
const NOW = new Date('2026-03-01T10:00:00.000Z')
const BOUNDS = { west: 148, south: -42, east: 149, north: -41 }
const LINE: ChangedLine = {
  lines: [
    [
      [148.1, -41.2],
      [148.11, -41.2],
    ],
  ],
  heights: null,
}
const ID = trailLineId('icarus')

function change(current: TrailLine | null, patch: TrailLinePatch, { actor = mara, recordId = ID } = {}) {
  const input = { recordId, patch, recordedAt: NOW.toISOString() }
  return decideTrailLine(current, input, actor, { hasTrail: (trail) => trail === 'icarus', bounds: BOUNDS }, NOW)
}
const why = (...args: Parameters<typeof change>) => {
  const decision = change(...args)
  return decision.ok ? null : decision.refusal
}

test('TL1 lets only managers change lines, and derives each trail’s record ID from the trail’s ID', () => {
  expect(why(null, { trail: 'icarus', line: LINE })).toBeNull()
  expect(why(null, { trail: 'icarus', line: LINE }, { actor: { ...mara, role: 1 } })?.code).toBe('not-allowed')
  expect(why(null, { trail: 'nowhere', line: LINE }, { recordId: trailLineId('nowhere') })?.detail).toContain('no such trail')
  expect(why(null, { trail: 'icarus', line: LINE }, { recordId: trailLineId('nowhere') })?.detail).toContain('its own record')
  expect(new Set(['icarus', 'icaruS', 'suraci', '']).size).toBe(new Set(['icarus', 'icaruS', 'suraci', ''].map(trailLineId)).size)
  expect(z.uuid().safeParse(ID).success).toBe(true)
  const first = change(null, { trail: 'icarus', line: LINE, note: 'New bridge' })
  const record = first.ok ? first.record.record : null
  expect(why(record, { trail: 'nowhere' })?.code).toBe('not-valid')
  const back = change(record, { line: null })
  expect(back.ok && [back.record.record.line, Object.keys(back.record.changes)]).toEqual([null, ['line']])
  const shown = record && merge(trailLineKind, record, { recordId: ID, patch: { line: null }, author: mara, recordedAt: '', at: '' }, {})
  expect(shown?.line).toBeNull()
})

test('TL2 requires a line within the network, 20 m to 200 km long, with a height for every position or for none', () => {
  const wrong = (changes: Partial<ChangedLine>) => whyNotLine({ ...LINE, ...changes }, BOUNDS)
  expect(wrong({})).toBeNull()
  expect(
    wrong({
      lines: [
        [
          [148.1, -41.2],
          [148.1, 41.2],
        ],
      ],
    }),
  ).toContain('outside the network')
  expect(
    wrong({
      lines: [
        [
          [148.1, -41.2],
          [148.1001, -41.2],
        ],
      ],
    }),
  ).toContain('shorter than 20 m')
  const zigzag = Array.from({ length: 8 }, (_, i): [number, number] => [148 + (i % 2), -41.5])
  expect(wrong({ lines: [zigzag] })).toContain('longer than 200 km')
  expect(wrong({ heights: [[3, 4, 5]] })).toContain('height')
  expect(wrong({ heights: [[3, 4]] })).toBeNull()
  expect(why(null, { trail: 'icarus', line: { ...LINE, heights: [[3, 4, 5]] } })?.detail).toContain('height')
  expect(why(null, { trail: 'icarus', line: { lines: [], heights: null } })?.code).toBe('not-valid')
  expect(why(null, { trail: 'icarus', line: { lines: [[[148.1, -41.2]]], heights: null } })?.code).toBe('not-valid')
})

test('TL3 reduces a line to as few positions as possible within a metre of it, and always to what fits into one change', () => {
  const straight = Array.from({ length: 50 }, (_, i): [number, number] => [148.1 + i / 5000, -41.2])
  const bend: [number, number][] = [...straight, [148.11, -41.19]]
  const few = simplified({ lines: [bend], heights: [bend.map((_, i) => i + 0.4)] })
  expect(few).toEqual({
    lines: [
      [
        [148.1, -41.2],
        [148.1098, -41.2],
        [148.11, -41.19],
      ],
    ],
    heights: [[0, 49, 50]],
  })
  const jagged = Array.from({ length: 9000 }, (_, i): [number, number] => [148.1 + i / 50_000, -41.2 + (i % 2) / 20_000])
  const { lines } = simplified({ lines: [jagged], heights: null })
  expect(lines[0]?.length).toBeLessThanOrEqual(LINE_MAX_POSITIONS)
  expect(lines[0]?.at(-1)).toEqual([148.27998, -41.19995])
  expect(whyNotLine(simplified({ lines: [jagged], heights: null }), BOUNDS)).toBeNull()
  expect(Math.abs(lengthOfLines(few.lines) / lengthOfLines([bend]) - 1)).toBeLessThan(0.001)
})
