/** The requests are valid ones from the API's own description, with up to a few hostile changes. */
import { PERMISSIONS } from '@trailwarden/api'
import fc from 'fast-check'
import { hostileJson, hostileText, type Known, type Schema, valuesFor } from './values.ts'

const ACTORS = ['visitor', 'role 1', 'role 2', 'role 3', 'role 4', 'forged session'] as const
export type ActorName = (typeof ACTORS)[number]

export type FuzzRequest = {
  route: string
  actor: ActorName
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
  encoding: 'utf8' | 'base64'
  /** A valid request has no classes. */
  classes: string[]
}

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
export type Target = { route: string; method: string; path: string; parameters: Parameter[]; body: Schema | null }

type OpenApi = {
  paths: Record<string, Record<string, { parameters?: Parameter[]; requestBody?: { content?: Record<string, { schema?: Schema }> } }>>
}

/** `tests/fault/fuzz/fuzz-targets.test.ts` compares the paths with the server's routes. */
const PAGE_PATHS = [
  '/',
  '/emergency',
  '/m/{code}',
  '/embed/status',
  '/embed/trails/{slug}',
  '/feeds/status.json',
  '/feeds/status.atom',
  '/feeds/closures.ics',
  '/manifest.webmanifest',
  '/healthz',
  '/.well-known/security.txt',
  '/readyz',
  '/images/{name}',
  '/tiles/{tile}',
  ...['dark', 'satellite', 'topographic'].map((map) => `/tiles/${map}/{z}/{x}/{y}`),
  '/trails',
  '/trails/{slug}',
  '/map-lines.json',
  '/previews/status.png',
  '/previews/trails/{picture}',
  '/sitemap.xml',
  '/robots.txt',
  '/assets/{file}',
  '/icons/{file}',
  '/service-worker.js',
  '/shell.html',
  '/home-shell.html',
  '/map',
  '/help',
  '/help/',
  '/help/{page}',
  '/information/',
  '/information/{page}',
  '/{page}',
]

const anyText: Schema = { type: 'string', maxLength: 40 }

/** The API's description omits some rows of the permission table and the pages. Routes that are added later are included. */
export function targetsOf(description: OpenApi): Target[] {
  const documented = Object.entries(description.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([verb, call]): Target => {
      const method = verb.toUpperCase()
      const body = call.requestBody?.content?.['application/json']?.schema ?? null
      return { route: `${method} ${path}`, method, path, parameters: call.parameters ?? [], body }
    }),
  )
  const plain = (method: string, path: string): Target => ({
    route: `${method} ${path}`,
    method,
    path,
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: name === 'id' ? { type: 'string', format: 'uuid' } : anyText,
    })),
    body: null,
  })
  const names = new Set(documented.map(({ route }) => route))
  const hidden = Object.keys(PERMISSIONS)
    .map((row) => row.replace(/:(\w+)/g, '{$1}'))
    .filter((row) => row !== 'GET /*' && !names.has(row))
    .map((row) => plain(row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)))
  return [...documented, ...hidden, ...PAGE_PATHS.map((path) => plain('GET', path))]
}

type Change = { how: 'replace' | 'add' | 'remove'; pick: number; key: string; kind: string; text: string }

const change: fc.Arbitrary<Change> = fc
  .tuple(
    fc.constantFrom<Change['how']>('replace', 'replace', 'replace', 'add', 'remove'),
    fc.nat(1000),
    fc.constantFrom('__proto__', 'constructor', 'role', 'id', 'disabled', 'extra', '', 'createdBy'),
    hostileJson,
  )
  .map(([how, pick, key, { kind, text }]) => ({
    how,
    pick,
    key,
    kind: how === 'replace' ? kind : how === 'add' ? `extra key: ${kind}` : 'missing key',
    text,
  }))

function placesIn(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]))]
}

const parentOf = (value: unknown, path: readonly string[]) =>
  path.slice(0, -1).reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value)

