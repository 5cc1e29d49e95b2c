import { expect, test } from 'vitest'
import { overlaps, type Slot } from './name-grid.ts'
import { type NameRequest, placeNames } from './name-places.ts'

const SIZE = [400, 400] as const
const level = (y: number, from = 20, to = 380) => [[from, y] as const, [to, y] as const]
const name = (id: string, path: readonly (readonly number[])[], more: Partial<NameRequest> = {}): NameRequest => ({
  id,
  widthPx: 80,
  heightPx: 15,
  paths: [path],
  halfPx: 4.5,
  times: 1,
  rank: 1,
  ...more,
})
const slotOf = ({ x, y, angle }: { x: number; y: number; angle: number }): Slot => ({ x, y, angle, width: 80, height: 15 })

test('MAP-LOOK places a name 3.5 px away from its line', () => {
  const [place] = placeNames({ size: SIZE, names: [name('A', level(200))], taken: [] })
  // Half the line, the gap and half the name.
  expect(Math.abs((place?.y ?? 0) - 200)).toBeCloseTo(4.5 + 3.5 + 7.5)
  expect(place?.angle).toBe(0)
})

test('MAP-LOOK places names upright along a falling or rising line', () => {
  for (const end of [
    [300, 300],
    [100, 300],
  ] as const) {
    const [place] = placeNames({ size: SIZE, names: [name('A', [[200, 100], end])], taken: [] })
    expect(Math.abs(place?.angle ?? 9)).toBeLessThanOrEqual(Math.PI / 2)
  }
})

test('MAP-LOOK places no name over occupied space or past the edge of the view', () => {
  const taken = [{ left: 0, top: 0, right: 400, bottom: 199 }]
  const [place] = placeNames({ size: SIZE, names: [name('A', level(200))], taken })
  expect(place?.y).toBeGreaterThan(200)
  const [atEdge] = placeNames({ size: SIZE, names: [name('A', level(200, 380, 500))], taken: [] })
  expect((atEdge?.x ?? 999) + 40).toBeLessThanOrEqual(400)
})

test('MAP-LOOK names each of many close lines without overlaps', () => {
  const names = Array.from({ length: 8 }, (_, i) => name(`T${i}`, level(100 + i * 22)))
  const places = placeNames({ size: SIZE, names, taken: [] })
  expect(places.map(({ id }) => id).sort()).toEqual(names.map(({ id }) => id))
  const slots = places.map(slotOf)
  for (const [i, one] of slots.entries()) for (const other of slots.slice(i + 1)) expect(overlaps(one, other)).toBe(false)
})

test('MAP-LOOK moves a name to make room for another with only one possible position', () => {
  const taken = [
    { left: 0, top: 0, right: 400, bottom: 180 },
    { left: 0, top: 220, right: 400, bottom: 400 },
    { left: 190, top: 180, right: 400, bottom: 220 },
  ]
  const places = placeNames({
    size: SIZE,
    names: [name('A', level(200, 0, 189)), name('B', level(200, 0, 189))],
    taken: [taken[0], taken[2]].flatMap((box) => box ?? []),
  })
  expect(places.map(({ id }) => id).sort()).toEqual(['A', 'B'])
})

test('MAP-LOOK adds a second name only to a line that requests two, and far from the first', () => {
  const twice = placeNames({ size: SIZE, names: [name('A', level(200), { times: 2 })], taken: [] })
  expect(twice).toHaveLength(2)
  const [first, second] = twice
  expect(Math.hypot((first?.x ?? 0) - (second?.x ?? 0), (first?.y ?? 0) - (second?.y ?? 0))).toBeGreaterThan(220)
})

test('MAP-LOOK keeps a name in the same position while the map moves', () => {
  const before = [{ id: 'A', x: 300, y: 200 - 15.5, angle: 0 }]
  expect(placeNames({ size: SIZE, names: [name('A', level(200))], taken: [] }, before)).toEqual(before)
})

test('MAP-LOOK omits an optional name instead of covering a line', () => {
  const lines = Array.from({ length: 40 }, (_, i) => name(`T${i}`, level(i * 10, -10, 410), { isOptional: true }))
  expect(placeNames({ size: SIZE, names: lines, taken: [] })).toEqual([])
})
