import { brotliDecompressSync } from 'node:zlib'
import { SiteBundle } from '@trailwarden/site'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestServer } from '#testing/test-server.ts'

test('DATA-02 serves the site’s data as one public, cacheable, compressed response', async () => {
  const { app } = await createTestServer()
  const ask = () => app.inject({ url: '/api/public/site-data', headers: { 'accept-encoding': 'gzip, br' } })
  expect((await ask()).headers['content-encoding']).toBe('gzip')
  await expect.poll(async () => (await ask()).headers['content-encoding'], { timeout: 30_000 }).toBe('br')
  const reply = await ask()
  expect(reply.headers['cache-control']).toContain('stale-if-error')
  expect(reply.rawPayload.length).toBeLessThan(60_000)
  const bundle = SiteBundle.parse(JSON.parse(brotliDecompressSync(reply.rawPayload).toString()))
  expect(bundle.markers.length).toBeGreaterThan(100)
  const again = await app.inject({ url: '/api/public/site-data', headers: { 'if-none-match': String(reply.headers.etag) } })
  expect(again.statusCode).toBe(304)
})

test('DOC-01 serves the guide’s pages and the help in one public response', async () => {
  const { app } = await createTestServer()
  const { information, help } = (await app.inject('/api/public/guide')).json()
  expect(information.map((page: { path: string }) => page.path).sort()).toEqual(
    ['about', 'before-you-ride', 'code-conduct', 'contacts', 'emergency', 'report-problem', 'request-account', 'trails-information'].sort(),
  )
  expect(help.length).toBeGreaterThan(5)
})

test('DOC-02 lists the guide’s images with its pages and serves them with a permanent cache header', async () => {
  const { app } = await createTestServer()
  const { pictures } = (await app.inject('/api/public/guide')).json()
  expect(pictures).toHaveLength(1)
  const reply = await app.inject(pictures[0])
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('image/webp')
  expect(reply.headers['cache-control']).toContain('immutable')
  for (const path of ['/images/gone.webp', '/images/..%2femergency.md', '/images/emergency-post.webp%00', '/images/'])
    expect((await app.inject(path)).statusCode, path).toBe(404)
})

test('serves tiles of the sample terrain as images, and returns 404 for a missing tile', async () => {
  const { app, site } = await createTestServer()
  const template = site.baseMaps[0]?.url ?? ''
  const tile = template.replace('{z}', '12').replace('{x}', '3731').replace('{y}', '2561')
  const reply = await app.inject(tile)
  expect(reply.statusCode, tile).toBe(200)
  expect(reply.headers['content-type']).toBe('image/webp')
  expect((await app.inject(template.replace('{z}', '3').replace('{x}', '0').replace('{y}', '99'))).statusCode).toBe(404)
  expect((await app.inject('/tiles/../site.json')).statusCode).not.toBe(200)
})

test('serves demo-park, a different site, from its own folder', async () => {
  const { app, site } = await createTestServer({ environment: { SITE: 'demo-park' } })
  expect(site.networks).toHaveLength(2)
  const status = (await app.inject('/api/public/status')).json()
  expect(status.networks).toHaveLength(2)
  expect((await app.inject('/manifest.webmanifest')).json().name).toBe(site.label)
})

test('PWA-01 the manifest has shortcuts, and a target for photos that people share from another app', async () => {
  const { app } = await createTestServer()
  const { shortcuts, share_target: target } = (await app.inject('/manifest.webmanifest')).json()
  expect(shortcuts.map(({ name, url }: { name: string; url: string }) => [name, url])).toEqual([
    ['Emergency', '/emergency'],
    ['Report a problem', '/report'],
    ['Map', '/map'],
    ['Trail status', '/'],
  ])
  expect(target).toMatchObject({
    action: '/report',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'photos' }] },
  })
})

test('PWA-01 the manifest lists the site’s screenshots with their real sizes, and none for a site without any', async () => {
  const { app } = await createTestServer()
  const { screenshots } = (await app.inject('/manifest.webmanifest')).json()
  expect(new Set(screenshots.map((one: { form_factor: string }) => one.form_factor))).toEqual(new Set(['narrow', 'wide']))
  for (const { src, sizes, type, label } of screenshots) {
    const picture = await app.inject(src)
    expect([picture.statusCode, picture.headers['content-type']], src).toEqual([200, type])
    const { width, height } = await sharp(picture.rawPayload).metadata()
    expect(sizes).toBe(`${width}x${height}`)
    expect(label).toMatch(/^[A-Z]/)
  }
  const other = await createTestServer({ environment: { SITE: 'demo-park' } })
  expect((await other.app.inject('/manifest.webmanifest')).json()).not.toHaveProperty('screenshots')
})
