/** Compares the app's direct responses with those through nginx (deploy/nginx.conf), for every public address. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { appPathExamples, PERMISSIONS } from '@trailwarden/api'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { startNginx } from '@trailwarden/testkit/app/nginx'
import { readPrintedRoutes } from '@trailwarden/testkit/app/printed-routes'
import { expect, onTestFinished, test } from 'vitest'
import { postTrailUpdate } from './features/trail-status/trail-status-store.ts'
import { openPages } from './http/pages/pages.ts'
import { aServer } from './testing/test-server.ts'

const WEB_DIST = resolve(import.meta.dirname, '../../web/dist')

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '/*': [...appPathExamples(), '/map/', '/404', '/nowhere', '/nowhere/at/all', '/actions/view', '/missing.js', '/assets/missing.js'],
  '/m/*': ['/m/BF17', '/m/bf17', '/m/XX99', '/m/nothing'],
  '/trails/:slug': ['/trails/old-salty-dog', '/trails/nowhere'],
  '/help/:page': ['/help/map', '/help/nowhere'],
  '/information/:page': ['/information/about', '/information/nowhere'],
  '/embed/trails/:slug': ['/embed/trails/old-salty-dog', '/embed/trails/nowhere'],
  '/images/:name': ['/images/nothing', '/images/nothing.webp'],
  '/tiles/*': ['/tiles/nowhere/1/1/1.webp'],
  ...Object.fromEntries(
    ['dark', 'satellite', 'topographic'].map((map) => [`/tiles/${map}/:z/:x/:y`, [`/tiles/${map}/13/7464/5082`, `/tiles/${map}/13/0/0`]]),
  ),
  '/api/subscriptions/:id/unsubscribe': ['/api/subscriptions/00000000-0000-4000-8000-000000000001/unsubscribe'],
  '/api/alerts/:id': ['/api/alerts/00000000-0000-4000-8000-000000000001'],
}
/** The responses of event streams never end. */
const ENDLESS = ['/api/events']

async function openFrontDoor() {
  buildApp()
  const { app, database, site } = await aServer({
    pages: await openPages(WEB_DIST),
    environment: {
      WEB_DIST,
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URL: 'https://trails.example.org',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  const closed = { status: 'Closed', message: 'Bridge out' }
  const manager = { id: '0190a000-0000-7000-8000-000000000002', name: 'Ranger', role: 2 }
  const networks = Object.fromEntries(site.networks.map(({ id }) => [id, closed]))
  await postTrailUpdate(database.db, site, manager, { networks }, new Date())
  const direct = await app.listen({ host: '127.0.0.1', port: 0 })
  const nginx = await startNginx({
    directory: mkdtempSync(join(tmpdir(), 'front-door-')),
    appPorts: [Number(new URL(direct).port)],
  })
  onTestFinished(() => nginx.destroy())
  return { app, direct, nginx: nginx.url }
}

const SAME_HEADERS = [
  ...['content-type', 'cache-control', 'content-security-policy', 'x-content-type-options', 'referrer-policy', 'permissions-policy'],
  ...['strict-transport-security', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'location', 'x-robots-tag'],
]

async function describe(base: string, path: string) {
  // nginx adds these headers. In production, the app rejects requests that didn't use https.
  const headers = { host: 'trails.example.org', 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' }
  const answer = await fetch(base + path, { redirect: 'manual', headers })
  const body = await answer.text()
  const isPage = answer.headers.get('content-type')?.includes('text/html') ?? false
  const nonce = /nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
  const withoutNonce = (text: string | null) => (nonce && text ? text.replaceAll(nonce, 'NONCE') : text)
  const facts: Record<string, unknown> = {
    status: answer.status,
    ...Object.fromEntries(SAME_HEADERS.map((name) => [name, withoutNonce(answer.headers.get(name))])),
    ...(isPage && {
      title: /<title>(.*?)<\/title>/.exec(body)?.[1],
      canonical: /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1],
      text: body
        .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        // Cached copies may show the previous minute.
        .replaceAll(/\d\d:\d\d/g, 'TIME'),
    }),
  }
  const maybeStored = answer.ok && (answer.headers.get('cache-control')?.startsWith('public') ?? false)
  return { facts, maybeStored, isCopy: answer.headers.has('x-cache') }
}

test('PROOF-1 nginx returns the same response as the app for every public route', { timeout: 300_000 }, async () => {
  const { app, direct, nginx } = await openFrontDoor()
  const routes = readPrintedRoutes(app.printRoutes({ commonPrefix: false })).flatMap((route) => {
    const [method, path = ''] = route.split(' ')
    const isPublic = !path.startsWith('/api/') || PERMISSIONS[route as keyof typeof PERMISSIONS]?.role === 0
    return method === 'GET' && isPublic ? [path] : []
  })
  expect(routes).toEqual(
    expect.arrayContaining(['/', '/emergency', '/trails', '/trails/:slug', '/embed/status', '/robots.txt', '/sitemap.xml']),
  )
  const unfilled = routes.filter((route) => /[:*]/.test(route) && !EXAMPLES[route])
  expect(unfilled).toEqual([])
  const paths = routes.filter((route) => !ENDLESS.includes(route)).flatMap((route) => EXAMPLES[route] ?? [route])
  expect((await describe(nginx, '/map')).facts.text).toContain('Bridge out')
  const different: unknown[] = []
  for (const path of paths) {
    const [own, through] = [await describe(direct, path), await describe(nginx, path)]
    // nginx must store every public response. Otherwise, all requests would reach the app, and none would get a response while the app is
    // down.
    if (own.maybeStored && !through.isCopy) different.push([path, 'is not stored'])
    for (const [name, fact] of Object.entries(own.facts))
      if (fact !== through.facts[name]) different.push([path, name, fact, through.facts[name]])
  }
  console.log(`front door: ${routes.length} routes, ${paths.length} addresses, ${different.length} differences`)
  expect(different).toEqual([])
})
