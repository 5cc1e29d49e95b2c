/**
 * Every place where the public reads trail status, how to read it, and the source files that it covers. One test compares all surfaces
 * after every step of random histories (surface-differences.ts). Another test fails if a source file that shows a status isn't listed here.
 */
import {
  type KnownTrail,
  networkNow,
  type PublicStatus,
  publicStatusOf,
  sectionText,
  type TrailUpdateDocument,
  trailAt,
} from '@trailwarden/domain'
import { parsePageData, STORAGE_KEY } from '../../../../apps/web/src/data/page-data.ts'
import { createStatusKeeper } from '../../../../apps/web/src/data/status/status-keeper.ts'
import { syncedStatus } from '../../../../apps/web/src/features/trail-status/synced-status.ts'
import { createStore } from '../../../../apps/web/src/lib/store.ts'
import { shownStatus } from '../../../../apps/web/src/parts/status/shown-status.ts'

/** `text` must name all closed parts. Undefined if the surface has no text. */
export type Shown = { word: string; text?: string }
export type Reading = { networks?: Record<string, Shown>; trails?: Record<string, Shown> }

type PageData = NonNullable<ReturnType<typeof parsePageData>>

export type SurfaceReader = {
  site: PageData['site']
  networks: readonly { id: string; name: string }[]
  trails: readonly KnownTrail[]
  now(): Date
  get(path: string): Promise<string>
  /** The request has an API key that may read status. */
  getByKey(path: string): Promise<string>
  /** Null if the last update wasn't published with an API key. */
  postAnswer(): string | null
  /** The data that a webhook received about the latest update. */
  webhookData(): { networks: Record<string, { status: string; exceptions: string }> } | null
  /** The latest update in a member's device, received by sync. */
  document(): TrailUpdateDocument | null
  /** The public status that an offline device last stored. */
  storedAnswer(): PublicStatus | null
  /** Title and body. Null if there was no push about the latest update. */
  push(kind: 'network' | 'trail', id: string): string | null
  /** Null if there was no push about the latest update. */
  pushedStatus(): PublicStatus | null
  /** The email to a follower of every network. Null if there was none about the latest update. */
  email(): string | null
}

type Surface = {
  name: string
  /** A page takes a long time to read. Some tests read only one page at a time. */
  isPage?: boolean
  /** These files produce the surface's text and status. */
  files: readonly string[]
  /** Paths of the app's screens that show what this surface shows. */
  screens?: readonly string[]
  read(reader: SurfaceReader): Promise<Reading | null> | Reading | null
}

const WORDS = ['Open', 'Partially Open', 'Closed', 'Unknown']
const isWord = (text: string) => WORDS.includes(text)

function piecesOf(html: string): string[] {
  const text = html
    .replace(/<(script|style|head)[\s>][\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, '\u0000')
    .replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[String(name)] ?? "'")
  return text
    .split('\u0000')
    .map((piece) => piece.trim())
    .filter(Boolean)
}

/** The first status between this name and the next one, with the text up to the next name. */
function shownAfter(pieces: readonly string[], name: string, otherNames: readonly string[]): Shown | null {
  for (let i = 0; i < pieces.length; i++) {
    if (pieces[i] !== name) continue
    const end = pieces.findIndex((piece, at) => at > i && otherNames.includes(piece))
    const own = pieces.slice(i + 1, end === -1 ? undefined : end)
    const word = own.slice(0, 12).find(isWord)
    if (word) return { word, text: own.join(' ') }
  }
  return null
}

const all = <T extends { id: string }>(of: readonly T[], read: (one: T) => Shown | null | undefined): Record<string, Shown> =>
  Object.fromEntries(of.map((one) => [one.id, read(one) ?? { word: 'nothing' }]))

function fromAnswer(status: PublicStatus, { networks, trails, now }: SurfaceReader): Reading {
  return {
    networks: all(networks, ({ id }) => {
      const network = status.networks.find((one) => one.id === id)
      const at = network && networkNow(network, now())
      return at && { word: at.status ?? 'Unknown', text: `${at.exceptions ?? ''} ${network.message}` }
    }),
    trails: all(trails, (trail) => {
      const { status: word, closures } = trailAt(status, trail, now())
      return { word: word ?? 'Unknown', text: closures.flatMap(({ section }) => (section ? [sectionText(section)] : [])).join('; ') }
    }),
  }
}

