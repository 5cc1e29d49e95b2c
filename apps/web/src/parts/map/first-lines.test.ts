import type { SiteBundle } from '@trailwarden/site'
import { beforeAll, expect, test } from 'vitest'
import { firstConditions, firstLines } from './first-lines.ts'
import { unpackLine } from './packed-lines.ts'
import { featuresOf } from './site-layers.ts'

let bundle: SiteBundle

beforeAll(async () => {
  // The module name is in a variable so that the compiler doesn't check that module, which needs Node, with browser types.
  const reader = '@trailwarden/site/files'
  const { readSiteBundle }: { readSiteBundle: (folder: string) => Promise<{ bundle: SiteBundle }> } = await import(reader)
  ;({ bundle } = await readSiteBundle(new URL('../../../../../sites/st-helens', import.meta.url).pathname))
})

test('STAT-1 the first drawing’s lines contain no trail status, so an old copy can’t show a closed trail as open', () => {
  const { palette: _, ...lines } = firstLines(bundle)
  expect(JSON.stringify(lines)).not.toMatch(/"(condition|parts|posts|word)"|"open"/)
})

test('the first drawing has the app’s trails and posts', () => {
  const first = Object.fromEntries(firstLines(bundle).features.map(({ source, features }) => [source, features]))
  expect(first['emergency-markers']).toEqual(featuresOf(bundle, 'emergency-markers'))
  const trails = featuresOf(bundle, 'trails')
  expect(first.trails?.map(({ id }) => id)).toEqual(trails.map(({ id }) => id))
  const [trail] = first.trails ?? []
  const [line = []] = trail?.kind === 'line' ? trail.lines : []
  expect(unpackLine(line)).toHaveLength(bundle.trails[0]?.lines[0]?.length ?? 0)
})

test('STAT-1 the page contains the same trail conditions that the app draws, including closed parts', () => {
  const closed = bundle.trails[0]?.id
  const conditionOf = ({ id }: { id: string }) => ({ condition: id === closed ? ('closed' as const) : ('unknown' as const), sections: [] })
  const { trails, badges } = firstConditions(bundle, conditionOf, [
    { id: 'st-helens', name: 'St Helens', word: 'Unknown', condition: 'unknown', areas: ['x'] },
  ])
  expect(
    Object.entries(trails)
      .filter(([, { condition }]) => condition === 'closed')
      .map(([id]) => id),
  ).toEqual([closed])
  expect(Object.values(trails).some(({ condition }) => condition === 'open')).toBe(false)
  expect(badges).toEqual([{ id: 'st-helens', name: 'St Helens', word: 'Unknown', condition: 'unknown' }])
})
