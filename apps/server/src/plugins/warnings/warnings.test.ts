import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { PublicWarnings } from '@trailwarden/domain'
import { PageData } from '@trailwarden/site'
import type { WarningFeed } from '@trailwarden/site/files'
import { expect, test } from 'vitest'
import { createServerWithFeeds } from '#testing/feed-server.ts'
import { createTestDatabase, createTestServer } from '#testing/test-server.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const AT_THE_BAY = '-41.15,148.1 -41.15,148.2 -41.2,148.2 -41.2,148.1 -41.15,148.1'
const FAR_AWAY = '-31,115 -31,116 -32,116 -32,115 -31,115'

const iso = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString()

type Cap = Partial<Record<'identifier' | 'sent' | 'status' | 'scope' | 'type' | 'references' | 'infos', string>>
const info = (more: Partial<Record<'headline' | 'polygon' | 'expires' | 'language' | 'extra' | 'area', string>> = {}) => `
  <info>${more.language ? `<language>${more.language}</language>` : ''}
    <category>Fire</category><event>Total fire ban</event><urgency>Expected</urgency><severity>Severe</severity><certainty>Likely</certainty>
    <expires>${more.expires ?? iso(6 * HOUR_MS)}</expires>
    <headline>${more.headline ?? 'Total fire ban'}</headline>
    <description>No fires in the open.\nStoves included.</description><web>https://fire.example.org/ban</web>${more.extra ?? ''}
    <area><areaDesc>${more.area ?? 'East Coast'}</areaDesc>${more.polygon === '' ? '' : `<polygon>${more.polygon ?? AT_THE_BAY}</polygon>`}</area>
  </info>`
const cap = ({ identifier = 'ban-1', sent = iso(-HOUR_MS), status = 'Actual', scope = 'Public', type = 'Alert', ...more }: Cap = {}) =>
  `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${identifier}</identifier><sender>fire@example.org</sender><sent>${sent}</sent>
  <status>${status}</status><msgType>${type}</msgType><scope>${scope}</scope>${more.references ? `<references>${more.references}</references>` : ''}${more.infos ?? info()}</alert>`
const atom = (entries: string) =>
  `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss" xmlns:gml="http://www.opengis.net/gml"><title>Incidents</title><id>urn:x</id><updated>${iso(0)}</updated>${entries}</feed>`
const entry = (id: string, inside: string) =>
  `<entry><id>urn:${id}</id><title>Road closed ${id}</title><updated>${iso(-HOUR_MS)}</updated><link href="https://roads.example.org/${id}"/>${inside}</entry>`

async function createServerWithWarnings(more: Partial<WarningFeed> = {}) {
  const feeds = await createServerWithFeeds()
  const feed: WarningFeed = {
    id: 'fire',
    title: 'Fire Service',
    url: feeds.url('/feed'),
    everyMinutes: 10,
    withinKm: 0,
    areas: [],
    language: 'en',
    ...more,
  }
  const server = await createTestServer({ environment: { OUTBOUND_LOOPBACK: 'true' }, warningFeeds: [feed] })
  let turn = 0
  async function shown() {
    const reply = await server.app.inject('/api/public/warnings')
    return PublicWarnings.parse(reply.json()).warnings
  }
  return {
    ...server,
    feeds,
    feed,
    look: () => server.features.warnings.feeds.check(new Date(Date.now() + 11 * MINUTE_MS * turn++)),
    shown,
    titles: async () => (await shown()).map(({ title }) => title).sort(),
    row: () => server.database.db.selectFrom('warningFeeds').selectAll().executeTakeFirstOrThrow(),
  }
}