/** JavaScript can't represent much of the hostile text, so it is inserted last, as text. */
function changedJson(value: unknown, changes: readonly Change[]): string {
  let root = structuredClone(value)
  const texts: string[] = []
  const mark = (text: string) => `\u0001${texts.push(text) - 1}\u0001`
  for (const { how, pick, key, text } of changes) {
    const places = placesIn(root)
    const place = places[pick % places.length] ?? []
    const parent = place.length === 0 ? null : (parentOf(root, place) as Record<string, unknown>)
    const last = place.at(-1) ?? ''
    const here = parent ? parent[last] : root
    if (how === 'add' && typeof here === 'object' && here !== null && !Array.isArray(here))
      Object.defineProperty(here, mark(JSON.stringify(key)), { value: mark(text), enumerable: true, configurable: true, writable: true })
    else if (how === 'remove' && parent) delete parent[last]
    else if (parent) parent[last] = mark(text)
    else root = mark(text)
  }
  return JSON.stringify(root ?? null).replace(/"\\u0001(\d+)\\u0001"/g, (_all, n: string) => texts[Number(n)] ?? 'null')
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE']
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'image/jpeg',
  'application/json; charset=utf-16',
  'application/JSON;;',
  'application/vnd.api+json',
  'x',
  '*/*',
  'application/json, text/plain',
]
const BROKEN = [
  '{',
  '{"a":}',
  '[1,2',
  '"',
  'nul',
  '{"a":1}{"b":2}',
  '\u0000',
  '{"a":"\ud800"}',
  '{"a":1,"a":2}',
  '[]',
  '""',
  '0',
  "{'a':1}",
  '{"a":NaN}',
  '\ufeff{}',
]
const HEADERS: readonly [string, string][] = [
  ['cookie', '__Host-tw='],
  ['cookie', '__Host-tw=%00; __Host-tw=; ='],
  ['cookie', `__Host-tw=${'a'.repeat(4000)}`],
  ['cookie', '__Host-tw=\u00ff\u00fe'],
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-site', 'none'],
  ['origin', 'null'],
  ['origin', 'http://['],
  ['host', 'evil.example'],
  ['host', ''],
  ['host', 'a'.repeat(300)],
  ['x-forwarded-for', `'"><, 999.1.1.1, ::1`],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'gopher'],
  ['x-http-method-override', 'DELETE'],
  ['accept', 'application/xml'],
  ['accept-encoding', 'br;q=0, gzip;q=nan, *'],
  ['accept-encoding', 'br'],
  ['accept-encoding', 'gzip'],
  ['accept-language', '%n'],
  ['if-none-match', '"x", W/"y", *'],
  ['if-modified-since', 'Thu, 99 Foo 9999 99:99:99 GMT'],
  ['range', 'bytes=0-0,-1,99999999999999999999-'],
  ['range', 'bytes=5-1'],
  ['user-agent', ''],
  ['user-agent', `${'Mozilla/5.0 ('.repeat(300)}`],
  ['user-agent', '<b>\u00e9\u00ff</b>'],
  ['x-trailwarden-protocol', '999'],
  ['x-trailwarden-protocol', '-1'],
  ['x-trailwarden-protocol', 'NaN'],
  ['x-trailwarden-person', 'somebody'],
  ['x-trailwarden-epoch', `' or 1=1`],
  ['last-event-id', '../../'],
  ['upgrade', 'websocket'],
  ['connection', 'close, x-request-id'],
  ['content-encoding', 'gzip'],
  ['x-request-id', '<b>1</b>'],
  ['authorization', 'Basic Og=='],
  ['authorization', 'Bearer'],
  ['authorization', `Bearer twk_${'A'.repeat(43)}`],
  ['authorization', `Bearer twk_' or 1=1 --`],
  ['authorization', `bearer ${'a'.repeat(4000)}`],
  ['te', 'trailers'],
  ['forwarded', 'for=unknown;host=evil.example'],
]

type Transport =
  | { kind: 'as described' }
  | { kind: 'other method'; method: string }
  | { kind: 'other type'; type: string }
  | { kind: 'broken JSON'; text: string }
  | { kind: 'no body' }
  | { kind: 'wrong length'; by: number }

const transport: fc.Arbitrary<Transport> = fc.oneof(
  { weight: 16, arbitrary: fc.constant<Transport>({ kind: 'as described' }) },
  { weight: 1, arbitrary: fc.constantFrom(...METHODS).map((method): Transport => ({ kind: 'other method', method })) },
  { weight: 1, arbitrary: fc.constantFrom(...TYPES).map((type): Transport => ({ kind: 'other type', type })) },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN).map((text): Transport => ({ kind: 'broken JSON', text })) },
  { weight: 1, arbitrary: fc.constant<Transport>({ kind: 'no body' }) },
  { weight: 1, arbitrary: fc.constantFrom(1, 7).map((by): Transport => ({ kind: 'wrong length', by })) },
)

const rarely = <T>(arbitrary: fc.Arbitrary<T>, one: number) => fc.option(arbitrary, { nil: null, freq: one })

const photoBytes = (jpeg: Buffer) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.nat(9999).map((n) => ({ kind: null, bytes: Buffer.concat([jpeg, Buffer.from(String(n))]) })) },
    { weight: 1, arbitrary: fc.nat(jpeg.length - 1).map((end) => ({ kind: 'cut photo', bytes: jpeg.subarray(0, end) })) },
    {
      weight: 2,
      arbitrary: fc.array(fc.tuple(fc.nat(jpeg.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }).map((flips) => {
        const bytes = Buffer.from(jpeg)
        for (const [at, value] of flips) bytes[at] = value
        return { kind: 'changed photo', bytes }
      }),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => ({ kind: 'no photo', bytes: Buffer.from(bytes) })) },
  )

