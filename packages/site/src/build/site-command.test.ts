import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = `${import.meta.dirname}/../../../..`

type Answer = { code: number; stdout: string; stderr: string }

const run = (...args: string[]): Promise<Answer> =>
  promisify(execFile)(process.execPath, [`${ROOT}/tools/site/site.ts`, ...args]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    // If the exit code isn't 0, execFile rejects with an error that has these three properties.
    ({ code, stdout, stderr }: Answer) => ({ code, stdout, stderr }),
  )

async function createSiteAndDelivery() {
  const folder = await mkdtemp(join(tmpdir(), 'site-'))
  const [site, delivery] = [join(folder, 'site'), join(folder, 'delivery')]
  await cp(`${ROOT}/sites/demo-park`, site, { recursive: true })
  await cp(`${ROOT}/sites/demo-park/raw`, delivery, { recursive: true })
  return { site, delivery }
}

test('DATA-03 check prints a report, and exits with 0 when every issue is resolved', async () => {
  const text = await run('check', 'st-helens')
  expect(text).toMatchObject({ code: 0, stderr: '' })
  expect(text.stdout).toContain('No open issues.')
  const json = await run('check', 'st-helens', '--json')
  expect(JSON.parse(json.stdout)).toMatchObject({ site: 'st-helens', open: 0 })
}, 30_000)

test('DATA-03 import replaces the last delivery, reports by record, and exits with 1 while issues are open', async () => {
  const { site, delivery } = await createSiteAndDelivery()
  const markers = await readFile(join(delivery, 'emergency-markers.geojson'), 'utf8')
  const odd = markers.replaceAll('"signal":', '"Signal":').replace('"Flat"', '"Flattish"')
  await writeFile(join(delivery, 'emergency-markers.geojson'), odd.replace(/"created_at": *"[^"]*"/, '"created_at": "31-Feb-20"'))
  await writeFile(join(site, 'raw', 'left-over.geojson'), '{}')
  const answer = await run('import', delivery, site)
  expect(answer.code).toBe(1)
  expect(answer.stdout).toContain('unknown-word "Flattish" -> kept as received')
  expect(answer.stderr).toContain('"sample": true')
  expect(await readdir(join(site, 'raw'))).not.toContain('left-over.geojson')
}, 30_000)

test('DATA-03 imports the first delivery of a site without a survey', async () => {
  const { site, delivery } = await createSiteAndDelivery()
  await rm(join(site, 'raw'), { recursive: true })
  expect((await run('import', delivery, site)).code).toBe(0)
  expect(await readdir(join(site, 'raw'))).toEqual(await readdir(delivery))
}, 30_000)

test('DATA-03 import changes nothing if a file isn’t GeoJSON, and invalid usage exits with 2', async () => {
  const { site, delivery } = await createSiteAndDelivery()
  await writeFile(join(delivery, 'trails.geojson'), 'not json')
  const answer = await run('import', delivery, site)
  expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing imported: trails.geojson') })
  expect(await readFile(join(site, 'raw', 'trails.geojson'), 'utf8')).toContain('Kestrel')
  expect(await run('check', 'no-such-site')).toMatchObject({ code: 2, stderr: expect.stringContaining('no site "no-such-site"') })
  expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('usage') })
}, 30_000)
