import type { BaseMap } from '@trailwarden/site'
import { expect, test } from 'vitest'
import { openPages } from '#http/pages.ts'
import { aServer } from '#testing/test-server.ts'
import { aWebBuild } from '#testing/web-build.ts'

const own: BaseMap = {
  id: 'own',
  title: 'Own',
  url: '/tiles/own/{z}/{x}/{y}.webp',
  attribution: 'The council',
  minZoom: 3,
  maxZoom: 15,
  offlineAllowed: true,
}
const foreign = (id: string, url: string, more: Partial<BaseMap> = {}): BaseMap => ({ ...own, id, url, offlineAllowed: false, ...more })

/** The sources of each directive of a policy. */
const read = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  )

async function serverWith(baseMaps: BaseMap[], environment: Record<string, string> = {}) {
  const WEB_DIST = aWebBuild()
  const { app } = await aServer({ site: { baseMaps }, pages: await openPages(WEB_DIST), environment: { ...environment, WEB_DIST } })
  return {
    app,
    policyOf: async (url: string) => read((await app.inject(url)).headers['content-security-policy']),
    worker: () => app.inject('/service-worker.js'),
  }
}

test('BASE-1 page and worker may load from the origins of the site’s base maps, and from nowhere else', async () => {
  const origins = ['https://a.tiles.example', 'https://b.tiles.example', 'https://night.example', 'https://photos.example']
  const { policyOf, worker } = await serverWith([
    own,
    foreign('topographic', 'https://{a-b}.tiles.example/{z}/{y}/{x}', { darkUrl: 'https://night.example/{z}/{y}/{x}' }),
    foreign('photos', 'https://photos.example/wmts?TileMatrix={z}&TileRow={y}&TileCol={x}'),
  ])
  for (const page of ['/map', '/shell.html', '/home-shell.html']) {
    const policy = await policyOf(page)
    expect(policy['img-src'], page).toEqual(["'self'", 'data:', 'blob:', ...origins])
    expect(policy['connect-src'], page).toEqual(["'self'", ...origins])
    const others = Object.entries(policy).filter(([name]) => name !== 'img-src' && name !== 'connect-src')
    expect(JSON.stringify(others), page).not.toContain('example')
  }
  const reply = await worker()
  expect(reply.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  expect(read(reply.headers['content-security-policy'])).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'connect-src': ["'self'", ...origins],
  })
  // No map there, so nothing to load from elsewhere.
  expect((await policyOf('/emergency'))['img-src']).toEqual(["'self'", 'data:', 'blob:'])
})

test('BASE-1 a site with its own base maps alone: everything comes from here', async () => {
  const { policyOf } = await serverWith([own])
  for (const page of ['/', '/map', '/shell.html']) {
    const policy = await policyOf(page)
    expect(policy['img-src'], page).toEqual(["'self'", 'data:', 'blob:'])
    expect(policy['connect-src'], page).toEqual(["'self'"])
  }
  expect((await policyOf('/service-worker.js'))['connect-src']).toEqual(["'self'"])
})

test('BASE-1 another origin is another worker, which fetches the cached pages anew: else phones would obey the old policy', async () => {
  const scriptOf = async (...baseMaps: BaseMap[]) => (await (await serverWith(baseMaps)).worker()).body
  const alone = await scriptOf(own)
  const withForeign = await scriptOf(own, foreign('topographic', 'https://tiles.example/{z}/{x}/{y}'))
  expect(alone).toMatch(/revision: 'build-[0-9a-f]{8}'/)
  expect(withForeign).not.toBe(alone)
  expect(await scriptOf(own, foreign('topographic', 'https://tiles.example/other/{z}/{x}/{y}'))).toBe(withForeign)
})

test('BASE-1 a token comes from the environment into the addresses that browsers get; without it the server does not start', async () => {
  const baseMaps = [own, foreign('aerial-2024', 'https://tiles.example/{z}/{x}/{y}.jpg?key={token}')]
  const { app } = await serverWith(baseMaps, { BASE_MAP_TOKEN_AERIAL_2024: 'p&k' })
  const wanted = 'https://tiles.example/{z}/{x}/{y}.jpg?key=p%26k'
  expect((await app.inject('/api/public/page-data')).json().site.baseMaps[1].url).toBe(wanted)
  expect((await app.inject('/api/public/site-data')).json().site.baseMaps[1].url).toBe(wanted)
  await expect(serverWith(baseMaps)).rejects.toThrow('BASE_MAP_TOKEN_AERIAL_2024 is not set, and the base map "aerial-2024"')
})