/** Feed lines such as "North Wood: Partially Open. Long Larch closed." with trails below, each after a dash. */
function fromLines(lines: readonly string[], { networks, trails }: SurfaceReader): Reading {
  const shown = (line: string | undefined): Shown | null => {
    const [, word, text = ''] = /: (Open|Partially Open|Closed|Unknown)\.?(.*)$/.exec(line ?? '') ?? []
    return word ? { word, text } : null
  }
  const named = trails.flatMap((trail) => {
    const line = lines.find((one) => one.startsWith(`– ${trail.name}: `))
    const read = shown(line)
    return read ? [[trail.id, read] as const] : []
  })
  return {
    networks: all(networks, ({ name }) => shown(lines.find((line) => line.startsWith(`${name}: `)))),
    trails: Object.fromEntries(named),
  }
}

/**
 * Stores a status as the app does, and returns the status that the app has after a restart without signal. Reads networks with the app's
 * code. Trails are read with the domain's, because the app's code for trails (trail-conditions.ts) imports components, which Node can't
 * load. The pages of trails, which the server renders with that code, cover it.
 */
async function afterRestart(received: PublicStatus, reader: SurfaceReader): Promise<Reading> {
  const stored = new Map<string, string>()
  const keeper = createStatusKeeper({
    shown: createStore<PageData | null>({ site: reader.site, status: null }),
    storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => void stored.set(key, text) },
    lock: (act) => act(),
    announce: () => undefined,
    readPushed: async () => null,
  })
  await keeper.receive(received)
  const started = parsePageData(stored.get(STORAGE_KEY))
  if (!started?.status) throw new Error('the app can’t read the status that it stored')
  const { site, status } = started
  const networks = all(reader.networks, ({ id }) => {
    const network = status.networks.find((one) => one.id === id)
    const is = network && shownStatus(network, site.statusAgeLimitHours, site.timeZone, reader.now())
    return is && { word: is.shape ?? is.word, text: is.message }
  })
  return { networks, trails: fromAnswer(status, reader).trails ?? {} }
}

const TEXT = ['apps/server/src/features/trail-status/public/status-text.ts', 'packages/domain/src/trail-status/text/closure-text.ts']
const ANSWER = ['packages/domain/src/trail-status/trail-statuses.ts', 'apps/server/src/features/trail-status/trail-status-store.ts']
const PUSHES = ['alerts/alert-text.ts', 'status-changes.ts', 'alerts/pushed-status.ts'].map(
  (name) => `apps/server/src/features/trail-status/${name}`,
)
const SHOWN = [
  'apps/web/src/parts/status/upcoming.tsx',
  'apps/web/src/parts/status/shown-status.ts',
  'apps/web/src/parts/status/trail-conditions.ts',
  'apps/web/src/parts/status/network-conditions.ts',
]