test('shows a CAP message about a network publicly with source, age and link, without changing any status', async () => {
  const { app, feeds, look, shown } = await createServerWithWarnings()
  const before = (await app.inject('/api/public/status')).json()
  feeds.answer('/feed', cap())
  expect(await shown()).toEqual([])
  expect(await look()).toBe(1)
  const [warning, ...others] = await shown()
  expect(others).toEqual([])
  expect(warning).toMatchObject({
    source: 'Fire Service',
    title: 'Total fire ban',
    text: 'No fires in the open. Stoves included.',
    severity: 'Severe',
    networks: ['bay-of-fires'],
    link: 'https://fire.example.org/ban',
    isUnchecked: false,
  })
  expect(Math.abs(Date.parse(warning?.asOf ?? '') - Date.now())).toBeLessThan(HOUR_MS)
  const { warnings } = PageData.parse((await app.inject('/api/public/page-data')).json())
  expect(warnings?.warnings).toEqual([warning])
  expect({ ...(await app.inject('/api/public/status')).json(), asOf: '' }).toEqual({ ...before, asOf: '' })
  const { headers } = await app.inject('/api/public/warnings')
  expect(headers['cache-control']).toContain('public')
  expect((await app.inject({ url: '/api/public/warnings', headers: { 'if-none-match': String(headers.etag) } })).statusCode).toBe(304)
})

test('devices never receive the URLs of feeds, which may contain keys', async () => {
  const { app, feed } = await createServerWithWarnings()
  for (const path of ['/api/public/page-data', '/api/public/site-data', '/api/public/warnings'])
    expect((await app.inject(path)).body).not.toContain(feed.url)
})

test('doesn’t show warnings that have ended, aren’t in effect yet, apply elsewhere, are exercises or aren’t public', async () => {
  const { feeds, look, titles } = await createServerWithWarnings()
  const inFeed = [
    cap({ identifier: 'over', infos: info({ headline: 'over', expires: iso(-MINUTE_MS) }) }),
    cap({ identifier: 'later', infos: info({ headline: 'later', extra: `<effective>${iso(3 * HOUR_MS)}</effective>` }) }),
    cap({ identifier: 'begins-later', infos: info({ headline: 'begins later', extra: `<onset>${iso(3 * HOUR_MS)}</onset>` }) }),
    cap({ identifier: 'elsewhere', infos: info({ headline: 'elsewhere', polygon: FAR_AWAY }) }),
    cap({ identifier: 'exercise', status: 'Exercise' }),
    cap({ identifier: 'private', scope: 'Private' }),
    cap({ identifier: 'past', infos: info({ headline: 'past' }).replace('Expected', 'Past') }),
    cap({ identifier: 'nowhere', infos: info({ headline: 'nowhere', polygon: '' }) }),
    cap({ identifier: 'shown', infos: info({ headline: 'shown' }) }),
  ]
  feeds.answer('/feed', atom(inFeed.map((message) => `<entry><content type="text/xml">${message}</content></entry>`).join('')))
  await look()
  expect(await titles()).toEqual(['begins later', 'shown'])
})

test('an update replaces the messages that it names, and a cancellation ends them', async () => {
  const { feeds, look, titles } = await createServerWithWarnings()
  const sent = iso(-HOUR_MS)
  const first = cap({ identifier: 'one', sent, infos: info({ headline: 'first' }) })
  const update = cap({
    identifier: 'two',
    type: 'Update',
    references: `fire@example.org,one,${sent}`,
    sent,
    infos: info({ headline: 'second' }),
  })
  const cancel = cap({ identifier: 'three', type: 'Cancel', references: `fire@example.org,two,${sent} fire@example.org,one,${sent}` })
  const feedOf = (...messages: string[]) => atom(messages.map((message) => `<entry><content>${message}</content></entry>`).join(''))
  feeds.answer('/feed', feedOf(first))
  await look()
  expect(await titles()).toEqual(['first'])
  feeds.answer('/feed', feedOf(update, first))
  await look()
  expect(await titles()).toEqual(['second'])
  feeds.answer('/feed', feedOf(first, update, cancel))
  await look()
  expect(await titles()).toEqual([])
})

test('shows the requested language, or the first one if it’s missing', async () => {
  const { feeds, look, titles } = await createServerWithWarnings({ language: 'fr' })
  const both = info({ language: 'en-AU', headline: 'Fire' }) + info({ language: 'fr-CA', headline: 'Feu' })
  feeds.answer('/feed', cap({ infos: both }))
  await look()
  expect(await titles()).toEqual(['Feu'])
  feeds.answer('/feed', cap({ infos: info({ language: 'de', headline: 'Feuer' }) + info({ language: 'en-AU', headline: 'Fire' }) }))
  await look()
  expect(await titles()).toEqual(['Feuer'])
})

