import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { lineLengthM } from '@trailwarden/domain'
import { readSiteBundle } from '@trailwarden/site/files'
import { expect, test } from 'vitest'
import { drawPicture, SCENE_NAMES } from '../pictures/picture.ts'
import { locate, SampleRecords } from './sample-records.ts'

const folder = resolve(import.meta.dirname, '../../../../sites/st-helens')

test('UX-3.2 sample Actions are on the trails and at the places that they name', async () => {
  const { bundle } = await readSiteBundle(folder)
  const { actions } = SampleRecords.parse(JSON.parse(await readFile(`${folder}/sample-records.json`, 'utf8')))
  for (const action of actions) {
    const { area, trail, position } = locate(action, bundle)
    expect(bundle.site.areas.map(({ name }) => name)).toContain(area)
    const named = bundle.trails.find(({ name }) => name === trail)
    if (!named || !position) continue
    const apartM = Math.min(...named.lines.flat().map((vertex) => lineLengthM([vertex, position])))
    // Vertices are about 15 m apart, so every position on a trail is close to one.
    expect(apartM, action.description).toBeLessThan(30)
  }
  expect(actions.filter((action) => locate(action, bundle).position).length).toBeGreaterThan(35)
  expect(() => locate({ on: { trail: 'Nowhere', along: 0.5 } }, bundle)).toThrow('unknown trail')
  expect(() => locate({ on: { place: 'Nowhere', area: 'St Helens' } }, bundle)).toThrow('unknown place')
})

test('UX-3.2 a sample photo is the same each time, differs from others of its scene, and is marked as a sample', () => {
  const mark = /<rect y="304" width="600" height="34"[^>]*><g fill="#ffffff"><g [^>]*>(<path [^>]*\/>){13}<\/g><\/g><\/svg>$/
  for (const scene of SCENE_NAMES) {
    expect(drawPicture(scene, 'a')).toBe(drawPicture(scene, 'a'))
    expect(drawPicture(scene, 'a')).not.toBe(drawPicture(scene, 'b'))
    expect(drawPicture(scene, 'a')).toMatch(mark)
  }
})