export const PUBLIC_SURFACES: readonly Surface[] = [
  {
    name: 'GET /api/public/status',
    files: [...ANSWER, 'apps/server/src/features/trail-status/trail-status-routes.ts'],
    read: async (reader) => fromAnswer(JSON.parse(await reader.get('/api/public/status')), reader),
  },
  {
    name: 'GET /api/public/page-data',
    files: [...ANSWER, 'apps/server/src/app.ts'],
    read: async (reader) => fromAnswer(JSON.parse(await reader.get('/api/public/page-data')).status, reader),
  },
  {
    name: 'GET /api/public/trails.geojson',
    files: ['apps/server/src/features/trail-status/public/trails-geojson.ts'],
    async read({ get, trails }) {
      type Properties = {
        status: string | null
        closures: { section: { from: string | null; to: string | null } | null; startsAt: string }[]
      }
      const { features }: { features: { id: string; properties: Properties }[] } = JSON.parse(await get('/api/public/trails.geojson'))
      return {
        trails: all(trails, ({ id }) => {
          const properties = features.find((feature) => feature.id === id)?.properties
          const sections = properties?.closures.flatMap(({ section }) => (section ? [sectionText(section)] : []))
          return properties && { word: properties.status ?? 'Unknown', text: sections?.join('; ') ?? '' }
        }),
      }
    },
  },
  {
    name: 'GET /feeds/status.json',
    files: [...TEXT, 'apps/server/src/features/trail-status/public/status-feeds.ts'],
    async read(reader) {
      const { items } = JSON.parse(await reader.get('/feeds/status.json'))
      const lines = fromLines(String(items[0]?.content_text ?? '').split('\n'), reader)
      const networks: { id: string; status: string | null; exceptions: string; message: string }[] = items[0]?._trailwarden.networks ?? []
      const data = all(reader.networks, ({ id }) => {
        const network = networks.find((one) => one.id === id)
        return network && { word: network.status ?? 'Unknown', text: `${network.exceptions} ${network.message}` }
      })
      for (const { id, name } of reader.networks) {
        const inTitle = new RegExp(`${name} (Partially Open|Open|Closed|unknown)`).exec(items[0]?.title ?? '')?.[1]
        if (inTitle !== data[id]?.word || lines.networks?.[id]?.word !== data[id]?.word)
          throw new Error(`the feed contradicts itself about ${name}: ${inTitle}, ${lines.networks?.[id]?.word}, ${data[id]?.word}`)
      }
      return { ...lines, networks: data }
    },
  },
  {
    name: 'GET /feeds/status.atom',
    files: [...TEXT, 'apps/server/src/features/trail-status/public/status-feeds.ts'],
    async read(reader) {
      const entry = /<entry>[\s\S]*?<content type="text">([\s\S]*?)<\/content>/.exec(await reader.get('/feeds/status.atom'))?.[1] ?? ''
      return fromLines(piecesOf(entry.replaceAll('\n', '<br>')), reader)
    },
  },
  {
    name: 'GET /feeds/closures.ics',
    files: ['apps/server/src/features/trail-status/public/closures-calendar.ts', 'packages/domain/src/trail-status/text/closure-text.ts'],
    async read(reader) {
      const events = (await reader.get('/feeds/closures.ics')).replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
      const latest = reader.document()
      const now = reader.now()
      // A calendar can't show that a trail is open. It must contain every closure in force, and must not show any other closure as started.
      const status = latest && publicStatusOf({ ...latest, createdAt: new Date(latest.createdAt) }, reader.networks, now)
      const trails = reader.trails.flatMap((trail) => {
        const { status: word, closures } = trailAt(status, trail, now)
        const own = closures.filter(({ trailId }) => trailId === trail.id)
        const found = own.filter(({ id }) => events.some((event) => event.includes(`UID:${id}@`)))
        const text = found.flatMap(({ section }) => (section ? [sectionText(section)] : [])).join('; ')
        return own.length > 0 ? [[trail.id, { word: found.length === own.length ? (word ?? '') : 'nothing', text }] as const] : []
      })
      return { trails: Object.fromEntries(trails) }
    },
  },
  {
    name: 'GET /api/v1/status',
    files: ['apps/server/src/features/trail-status/public/status-program-routes.ts'],
    read: async (reader) => fromProgram(await reader.getByKey('/api/v1/status'), reader),
  },
  {
    name: 'PUT /api/v1/status-updates/:id',
    files: ['apps/server/src/features/trail-status/public/status-program-routes.ts'],
    read(reader) {
      const answer = reader.postAnswer()
      return answer === null ? null : fromProgram(answer, reader)
    },
  },
  {
    name: 'webhook status.posted',
    files: ['apps/server/src/features/trail-status/trail-status-store.ts'],
    read({ webhookData, networks }) {
      const data = webhookData()
      if (!data) return null
      return {
        networks: all(networks, ({ id }) => {
          const network = data.networks[id]
          return network && { word: network.status, text: network.exceptions }
        }),
      }
    },
  },
  {
    name: 'a member’s phone, by sync',
    files: [
      'apps/web/src/features/trail-status/status-sync.ts',
      'apps/web/src/features/trail-status/synced-status.ts',
      'packages/domain/src/trail-status/update/trail-update-kind.ts',
    ],
    read(reader) {
      const document = reader.document()
      const status = document && syncedStatus([document], reader.networks, 'an epoch')
      return status && afterRestart(status, reader)
    },
  },
  {
    name: 'a phone without signal',
    files: [
      'apps/web/src/data/page-data.ts',
      'apps/web/src/data/status/status-keeper.ts',
      'apps/web/src/features/alerts/alerts-screen.tsx',
      'apps/web/src/features/offline-maps/coverage-picture.tsx',
      ...SHOWN,
    ],
    screens: ['/alerts', '/offline'],
    read(reader) {
      const answer = reader.storedAnswer()
      return answer && afterRestart(answer, reader)
    },
  },
  {
    name: 'push about a network',
    files: PUSHES,
    read: ({ push, networks }) => readPushes('network', networks, push),
  },
  {
    name: 'push about a trail',
    files: PUSHES,
    read: ({ push, trails }) => readPushes('trail', trails, push),
  },
  {
    name: 'push, the status it carries',
    files: [...PUSHES, 'apps/web/src/service-worker/receive-push.ts', 'apps/web/src/platform/pushed-status.ts'],
    read(reader) {
      const status = reader.pushedStatus()
      if (!status) return null
      const whole = fromAnswer(status, reader)
      if (!status.isShortened) return whole
      // A push may omit the text, and also the trails if the status is long.
      const words = (of: Reading['trails'] = {}) => Object.fromEntries(Object.entries(of).map(([id, { word }]) => [id, { word }]))
      return { networks: words(whole.networks), ...(status.trails !== null && { trails: words(whole.trails) }) }
    },
  },
  {
    name: 'status email',
    files: ['apps/server/src/features/trail-status/alerts/subscription-store.ts', ...TEXT],
    read(reader) {
      const email = reader.email()
      if (email === null) return null
      const { networks = {}, trails = {} } = fromLines(email.split('\n'), reader)
      // The email only contains networks whose status has changed.
      return { networks: Object.fromEntries(Object.entries(networks).filter(([, { word }]) => word !== 'nothing')), trails }
    },
  },
  {
    name: 'GET /',
    isPage: true,
    files: [
      'apps/web/src/app/screens/map-preview.tsx',
      'apps/web/src/features/trail-status/trails-information.tsx',
      'apps/web/src/features/trail-status/network-statuses.tsx',
      ...SHOWN,
    ],
    async read({ get, networks }) {
      const pieces = piecesOf(await get('/'))
      const names = networks.map(({ name }) => name)
      return { networks: all(networks, ({ name }) => shownAfter(pieces, name, [...names, 'All trails'])) }
    },
  },
  {
    name: 'GET /map',
    isPage: true,
    files: [
      'apps/web/src/features/trail-map/first-map-ground.tsx',
      'apps/web/src/features/trail-map/panels/networks-panel.tsx',
      'apps/web/src/features/trail-map/layers/drawn-layers.ts',
      'apps/web/src/features/trail-map/popup/site-popup.tsx',
      'apps/web/src/features/trail-map/popup/tap-chooser.tsx',
      'apps/web/src/features/trail-map/popup/trail-sheet.tsx',
      'apps/web/src/features/trail-map/search/map-search-dialog.tsx',
      'apps/web/src/prerender.tsx',
      ...SHOWN,
    ],
    async read({ get, networks }) {
      const pieces = piecesOf(await get('/map'))
      const names = networks.map(({ name }) => name)
      return { networks: all(networks, ({ name }) => shownAfter(pieces, name, names)) }
    },
  },
  {
    name: 'GET /embed/status',
    isPage: true,
    files: ['apps/web/src/features/trail-status/trails-information.tsx', 'apps/web/src/prerender.tsx', ...SHOWN],
    async read({ get, networks }) {
      const pieces = piecesOf(await get('/embed/status'))
      const names = networks.map(({ name }) => name)
      return { networks: all(networks, ({ name }) => shownAfter(pieces, name, names)) }
    },
  },
  {
    name: 'GET /trails',
    isPage: true,
    files: [
      'apps/web/src/features/trails/trails.tsx',
      'apps/web/src/features/trails/trail-list.tsx',
      'apps/web/src/features/trails/trails-map.tsx',
      ...SHOWN,
    ],
    async read({ get, networks, trails }) {
      const pieces = piecesOf(await get('/trails'))
      const names = [...networks, ...trails].map(({ name }) => name)
      const word = (name: string) => {
        const shown = shownAfter(pieces, name, names)
        return shown && { word: shown.word }
      }
      return { networks: all(networks, ({ name }) => word(name)), trails: all(trails, ({ name }) => word(name)) }
    },
  },
  {
    name: 'GET /trails/{slug}',
    isPage: true,
    files: [
      'apps/web/src/features/trails/trails.tsx',
      'apps/web/src/features/trails/page/trail-view.tsx',
      'apps/web/src/features/trails/page/about-trails.ts',
      'apps/web/src/parts/status/status-band.tsx',
      ...SHOWN,
    ],
    read: (reader) => readTrailPages(reader, (id) => `/trails/${id}`),
  },
  {
    name: 'GET /embed/trails/{slug}',
    isPage: true,
    files: ['apps/web/src/prerender.tsx', 'apps/web/src/parts/status/status-band.tsx', ...SHOWN],
    read: (reader) => readTrailPages(reader, (id) => `/embed/trails/${id}`),
  },
  {
    name: 'GET /previews/status.png',
    isPage: true,
    files: ['apps/web/src/app/page-preview.ts', 'apps/web/src/prerender.tsx', ...SHOWN],
    async read(reader) {
      const [page, lines] = [await reader.get('/'), await readPicture(reader, '/previews/status.png')]
      const escaped = /property="og:description" content="([^"]*)"/.exec(page)?.[1] ?? ''
      const description = escaped.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
      for (const { name } of reader.networks) {
        const line = lines.find((one) => one.startsWith(`${name}: `)) ?? 'nothing'
        if (!description.includes(line)) throw new Error(`the picture shows “${line}” but the link “${description}”`)
      }
      return { networks: fromLines(lines, reader).networks ?? {} }
    },
  },
  {
    name: 'GET /previews/trails/{picture}',
    isPage: true,
    files: ['apps/web/src/app/page-preview.ts', 'apps/web/src/prerender.tsx', ...SHOWN],
    async read(reader) {
      const read: Record<string, Shown> = {}
      for (const { id, name } of reader.trails) {
        const lines = await readPicture(reader, `/previews/trails/${id}.png`)
        const found = lines.find((line) => line.startsWith(`${name}: `)) ?? ''
        read[id] = fromLines([`– ${found}`], { ...reader, trails: [{ id, name, networkId: '', posts: [] }] }).trails?.[id] ?? {
          word: 'nothing',
        }
      }
      return { trails: read }
    },
  },
]

