import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dotPicture, writePmtiles } from '@trailwarden/testkit/tile-files'
import { expect, onTestFinished, test } from 'vitest'
import { openSiteTiles } from './site-tiles.ts'

test('reads a map from a folder of images and from a PMTiles file at the same addresses', async () => {
  const site = mkdtempSync(join(tmpdir(), 'site-tiles-'))
  onTestFinished(() => rmSync(site, { recursive: true }))
  const picture = dotPicture([10, 20, 30])
  mkdirSync(join(site, 'tiles/folder/3/7'), { recursive: true })
  writeFileSync(join(site, 'tiles/folder/3/7/5.png'), picture)
  writeFileSync(join(site, 'tiles/folder/SAMPLE-TERRAIN.txt'), '')
  const tiles = [{ z: 3, x: 7, y: 5, data: picture }]
  writePmtiles(join(site, 'tiles/file.pmtiles'), { tiles, bounds: [147, -42, 149, -40] })
  const opened = await openSiteTiles(site)
  for (const name of ['folder', 'file']) {
    expect(Buffer.from((await opened.read(`/tiles/${name}/3/7/5.png`)) ?? []), name).toEqual(picture)
    expect(await opened.sizeOf(`/tiles/${name}/3/7/5.png`), name).toBe(picture.length)
    expect([await opened.read(`/tiles/${name}/3/7/6.png`), await opened.sizeOf(`/tiles/${name}/3/7/6.png`)], name).toEqual([null, null])
  }
  expect([...opened.archives.keys()]).toEqual(['file'])
  expect(opened.sample).toEqual(['folder'])
  await opened.close()
})

test('returns no tile for a site without tiles', async () => {
  const site = mkdtempSync(join(tmpdir(), 'site-tiles-'))
  onTestFinished(() => rmSync(site, { recursive: true }))
  expect(await (await openSiteTiles(site)).read('/tiles/topographic/3/7/5.webp')).toBeNull()
})
