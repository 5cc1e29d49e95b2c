import { trailLineId } from '@trailwarden/domain/trail-line/trail-line-kind'
import { SiteBundle } from '@trailwarden/site'
import { expect, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'

const SOON = { timeout: 10_000 }

test('GEO-01 a changed trail line appears in everyone’s site data immediately, and removing it restores the surveyed line', async () => {
  const { app, database } = await createTestServer()
  const siteData = async () => SiteBundle.parse((await app.inject('/api/public/site-data')).json())
  const mara = await createTestDevice(app, database.db, { role: 2 })
  const member = await createTestDevice(app, database.db)
  const base = await siteData()
  const trail = base.trails.find(({ lines }) => (lines[0]?.length ?? 0) > 8)
  if (!trail) throw new Error('no trail')
  const id = trailLineId(trail.id)
  const shown = async () => (await siteData()).trails.find((one) => one.id === trail.id)
  const line = { lines: [(trail.lines[0] ?? []).slice(0, 6)], heights: null }

  expect((await member.do('trail-line', id, { trail: trail.id, line })).outcome).toBe('forbidden')
  expect((await mara.do('trail-line', id, { trail: trail.id, line, note: 'New bridge' })).outcome).toBe('applied')
  await expect.poll(async () => (await shown())?.lines, SOON).toEqual(line.lines)
  const changed = await siteData()
  expect(changed.hash).not.toBe(base.hash)
  expect([changed.markers, changed.trails.length]).toEqual([base.markers, base.trails.length])
  expect((await shown())?.distanceM).toBeLessThan(trail.distanceM ?? 0)
  expect(JSON.stringify(changed)).not.toContain('New bridge')

  // Another manager changes the line without having seen the first change. The later change wins, and the response lists the replaced
  // fields.
  const ingrid = await createTestDevice(app, database.db, { role: 2 })
  const later = { lines: [(trail.lines[0] ?? []).slice(2, 8)], heights: null }
  expect(await ingrid.do('trail-line', id, { trail: trail.id, line: later })).toMatchObject({ outcome: 'merged', replaced: ['line'] })
  await expect.poll(async () => (await shown())?.lines, SOON).toEqual(later.lines)

  const far = {
    lines: [
      [
        [10, 10],
        [10.1, 10],
      ],
    ],
    heights: null,
  }
  expect(await mara.do('trail-line', id, { line: far }, { baseVersion: 2 })).toMatchObject({
    outcome: 'invalid',
    refusal: { detail: 'This line is outside the network' },
  })
  expect((await mara.do('trail-line', trailLineId('nowhere'), { trail: 'nowhere', line })).outcome).toBe('invalid')
  expect((await mara.do('trail-line', id, { line: null }, { baseVersion: 2 })).outcome).toBe('applied')
  await expect.poll(async () => (await siteData()).trails, SOON).toEqual(base.trails)
})
