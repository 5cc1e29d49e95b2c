import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { trailLineId } from '@trailwarden/domain/trail-line/trail-line-kind'
import { SiteBundle } from '@trailwarden/site'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'
import { readSiteContent } from '../site/site.ts'

const ROOT = resolve(import.meta.dirname, '../../../../..')
const DATA = ['site.json', 'raw', 'guide', 'land.json', 'place-names.json', 'corrections.json', 'heights.json']

test('GEO-01 exports points created in the app to the site’s folder, and a server started with that folder shows the same data', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of DATA) await cp(join(ROOT, 'sites/st-helens', name), join(folder, name), { recursive: true }).catch(() => undefined)
  const { app, database } = await createTestServer()
  const run = () =>
    promisify(execFile)(process.execPath, ['tools/site/site.ts', 'export', folder], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: database.url },
    })
  const [mara, ingrid] = [await createTestDevice(app, database.db, { role: 2 }), await createTestDevice(app, database.db, { role: 2 })]
  const siteData = async () => SiteBundle.parse((await app.inject('/api/public/site-data')).json())
  const base = await siteData()
  const [moved, gone] = base.places
  const [post] = base.markers
  if (!moved || !gone || !post) throw new Error('no places')
  const placeOf = ({ position: [longitude, latitude] }: { position: readonly [number, number] }) => ({ latitude, longitude })
  const put = async (patch: Record<string, unknown>) => expect((await mara.do('point', randomUUID(), patch)).outcome).toBe('applied')
  const there = { ...placeOf(moved), latitude: placeOf(moved).latitude + 0.0004, accuracyM: 4 }
  await put({ category: 'Casualty', description: 'Helped here', place: there })
  await put({
    category: 'Start Point',
    description: 'Start',
    place: there,
    replaces: { source: 'places', id: moved.id, code: '', place: placeOf(moved) },
  })
  await put({
    category: 'POI',
    description: gone.name,
    place: { ...placeOf(gone), accuracyM: null },
    isGone: true,
    replaces: { source: 'places', id: gone.id, code: '', place: placeOf(gone) },
  })
  // This point still needs a second manager's confirmation, so it isn't published yet.
  await put({ category: 'Emergency Marker', code: 'ZZ01', place: there })
  const id = randomUUID()
  const entry = { code: post.code, place: { latitude: there.latitude, longitude: there.longitude }, isGone: false }
  const replaces = { source: 'emergency-markers', id: post.code, code: post.code, place: placeOf(post) }
  expect((await mara.do('point', id, { category: 'Emergency Marker', code: post.code, place: there, replaces })).outcome).toBe('applied')
  expect((await ingrid.do('point', id, { confirm: entry }, { baseVersion: 1 })).outcome).toBe('applied')

  const [trail, other] = base.trails
  if (!trail || !other) throw new Error('no trails')
  const line = { lines: [(trail.lines[0] ?? []).slice(0, 5)], heights: null }
  for (const one of [trail, other])
    expect((await mara.do('trail-line', trailLineId(one.id), { trail: one.id, line })).outcome).toBe('applied')
  // When a change is undone, the export must remove it from the file.
  await run()
  expect(await readFile(join(folder, 'trail-lines.json'), 'utf8')).toContain(other.id)
  expect((await ingrid.do('trail-line', trailLineId(other.id), { line: null }, { baseVersion: 1 })).outcome).toBe('applied')

  const { stdout } = await run()
  expect(stdout).toContain('points.json: 4 points, 4 of them from this database')
  expect(stdout).toContain('trail-lines.json: 1 changed lines')
  const written = await readFile(join(folder, 'points.json'), 'utf8')
  expect(written).not.toContain('ZZ01')
  await run()
  expect(await readFile(join(folder, 'points.json'), 'utf8')).toBe(written)

  const of = ({ trails, markers, places, laterPlaces, hazards, accessPoints, landingZones }: SiteBundle) => ({
    trails,
    markers,
    places,
    laterPlaces,
    hazards,
    accessPoints,
    landingZones,
  })
  // A busy server responds with old data first, then with the new data on the next request.
  const movedPost = async () => (await siteData()).markers.find(({ code }) => code === post.code)?.position
  await expect.poll(movedPost, { timeout: 10_000 }).toEqual([there.longitude, there.latitude])
  const now = of(await siteData())
  expect(now.trails.filter(({ survey }) => survey).map(({ id, lines }) => ({ id, lines }))).toEqual([{ id: trail.id, lines: line.lines }])
  const content = await readSiteContent(folder, join(ROOT, 'apps/web/help'))
  // One server has the database that the files were exported from, the other an empty database.
  for (const later of [await createTestServer({ content, database }), await createTestServer({ content })])
    expect(of(SiteBundle.parse((await later.app.inject('/api/public/site-data')).json()))).toEqual(now)
})
