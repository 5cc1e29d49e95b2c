import { expect, test } from 'vitest'
import { chartOf } from './elevation-chart.ts'

const SIZE = { width: 340, height: 170 }
// The chart area extends from 40 to 334 horizontally and from 26 to 148 vertically.
const profile = [
  { alongM: 0, heightM: 470 },
  { alongM: 3000, heightM: 320 },
  { alongM: 6000, heightM: 150 },
]

test('TRAILS-2 draws a profile from edge to edge between elevation lines, with kilometres below', () => {
  const chart = chartOf(profile, [], SIZE)
  expect(chart.heights.map(({ text }) => text)).toEqual(['150', '325', '500'])
  // The chart's range is 350 m, so 470 m is at 148 - 122 * 320 / 350.
  expect(chart.line).toBe('M40 36.5L187 88.7L334 148')
  expect(chart.area).toBe(`${chart.line}V148H40Z`)
  expect(chart.ticks).toEqual([
    { at: 138, text: '2' },
    { at: 236, text: '4' },
  ])
  expect(chart.end).toBe('6.0 km')
})

test('TRAILS-2 draws a flat trail as flat', () => {
  const chart = chartOf(
    [
      { alongM: 0, heightM: 5 },
      { alongM: 700, heightM: 6 },
    ],
    [],
    SIZE,
  )
  expect(chart.heights.map(({ text }) => text)).toEqual(['0', '20', '40'])
  expect(chart.ticks.map(({ text }) => text)).toEqual(['0.2', '0.4'])
})

test('TRAILS-2 draws a dot on the line for each post, and omits codes that would overlap', () => {
  const posts = [
    { code: 'SH07', alongM: 600 },
    { code: 'SH08', alongM: 900 },
    { code: 'SH09', alongM: 3000 },
    { code: 'SH10', alongM: 6000 },
  ]
  const chart = chartOf(profile, posts, SIZE)
  expect(chart.posts.map(({ code }) => code?.text ?? null)).toEqual(['SH07', null, 'SH09', 'SH10'])
  expect(chart.posts[2]).toEqual({ at: 187, y: 88.7, code: { at: 187, text: 'SH09' } })
  // With more than 12 posts, the chart shows only those whose code fits.
  const many = Array.from({ length: 40 }, (_, i) => ({ code: `BF${10 + i}`, alongM: i * 150 }))
  expect(chartOf(profile, many, SIZE).posts.every(({ code }) => code !== null)).toBe(true)
  // The code at the end stays inside the picture.
  expect(chart.posts[3]?.code?.at).toBe(318)
})