const isSafe = (method: string) => ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)
const isPhotoUpload = ({ method, path }: Target) => method === 'PUT' && path.includes('/photos/')

export function requestsTo(target: Target, known: Known, jpeg: Buffer): fc.Arbitrary<FuzzRequest> {
  const parameter = (one: Parameter) =>
    fc.record({
      name: fc.constant(one.name),
      in: fc.constant(one.in),
      value: valuesFor(one.schema, known, one.name),
      isThere: one.required ? fc.constant(true) : fc.boolean(),
    })
  const described = {
    changes: fc.constant<Change[]>([]),
    inPath: fc.constant(null),
    inQuery: fc.constant<[string, { kind: string; text: string }][]>([]),
    header: fc.constant(null),
    transport: fc.constant<Transport>({ kind: 'as described' }),
  }
  const parts = {
    actor: fc.constantFrom(...ACTORS),
    parameters: fc.tuple(...target.parameters.map(parameter)),
    body: target.body ? valuesFor(target.body, known) : fc.constant({}),
    changes: fc.oneof(
      { weight: 1, arbitrary: fc.constant<Change[]>([]) },
      { weight: 2, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) },
    ),
    photo: photoBytes(jpeg),
    inPath: rarely(fc.tuple(fc.nat(9), hostileText), 5),
    inQuery: fc.array(
      fc.tuple(fc.oneof(fc.stringMatching(/^[a-z]{1,8}$/), fc.constantFrom('__proto__', 'a[b]', '', 'code', 'cursor')), hostileText),
      { maxLength: 2 },
    ),
    header: rarely(fc.constantFrom(...HEADERS), 4),
    transport,
  }
  const anyOf = fc.oneof(
    { weight: 2, arbitrary: fc.record({ ...parts, ...described }) },
    { weight: 1, arbitrary: fc.record({ ...parts, ...described, changes: parts.changes }) },
    { weight: 3, arbitrary: fc.record(parts) },
  )
  return anyOf.map((drawn): FuzzRequest => {
    const classes: string[] = []
    const take = (kind: string) => void classes.push(kind)
    let path = target.path
    const query: string[] = []
    for (const { name, in: where, value, isThere } of drawn.parameters) {
      if (where === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value).toWellFormed()))
      else if (where === 'query' && isThere) query.push(`${name}=${encodeURIComponent(String(value).toWellFormed())}`)
    }
    if (drawn.inPath) {
      const [at, { kind, text }] = drawn.inPath
      const pieces = path.split('/')
      const piece = 1 + (at % Math.max(1, pieces.length - 1))
      if (at < 7 || isSafe(target.method)) pieces[piece] = at % 2 ? text : `${pieces[piece]}${text}`
      path = pieces.join('/')
      take(`path: ${kind}`)
    }
    for (const [name, { kind, text }] of drawn.inQuery) {
      query.push(`${name}=${text}`)
      take(`query: ${kind}`)
    }
    let method = target.method
    const headers: Record<string, string> = {}
    let body: string | null = null
    let encoding: FuzzRequest['encoding'] = 'utf8'
    if (!isSafe(method)) {
      headers['content-type'] = isPhotoUpload(target) ? 'image/jpeg' : 'application/json'
      headers['sec-fetch-site'] = 'same-origin'
      if (isPhotoUpload(target)) {
        body = drawn.photo.bytes.toString('base64')
        encoding = 'base64'
        if (drawn.photo.kind) take(`body: ${drawn.photo.kind}`)
      } else {
        body = changedJson(drawn.body, drawn.changes)
        for (const { kind } of drawn.changes) take(`body: ${kind}`)
      }
    }
    const { transport: sent } = drawn
    if (sent.kind !== 'as described' && (sent.kind === 'other method' || body !== null)) take(`transport: ${sent.kind}`)
    if (sent.kind === 'other method') {
      method = sent.method
      if (!isSafe(method)) Object.assign(headers, { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' })
      body ??= isSafe(method) ? null : '{}'
    } else if (body !== null) {
      if (sent.kind === 'other type') headers['content-type'] = sent.type
      if (sent.kind === 'broken JSON') body = encoding === 'utf8' ? sent.text : body
      if (sent.kind === 'no body') body = ''
      if (sent.kind === 'wrong length') headers['content-length'] = String(Buffer.byteLength(body, encoding) + sent.by)
    }
    if (drawn.header) {
      headers[drawn.header[0]] = drawn.header[1]
      take(`header: ${drawn.header[0]}`)
    }
    return {
      route: target.route,
      actor: drawn.actor,
      method,
      path: query.length > 0 ? `${path}?${query.join('&')}` : path,
      headers,
      body,
      encoding,
      classes,
    }
  })
}