test('reads GeoRSS points, circles, lines, polygons, boxes and GML, and skips entries without a shape', async () => {
  const { feeds, look, titles } = await createServerWithWarnings()
  const shapes: [string, string][] = [
    ['point', '<georss:point>-41.15 148.1</georss:point>'],
    ['far', '<georss:point>-31 115</georss:point>'],
    ['circle', '<georss:point>-41 148.1</georss:point><georss:radius>12000</georss:radius>'],
    ['line', '<georss:line>-41 147 -41.4 149</georss:line>'],
    ['polygon', '<georss:polygon>-40 147 -40 149 -42 149 -42 147 -40 147</georss:polygon>'],
    ['box', '<georss:box>-42 147 -40 149</georss:box>'],
    ['across', '<georss:box>-42 170 -40 -170</georss:box>'],
    ['gml', '<georss:where><gml:Point><gml:pos>-41.15 148.1</gml:pos></gml:Point></georss:where>'],
    ['half', '<georss:point>-41.15</georss:point>'],
    ['words', '<georss:point>minus forty one</georss:point>'],
    ['swapped', '<georss:point>148.1 -41.15</georss:point>'],
    ['none', ''],
  ]
  feeds.answer('/feed', atom(shapes.map(([id, shape]) => entry(id, shape)).join('')))
  await look()
  expect(await titles()).toEqual(['box', 'circle', 'gml', 'line', 'point', 'polygon'].map((id) => `Road closed ${id}`))
  const rss = `<rss version="2.0" xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#"><channel><title>Roads</title>
    <item><title>&lt;b&gt;Flood&lt;/b&gt; <![CDATA[<script>alert(1)</script>]]></title><link>javascript:alert(1)</link><guid>1</guid>
    <pubDate>${new Date(Date.now() - HOUR_MS).toUTCString()}</pubDate><geo:lat>-41.15</geo:lat><geo:long>148.1</geo:long></item></channel></rss>`
  feeds.answer('/feed', rss)
  await look()
  expect(await titles()).toEqual(['Flood alert(1)'])
})

test('shows a warning without a shape if the site lists its area, and other warnings within the distance set for the site', async () => {
  const { feeds, look, titles } = await createServerWithWarnings({ areas: ['East coast', 'TAS_FW012'], withinKm: 20 })
  const geocode = '<geocode><valueName>AAC</valueName><value>TAS_FW012</value></geocode>'
  const messages = [
    cap({ identifier: '1', infos: info({ headline: 'by name', polygon: '' }) }),
    cap({
      identifier: '2',
      infos: info({ headline: 'by code', polygon: '', area: 'Elsewhere' }).replace('</areaDesc>', `</areaDesc>${geocode}`),
    }),
    cap({ identifier: '3', infos: info({ headline: 'another', polygon: '', area: 'West Coast' }) }),
    cap({
      identifier: '4',
      infos: info({ headline: 'near', polygon: '', area: 'Sea' }).replace('</areaDesc>', '</areaDesc><circle>-41.15,148.5 1</circle>'),
    }),
  ]
  feeds.answer('/feed', atom(messages.map((message) => `<entry><content>${message}</content></entry>`).join('')))
  await look()
  expect(await titles()).toEqual(['by code', 'by name', 'near'])
})

test('fetches each version of a linked message once, and only from the feed’s own host', async () => {
  const { feeds, look, titles, row } = await createServerWithWarnings()
  const linkTo = (href: string, version = iso(-HOUR_MS), more = '') =>
    `<entry><id>${href}</id><updated>${version}</updated><link type="application/cap+xml" href="${href}"/>${more}</entry>`
  const version = iso(-HOUR_MS)
  feeds.answer('/1.xml', cap({ identifier: '1', infos: info({ headline: 'one' }) }))
  feeds.answer('/far.xml', cap({ identifier: 'far', infos: info({ headline: 'far', polygon: FAR_AWAY }) }))
  const known =
    linkTo('/1.xml', version) +
    linkTo('/far.xml', version) +
    linkTo('/skipped.xml', version, `<georss:polygon>${FAR_AWAY}</georss:polygon>`)
  feeds.answer('/feed', atom(known + linkTo('https://169.254.169.254/secret.cap') + linkTo('http://127.0.0.1:1/other.cap')))
  await look()
  expect(await titles()).toEqual(['one'])
  expect((await row()).failure).toBe(null)
  await look()
  expect(feeds.asked.map(({ path }) => path).sort()).toEqual(['/1.xml', '/far.xml', '/feed', '/feed'])
  // If a new version can't be read yet, the old one remains and the server retries the new one.
  feeds.answer('/1.xml', { status: 500 })
  feeds.answer('/feed', atom(linkTo('/1.xml', iso(0))))
  await look()
  expect(await titles()).toEqual(['one'])
  expect((await row()).failure).toBe('1 of 1 messages could not be read yet')
  feeds.answer('/1.xml', cap({ identifier: '1', infos: info({ headline: 'one, changed' }) }))
  await look()
  expect(await titles()).toEqual(['one, changed'])
})

