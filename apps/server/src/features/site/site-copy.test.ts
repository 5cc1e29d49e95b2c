import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { as } from '@trailwarden/testkit/devices/people'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, createTestServer } from '#testing/test-server.ts'
import { openSiteContent } from './site-copy.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const help = join(root, 'apps/web/help')

async function createSite() {
  const folder = await mkdtemp(join(tmpdir(), 'site-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(root, 'sites/demo-park'), folder, { recursive: true })
  const file = join(folder, 'raw/emergency-markers.geojson')
  const good = await readFile(file, 'utf8')
  return {
    folder,
    spoil: (text = '{"type": "FeatureCollection", "features": [{"type": "Feature"}]}') => writeFile(file, text),
    fix: () => writeFile(file, good),
  }
}

test('SEC-M12 new site data with an open issue doesn’t stop the server, which serves the last valid data and reports the issue', async () => {
  const database = await createTestDatabase()
  const { folder, spoil, fix } = await createSite()
  const open = () => openSiteContent(database.db, 'demo-park', folder, help)
  const passed = await open()
  expect(passed.outdated).toBeNull()
  await spoil()
  const content = await open()
  expect(content.outdated).toMatchObject({ hash: passed.bundle.hash })
  expect(content.outdated?.issues.length).toBeGreaterThan(0)
  expect({ ...content, outdated: null }).toEqual(passed)

  const lines: string[] = []
  const { app } = await createTestServer({
    database,
    content,
    environment: { LOG_LEVEL: 'warn' },
    logTo: { write: (line) => void lines.push(line) },
  })
  expect(lines.join()).toContain('the last valid data')
  const ready = await app.inject('/readyz')
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toMatchObject({ ok: true, notice: expect.stringContaining('site data') })
  expect((await app.inject('/api/public/site-data')).json().hash).toBe(passed.bundle.hash)
  const { browser } = await as(app, database.db, { role: 2 })
  expect((await browser.get('/api/site-state')).json().outdated).toMatchObject({ hash: passed.bundle.hash })

  await spoil('{')
  expect((await open()).outdated).not.toBeNull()
  await fix()
  expect((await open()).outdated).toBeNull()
})

test('SEC-M12 if no valid site data was ever stored, the server refuses to start and reports the issue', async () => {
  const database = await createTestDatabase()
  const { folder, spoil } = await createSite()
  await spoil()
  await expect(openSiteContent(database.db, 'demo-park', folder, help)).rejects.toThrow('The server cannot start: the data of')
  const { app } = await createTestServer({ database })
  expect((await app.inject('/readyz')).json()).toEqual({ ok: true })
})
