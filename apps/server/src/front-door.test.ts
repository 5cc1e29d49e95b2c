/** Compares the app's direct responses with those through nginx (deploy/nginx.conf), for every public address. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { appPathExamples, NAMED_FRAMES, PERMISSIONS } from '@trailwarden/api'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { startNginx } from '@trailwarden/testkit/app/nginx'
import { readPrintedRoutes } from '@trailwarden/testkit/app/printed-routes'
import { expect, onTestFinished, test } from 'vitest'
import { postTrailUpdate } from './features/trail-status/trail-status-store.ts'
import { openPages } from './http/pages/pages.ts'
import { createTestServer } from './testing/test-server.ts'

const WEB_DIST = resolve(import.meta.dirname, '../../web/dist')

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '/*': [...appPathExamples(), '/map/', '/404', '/nowhere', '/nowhere/at/all', '/actions/view', '/missing.js', '/assets/missing.js'],
  '/m/*': ['/m/BF17', '/m/bf17', '/m/XX99', '/m/nothing'],
  '/trails/:slug': ['/trails/old-salty-dog', '/trails/nowhere'],
  '/help/:page': ['/help/map', '/help/nowhere'],
  '/information/:page': ['/information/about', '/information/nowhere'],
  '/embed/trails/:slug': ['/embed/trails/old-salty-dog', '/embed/trails/nowhere'],
  '/previews/trails/:picture': ['/previews/trails/old-salty-dog.png', '/previews/trails/nowhere.png', '/previews/trails/old-salty-dog'],
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
  const { app, database, site } = await createTestServer({
    pages: await openPages(WEB_DIST),
    environment: {
      WEB_DIST,
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URL: 'https://trails.example.org',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  const direct = await app.listen({ host: '127.0.0.1', port: 0 })
  const nginx = await startNginx({
    directory: mkdtempSync(join(tmpdir(), 'front-door-')),
    appPorts: [Number(new URL(direct).port)],
  })
  onTestFinished(() => nginx.destroy())
  const manager = { id: '0190a000-0000-7000-8000-000000000002', name: 'Ranger', role: 2 }
  const post = (status: 'Open' | 'Closed', message: string) => {
    const networks = Object.fromEntries(site.networks.map(({ id }) => [id, { status, message }]))
    return postTrailUpdate(database.db, site, manager, { networks }, new Date())
  }
  await post('Closed', 'Bridge out')
  return { app, site, direct, nginx: nginx.url, post }
}

// nginx adds these headers. In production, the app rejects requests that didn't use https.
const BY_NGINX = { host: 'trails.example.org', 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' }

const SAME_HEADERS = [
  ...['content-type', 'cache-control', 'content-security-policy', 'x-content-type-options', 'referrer-policy', 'permissions-policy'],
  ...['strict-transport-security', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'location', 'x-robots-tag'],
]

async function describe(base: string, path: string) {
  const answer = await fetch(base + path, { redirect: 'manual', headers: BY_NGINX })
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

/** Every page that has its own address. Screens that share a page have no canonical address. */
const SHARED_LINKS: Readonly<Record<string, RegExp>> = {
  '/': /St Helens: Closed\. Bridge out\. .*As of .*\d\d:\d\d\. Trail status, offline maps/,
  '/map': /St Helens: Closed\. Bridge out\. .* Trails, emergency posts/,
  '/trails': /St Helens: Closed\. Bridge out\. .* 21 trails/,
  '/trails/old-salty-dog': /^Old Salty Dog: Closed\. .*As of .* Old Salty Dog: Blue/,
  '/report': /^Tell the trail team/,
  '/offline': /^Download maps/,
  '/alerts': /^Get notified/,
  '/subscribe': /^Get an email/,
  '/login': /^Log in/,
  '/register': /^Request an account/,
  '/emergency': /^The nearest emergency post, .* 000\./,
  '/m/BF17': /^The nearest emergency post, .* 000\./,
  '/information/about': /./,
  '/help': /./,
  '/help/map': /./,
}

const PNG = { start: '\u0089PNG', width: 1200, height: 630 }