test('marks the warnings of a failing feed until they expire, and removes warnings that a feed no longer lists', async () => {
  const { feeds, look, shown, titles, row } = await createServerWithWarnings()
  feeds.answer('/feed', cap())
  await look()
  const asOf = (await shown())[0]?.asOf
  for (const broken of [
    { status: 503 },
    { body: '<alert' },
    { body: '' },
    { body: '{"alert":1}' },
    { body: '<html/>' },
    { body: Buffer.from([0xff, 0xff, 0xff]) },
  ]) {
    feeds.answer('/feed', broken)
    await look()
    expect((await row()).failure, JSON.stringify(broken)).not.toBe(null)
    expect(await shown()).toMatchObject([{ title: 'Total fire ban', isUnchecked: true, asOf }])
  }
  feeds.answer('/feed', cap({ infos: info({ expires: iso(1500) }) }))
  await look()
  feeds.answer('/feed', { status: 503 })
  await look()
  await expect.poll(titles, { timeout: 20_000 }).toEqual([])
  feeds.answer('/feed', cap())
  await look()
  feeds.answer('/feed', atom(''))
  await look()
  expect(await titles()).toEqual([])
})

test('doesn’t parse an unchanged feed again, but counts it as checked', async () => {
  const { feeds, look, shown, row } = await createServerWithWarnings()
  feeds.answer('/feed', { body: gzipSync(cap()), headers: { etag: '"1"', 'content-encoding': 'gzip' } })
  await look()
  const { answeredAt } = await row()
  await look()
  expect(feeds.asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"'])
  expect((await row()).answeredAt?.getTime()).toBeGreaterThan(answeredAt?.getTime() ?? Infinity)
  expect(await shown()).toHaveLength(1)
})

const doctype = (declarations: string, use: string) =>
  `<?xml version="1.0"?><!DOCTYPE alert [${declarations}]>${cap({ infos: info({ headline: use }) })}`
const HOSTILE: [string, string | Buffer][] = [
  [
    'a billion laughs',
    doctype(
      `<!ENTITY a "ha">${Array.from('bcdefghij', (name, i) => `<!ENTITY ${name} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}`,
      '&j;',
    ),
  ],
  ['an external entity', doctype('<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;')],
  ['a parameter entity', doctype('<!ENTITY % x SYSTEM "http://127.0.0.1:1/x.dtd"> %x;', 'x')],
  ['an entity that nobody declared', cap({ infos: info({ headline: '&secret;' }) })],
  ['elements without end', `<feed xmlns="http://www.w3.org/2005/Atom">${'<a>'.repeat(100_000)}`],
  ['more than it may hold', atom(`<!--${'x'.repeat(2 * 1024 * 1024)}-->`)],
  ['a small file that unpacks to a large one', gzipSync(Buffer.alloc(64 * 1024 * 1024, '<'))],
  ['another encoding than it says', Buffer.concat([Buffer.from('<?xml version="1.0" encoding="utf-8"?><a>'), Buffer.from([0xc3, 0x28])])],
  ['a message without its time zone', cap({ sent: '2026-11-17T10:00:00' })],
]
test.each(HOSTILE)('refuses a feed with %s and shows none of its content', async (_name, body) => {
  const { feeds, look, shown, row } = await createServerWithWarnings()
  const isPacked = Buffer.isBuffer(body) && body[0] === 0x1f
  feeds.answer('/feed', { body, ...(isPacked && { headers: { 'content-encoding': 'gzip' } }) })
  const started = process.memoryUsage().rss
  await look()
  expect((await row()).failure).not.toBe(null)
  expect(await shown()).toEqual([])
  expect(process.memoryUsage().rss - started).toBeLessThan(400 * 1024 * 1024)
})

test('follows a few redirects on the same host, but none to another host, another port or a file', async () => {
  const { feeds, look, titles, row } = await createServerWithWarnings()
  feeds.answer('/moved', cap())
  feeds.answer('/feed', { status: 302, headers: { location: '/moved' } })
  await look()
  expect(await titles()).toEqual(['Total fire ban'])
  for (const location of [
    'http://127.0.0.1:1/',
    'https://10.0.0.1/',
    'file:///etc/passwd',
    'http://localhost/',
    '/feed',
    'https://[::1]/',
  ]) {
    feeds.answer('/feed', { status: 302, headers: { location } })
    await look()
    expect((await row()).failure, location).not.toBe(null)
  }
})

test('reads a feed with ten thousand entries, shows the local ones, and responds to other requests while reading', async () => {
  const { app, feeds, look, shown } = await createServerWithWarnings()
  const far = '<georss:point>-31 115</georss:point>'
  const short = (i: number) =>
    `<entry><id>${i}</id><title>Fire ${i}</title><updated>2026-11-17T01:00:00Z</updated>${i % 100 === 0 ? '<georss:point>-41.15 148.1</georss:point>' : far}</entry>`
  const body = atom(
    Array.from({ length: 10_000 }, (_, i) => short(i))
      .join('')
      .replaceAll('2026-11-17T01:00:00Z', iso(-HOUR_MS)),
  )
  feeds.answer('/feed', body)
  const looking = look()
  const answered: number[] = []
  let isRead = false
  void looking.then(() => {
    isRead = true
  })
  while (!isRead) {
    answered.push((await app.inject('/healthz')).statusCode)
    await setImmediate()
  }
  await looking
  expect(answered.length).toBeGreaterThan(5)
  expect(await shown()).toHaveLength(50)
})

test('only one process checks each feed, at the feed’s interval, and again if the site changes its settings', async () => {
  const { feeds, feed, database, features, titles } = await createServerWithWarnings()
  const warnings = features.warnings.feeds
  feeds.answer('/feed', cap())
  const other = await createTestServer({ environment: { OUTBOUND_LOOPBACK: 'true' }, warningFeeds: [feed], database })
  const now = new Date()
  expect((await Promise.all([warnings.check(now), other.features.warnings.feeds.check(now)])).sort()).toEqual([0, 1])
  expect(await other.features.warnings.feeds.check(new Date(now.getTime() + 5 * MINUTE_MS))).toBe(0)
  expect(await titles()).toEqual(['Total fire ban'])
  const moved = await createTestServer({ environment: { OUTBOUND_LOOPBACK: 'true' }, warningFeeds: [{ ...feed, withinKm: 1 }], database })
  expect((await moved.app.inject('/api/public/warnings')).json().warnings).toEqual([])
  expect(await moved.features.warnings.feeds.check(now)).toBe(1)
  expect((await moved.app.inject('/api/public/warnings')).json().warnings).toHaveLength(1)
})

test('the server can stop while a feed isn’t responding', async () => {
  const { feeds, features } = await createServerWithWarnings()
  const warnings = features.warnings.feeds
  feeds.answer('/feed', { hangs: true })
  warnings.start()
  await expect.poll(() => feeds.asked.length, { timeout: 20_000 }).toBe(1)
  const started = Date.now()
  await warnings.stop()
  expect(Date.now() - started).toBeLessThan(10_000)
})

test('without the test setting, feeds on the same machine aren’t fetched, and production refuses the setting', async () => {
  const feeds = await createServerWithFeeds()
  feeds.answer('/feed', cap())
  const feed = { id: 'x', title: 'X', url: feeds.url('/feed'), everyMinutes: 10, withinKm: 0, areas: [], language: 'en' }
  const { features } = await createTestServer({ warningFeeds: [feed] })
  expect(await features.warnings.feeds.check(new Date())).toBe(1)
  expect(feeds.asked).toEqual([])
  const database = await createTestDatabase()
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://trails.example.org',
    SMTP_URL: 'smtp://localhost',
    OUTBOUND_LOOPBACK: 'true',
  }
  await expect(createTestServer({ environment: production, database })).rejects.toThrow('OUTBOUND_LOOPBACK')
})
