// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { toGpx } from './gpx.ts'

test('WORK-2 exports each job to GPX as a waypoint and all jobs as a route, in order, with escaped names', () => {
  const gpx = toGpx('Bay & Fires', [
    { name: '1 0142 <Branch>', about: 'Between BF12 and BF13', position: [148.094123, -41.176] },
    { name: '2 0155 "Tree"', about: '', position: [148.1, -41.18] },
  ])
  const xml = new DOMParser().parseFromString(gpx, 'application/xml')
  expect(xml.querySelector('parsererror')).toBeNull()
  expect([...xml.querySelectorAll('wpt > name')].map(({ textContent }) => textContent)).toEqual(['1 0142 <Branch>', '2 0155 "Tree"'])
  expect([...xml.querySelectorAll('rte > rtept')].map((stop) => stop.getAttribute('lat'))).toEqual(['-41.176000', '-41.180000'])
  expect(xml.querySelector('metadata > name')?.textContent).toBe('Bay & Fires')
})