async function readPreview(nginx: string, path: string) {
  const page = await (await fetch(nginx + path, { headers: BY_NGINX })).text()
  const tags = new Map(
    Array.from(page.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g), ([, name, value]) => [name, value]),
  )
  const canonical = /<link rel="canonical" href="([^"]*)">/.exec(page)?.[1]
  const address = new URL(tags.get('og:image') ?? 'none:')
  const picture = await fetch(nginx + address.pathname + address.search, { headers: BY_NGINX })
  const bytes = Buffer.from(await picture.arrayBuffer())
  const text = /iTXtDescription\0{5}([\s\S]*?\d\d:\d\d\.)/.exec(bytes.toString())?.[1]?.split('\n') ?? []
  return { tags, canonical, picture, bytes, text, version: address.search }
}

test('every public page has a canonical address, and a title, description and picture for link previews', {
  timeout: 300_000,
}, async () => {
  const { app, nginx } = await openFrontDoor()
  const routes = readPrintedRoutes(app.printRoutes({ commonPrefix: false })).map((route) => route.split(' ')[1])
  for (const path of ['/', '/emergency', '/trails', '/help']) expect(routes).toContain(path)
  expect(NAMED_FRAMES.filter((path) => !SHARED_LINKS[path])).toEqual([])
  for (const [path, description] of Object.entries(SHARED_LINKS)) {
    const { tags, canonical, picture, bytes, text } = await readPreview(nginx, path)
    const address = `https://trails.example.org${path}`
    expect([path, canonical, tags.get('og:url')]).toEqual([path, address, address])
    expect(tags.get('og:title'), path).toMatch(/^.*St Helens Trails$/)
    expect(tags.get('og:description'), path).toMatch(description)
    expect(tags.get('description'), path).toBeTruthy()
    expect([path, tags.get('twitter:card')]).toEqual([path, 'summary_large_image'])
    expect([path, picture.status, picture.headers.get('content-type')]).toEqual([path, 200, 'image/png'])
    expect(bytes.toString('latin1', 0, 4)).toBe(PNG.start)
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([PNG.width, PNG.height])
    expect(tags.get('og:image:alt'), path).toBe(text.slice(1).join(' '))
    expect(
      text.slice(1, -1).every((line) => line.includes(': Closed.')),
      path,
    ).toBe(true)
  }
})

test('the picture in a link preview changes with the trail status, and nginx never serves an old one', { timeout: 120_000 }, async () => {
  const { app, site, nginx, post } = await openFrontDoor()
  const paths = ['/', '/trails/old-salty-dog']
  await post('Open', '')
  const linesOf = async (path: string) => (await readPreview(nginx, path)).text.slice(1, -1)
  const shows = (word: string) => async () => {
    const lines = await Promise.all(paths.map(linesOf))
    return lines.every((one) => one.length > 0 && one.every((line) => line.includes(`: ${word}.`)))
  }
  await expect.poll(shows('Open'), { timeout: 10_000 }).toBe(true)
  const open = await Promise.all(paths.map((path) => readPreview(nginx, path)))
  await post('Closed', 'Fire')
  await expect.poll(shows('Closed'), { timeout: 10_000 }).toBe(true)
  for (const [i, path] of paths.entries()) {
    const closed = await readPreview(nginx, path)
    expect(closed.text[1]).toMatch(/: Closed\. (St Helens: )?Fire\./)
    expect(closed.bytes.equals(open[i]?.bytes ?? Buffer.alloc(0))).toBe(false)
  }
  // Pages may be up to 15 seconds old. The address that they name afterwards is new.
  await expect.poll(async () => (await readPreview(nginx, '/')).version !== open[0]?.version, { timeout: 20_000 }).toBe(true)
  const { picture, text } = await readPreview(nginx, '/')
  expect(text).toHaveLength(site.networks.length + 2)
  const tag = picture.headers.get('etag') ?? ''
  expect((await fetch(picture.url, { cache: 'no-store', headers: { ...BY_NGINX, 'if-none-match': tag } })).status).toBe(304)
  await app.close()
  // nginx counts whole seconds, so a copy that may be a second old can last almost two.
  await expect.poll(async () => (await fetch(picture.url, { headers: BY_NGINX })).status, { timeout: 10_000 }).toBe(502)
})