/** The lines of text in the picture, which are also in its description. */
async function readPicture({ get }: SurfaceReader, path: string): Promise<string[]> {
  const text = /iTXtDescription\0{5}([\s\S]*?As of [^\n]*\d\d:\d\d\.)/.exec(await get(path))?.[1]
  if (!text) throw new Error(`${path} has no text`)
  return text.split('\n')
}

function fromProgram(body: string, { networks, trails }: SurfaceReader): Reading {
  const answer: {
    networks: Record<string, { status: string; exceptions: string; message: string }>
    trails: Record<string, { status: string | null }>
    closures: { trailId: string | null; section: { from: string | null; to: string | null } | null }[]
  } = JSON.parse(body)
  return {
    networks: all(networks, ({ id }) => {
      const network = answer.networks[id]
      return network ? { word: network.status, text: `${network.exceptions} ${network.message}` } : { word: 'Unknown' }
    }),
    trails: all(trails, ({ id }) => {
      const own = answer.closures.filter(({ trailId }) => trailId === id)
      const text = own.flatMap(({ section }) => (section ? [sectionText(section)] : [])).join('; ')
      return { word: answer.trails[id]?.status ?? 'Unknown', text }
    }),
  }
}

/** A push contains a changed status: "Icarus closed", "St Helens is open", "Relay open again". A closed section isn't a status. */
function readPushes(kind: 'network' | 'trail', things: readonly { id: string; name: string }[], push: SurfaceReader['push']): Reading {
  const read = things.flatMap(({ id, name }) => {
    const text = push(kind, id)
    if (text === null) return []
    const status = '(partially open|open|closed)'
    const found = new RegExp(`(?<!Part of )${name} (?:is ${status}|${status}(?: again)?(?:,|$))`, 'im').exec(text)
    const word = WORDS.find((one) => one.toLowerCase() === (found?.[1] ?? found?.[2])?.toLowerCase())
    return word ? [[id, { word }] as const] : []
  })
  return kind === 'network' ? { networks: Object.fromEntries(read) } : { trails: Object.fromEntries(read) }
}

async function readTrailPages({ get, trails }: SurfaceReader, pathOf: (id: string) => string): Promise<Reading> {
  const read: Record<string, Shown> = {}
  for (const { id } of trails) {
    const pieces = piecesOf(await get(pathOf(id)))
    // The first status on the page is in the status band. The posts and signal below it contain words that look like a status.
    const at = pieces.findIndex(isWord)
    read[id] = { word: pieces[at] ?? 'nothing', text: pieces.slice(at).join(' ') }
  }
  return { trails: read }
}
