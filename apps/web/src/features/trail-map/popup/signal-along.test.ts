import type { EmergencyMarker } from '@trailwarden/site'
import { expect, test } from 'vitest'
import { postsText, signalTexts } from './signal-along.ts'

const site = { carriers: [{ id: 'one', title: 'One' }], signalBands: { goodUpTo: 110, noneFrom: 125 } }
// The cast is safe because only the code and readings are read.
const along = (...readings: (number | null)[]) =>
  readings.map((one, i) => ({ marker: { code: `SH0${i + 1}`, readings: { one } } as unknown as EmergencyMarker, alongM: i * 500 }))

test('MAP-08 a trail’s sheet shows where its posts are and where there is signal', () => {
  expect(postsText([])).toBeNull()
  expect(postsText(along(100))).toBe('1 along the trail: SH01')
  expect(postsText(along(100, 120, 130))).toBe('3 along the trail: SH01 to SH03')
  const said = (...readings: (number | null)[]) => signalTexts(along(...readings), site)
  expect(said()).toEqual([])
  expect(said(100)).toEqual(['One: good at the post'])
  expect(said(100, 110)).toEqual(['One: good at all 2 posts'])
  expect(said(130, null, 100, 100)).toEqual(['One: good from SH03 on'])
  expect(said(100, 100, 120)).toEqual(['One: good as far as SH02'])
  expect(said(100, null, 100)).toEqual(['One: good at 2 of 3 posts'])
  expect(said(130, null)).toEqual(['One: no good signal at any post'])
})
