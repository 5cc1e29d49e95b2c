/**
 * After each step of a random history, every public page and feed must show the same status, and none may be more open than the worst of
 * its parts. The routes are real, but the table of updates is a list in memory, so that the full size (`STATUS_HISTORIES=10000`) is
 * possible. Pages take longest to render, so each step reads only one of them. `npm run fault -- STATUS` reads all of them, with
 * PostgreSQL, phones, programs and nginx.
 */

import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { APP_PATHS, PERMISSIONS, type PushedNews } from '@trailwarden/api'
import {
  type AuthorKnew,
  type Closure,
  confirmRestrictedOnly,
  decideTrailUpdate,
  type PublicStatus,
  publicStatusOf,
  type TrailUpdate,
  TrailUpdateDocument,
} from '@trailwarden/domain'
import type { StatusProposal } from '@trailwarden/domain/trail-status/proposal/status-proposal-kind'
import { closesOnly, decideProposal } from '@trailwarden/domain/trail-status/proposal/status-proposal-rules'
import { knownTrailsOf } from '@trailwarden/site'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { PUBLIC_SURFACES, type SurfaceReader } from '@trailwarden/testkit/devices/public-surfaces'
import { findDifferences } from '@trailwarden/testkit/devices/surface-differences'
import { createRandom, type Random } from '@trailwarden/testkit/random'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterEach, expect, test, vi } from 'vitest'
import { openPages } from '../../../http/pages/pages.ts'
import { readConfig } from '../../../read-config.ts'
import { servePages } from '../../../serve-pages.ts'
import { readSiteContent } from '../../site/site.ts'
import { alertText } from '../alerts/alert-text.ts'
import { withStatus } from '../alerts/pushed-status.ts'
import { trailStatusRoutes } from '../trail-status-routes.ts'
import { publicNetworks } from '../trail-status-store.ts'
import { statusFeedRoutes } from './status-feeds.ts'
import { programView } from './status-program-routes.ts'

const root = resolve(import.meta.dirname, '../../../../../..')
const WEB_DIST = join(root, 'apps/web/dist')
const MINUTE_MS = 60_000
const STATUSES = ['Open', 'Partially Open', 'Closed'] as const
const manager = { id: randomUUID(), name: 'Ranger', role: 2 }
const second = { id: randomUUID(), name: 'Second', role: 2 }

afterEach(() => void vi.useRealTimers())

async function openSurfaces() {
  buildApp()
  const content = await readSiteContent(join(root, 'sites/demo-park'), join(root, 'apps/web/help'))
  const { site, bundle } = content
  const trails = knownTrailsOf(bundle)
  const log: TrailUpdate[] = []
  const readStatus = (): PublicStatus => publicStatusOf(log[0] ?? null, site.networks, new Date(), 'an epoch')
  const app = Fastify()
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url }) => void (method === 'GET' && routes.push(`GET ${url}`)))
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const reader = { read: async () => readStatus(), readLog: async () => log, start: async () => undefined }
  trailStatusRoutes(app, reader)
  const config = readConfig({
    DATABASE_URL: 'postgres://127.0.0.1/none',
    NODE_ENV: 'test',
    DEV_MAIL: 'true',
    WEB_DIST,
    PUBLIC_URL: 'http://127.0.0.1:8080',
  })
  const network = { read: async () => bundle, last: () => bundle }
  statusFeedRoutes(app, { site, publicUrl: config.PUBLIC_URL, readLog: reader.readLog, readStatus: reader.read, readBundle: network.read })
  const pageData = async () => ({ site, status: readStatus() })
  app.get('/api/public/page-data', pageData)
  await servePages(app, await openPages(WEB_DIST), config, content, network as Parameters<typeof servePages>[4], pageData)

  let postAnswer: string | null = null
  let stored: PublicStatus | null = null
  const deps = { site, trails: () => trails }
  const surfaces: SurfaceReader = {
    site,
    networks: site.networks,
    trails,
    now: () => new Date(),
    get: async (path) => (await app.inject(path)).body,
    getByKey: async () => JSON.stringify(programView(log[0] ?? null, deps, new Date())),
    postAnswer: () => postAnswer,
    webhookData: () => (log[0] ? { networks: publicNetworks(log[0], site, new Date()) } : null),
    document: () => (log[0] ? documentOf(log[0]) : null),
    storedAnswer: () => stored,
    pushedStatus: () => withStatus({ title: 'Trail status', body: '', path: '/' } as PushedNews, readStatus()).status ?? null,
    push(kind, id) {
      const text = alertText({ kind, id }, {}, readStatus(), site, bundle.trails, new Date())
      return text && `${text.title}\n${text.body}`
    },
    // Emails need SQL, so the fault test reads real ones instead.
    email: () => null,
  }
  const contextOf = (authorKnew: AuthorKnew) => ({
    networkIds: site.networks.map(({ id }) => id),
    trails,
    before: log[0] ?? null,
    authorKnew,
  })
  const post = (
    input: object,
    authorKnew: AuthorKnew,
    { needsSecond, isProgram = false }: { needsSecond: boolean; isProgram?: boolean },
  ): 'posted' | 'superseded' | 'waits' => {
    const now = new Date()
    postAnswer = null
    const context = { ...contextOf(authorKnew), keepsOtherTrails: needsSecond }
    const decision = decideTrailUpdate(null, randomUUID(), input, manager, context, now)
    if (!decision.ok && decision.refusal.code !== 'superseded') throw new Error(decision.refusal.detail)
    if (!decision.ok) return 'superseded'
    if (needsSecond && !closesOnly(decision.record, context.before, trails, now)) return 'waits'
    const record = needsSecond ? confirmRestrictedOnly(decision.record, context.before, now) : decision.record
    log.unshift({ ...record, orderNumber: log.length + 1, emailed: null })
    log.length = Math.min(log.length, 20)
    if (isProgram) postAnswer = JSON.stringify(programView(log[0] ?? null, deps, now))
    return 'posted'
  }
  const changeProposal = (current: StatusProposal | null, patch: object, actor: typeof manager, authorKnew: AuthorKnew) =>
    decideProposal(
      current,
      { recordId: randomUUID(), patch, recordedAt: new Date().toISOString() },
      actor,
      { ...contextOf(authorKnew), approvalBlock: null },
      new Date(),
    )
  const propose = (input: object): StatusProposal | null => {
    const whole = { trails: log[0]?.trails ?? {}, closures: log[0]?.closures ?? [], ...input, basedOn: log[0]?.id ?? null }
    const decision = changeProposal(null, whole, manager, { is: 'latest' })
    return decision.ok ? decision.record.record : null
  }
  const approve = (proposal: StatusProposal): boolean => {
    const isLatest = proposal.basedOn === (log[0]?.id ?? null)
    const answer = changeProposal(proposal, { confirm: true }, second, isLatest ? { is: 'latest' } : { is: 'earlier', update: null })
    if (answer.ok !== isLatest) throw new Error('an outdated proposal was approved, or a current one was not')
    if (!answer.ok) return false
    const { networks, trails: words, closures } = proposal
    const input = { networks, trails: words, closures }
    return post(input, { is: 'latest' }, { needsSecond: false }) === 'posted'
  }
  const goOffline = () => {
    stored = JSON.parse(JSON.stringify(readStatus()))
  }
  return { surfaces, log, post, propose, approve, goOffline, forget: () => ([postAnswer, stored] = [null, null]), site, trails, routes }
}

const documentOf = ({ posted: _, ...update }: TrailUpdate) => TrailUpdateDocument.parse(JSON.parse(JSON.stringify(update)))

function randomClosure(random: Random, trails: readonly { id: string; networkId: string; posts: readonly string[] }[]): Closure {
  const trail = random.pick(trails)
  const isWhole = random.chance(0.15)
  const [from = null, to = null] = trail.posts
  const section = !isWhole && random.chance(0.6) && (from || to) ? { from, to: to ?? null } : null
  const startMs = random.chance(0.5) ? null : Date.now() + random.below(180) * MINUTE_MS
  // A closure that began immediately, but was sent offline, may arrive after its end.
  const endMs = startMs === null ? Date.now() + (random.below(260) - 60) * MINUTE_MS : startMs + (1 + random.below(200)) * MINUTE_MS
  const endsAt = random.chance(0.5) ? null : new Date(endMs).toISOString()
  return {
    id: randomUUID(),
    networkId: trail.networkId,
    trailId: isWhole ? null : trail.id,
    section,
    level: section && random.chance(0.3) ? 'Limited' : 'Closed',
    message: random.pick(['', 'Slip', 'Trees are being felled']),
    wayAround: '',
    startsAt: startMs === null ? null : new Date(startMs).toISOString(),
    endsAt,
    reopens: null,
  }
}

/** The last message is so long that a push must leave out texts. */
const MESSAGES = [
  '',
  'Dry & fast',
  'Long Larch is closed for felling.',
  'All trails open',
  'Closed between NW01 and NW02.',
  'Mud. '.repeat(99),
]

test('STAT-1 STAT-2 in random histories every public surface shows the same status for networks, trails and sections', async () => {
  const [first, count] = [Number(process.env.STATUS_FIRST ?? 1), Number(process.env.STATUS_HISTORIES ?? 60)]
  const { surfaces, log, post, propose, approve, goOffline, forget, site, trails } = await openSurfaces()
  const isAnswer = ({ name }: { name: string }) => name.startsWith('PUT ')
  const pages = PUBLIC_SURFACES.filter(({ isPage }) => isPage)
  const quick = PUBLIC_SURFACES.filter((surface) => !surface.isPage && !isAnswer(surface))
  const answers = PUBLIC_SURFACES.filter(isAnswer)
  const seen = { steps: 0, posted: 0, byPrograms: 0, superseded: 0, proposed: 0, approved: 0 }
  const readings = Object.fromEntries(PUBLIC_SURFACES.map(({ name }) => [name, 0]))
  const compare = async (which: readonly (typeof PUBLIC_SURFACES)[number][], about: string) => {
    const latest = surfaces.document()
    if (!latest) throw new Error('nothing was posted')
    for (const surface of which) {
      const reading = await surface.read(surfaces)
      if (!reading) continue
      if (Object.keys(reading.networks ?? {}).length + Object.keys(reading.trails ?? {}).length > 0)
        readings[surface.name] = (readings[surface.name] ?? 0) + 1
      const different = findDifferences(surface.name, reading, latest, surfaces)
      if (different.length > 0) throw new Error(`${about}: ${different.join('\n')}`)
    }
  }
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  vi.setSystemTime(Date.UTC(2026, 3, 4))
  for (let seed = first; seed < first + count; seed++) {
    const random = createRandom(seed)
    const needsSecond = seed % 2 === 0
    const proposals: StatusProposal[] = []
    log.length = 0
    forget()
    for (let step = 0; step < 4; step++) {
      vi.advanceTimersByTime(2000 + random.below(90) * MINUTE_MS)
      const networks = Object.fromEntries(
        site.networks.map(({ id }) => [id, { status: random.pick(STATUSES), message: random.pick(MESSAGES) }]),
      )
      const words = Object.fromEntries(
        trails.flatMap(({ id }) => (random.chance(0.25) ? [[id, { status: random.pick(STATUSES), message: '' }]] : [])),
      )
      const remaining = (log[0]?.closures ?? []).filter(() => random.chance(0.7))
      const closures = [...remaining, ...Array.from({ length: random.below(3) }, () => randomClosure(random, trails))]
      const late: AuthorKnew = random.chance(0.5) ? { is: 'untold' } : { is: 'earlier', update: random.pick(log) ?? null }
      const isProgram = random.chance(0.3)
      // Simulates an app or program that can only set the status of networks.
      const isOld = random.chance(isProgram ? 0.5 : 0.15)
      const input = { networks, ...(!isOld && { trails: words, closures }) }
      const authorKnew: AuthorKnew = random.chance(0.6) ? { is: 'latest' } : late
      if (step === 0 || random.chance(0.7)) {
        // The first update needs no approval. Otherwise, nothing would be public.
        const outcome = post(input, authorKnew, { needsSecond: needsSecond && step > 0, isProgram })
        seen.posted += Number(outcome === 'posted')
        seen.superseded += Number(outcome === 'superseded')
        seen.byPrograms += Number(outcome === 'posted' && isProgram)
        await compare(answers, `seed ${seed}, step ${step}`)
        const proposal = outcome === 'waits' && !isProgram ? propose(input) : null
        if (proposal) proposals.push(proposal)
        seen.proposed += Number(proposal !== null)
      }
      goOffline()
      vi.advanceTimersByTime(random.chance(0.5) ? 0 : random.below(120) * MINUTE_MS)
      if (proposals.length > 0 && random.chance(0.6)) {
        const [proposal] = proposals.splice(random.below(proposals.length), 1)
        if (proposal && approve(proposal)) {
          seen.approved += 1
          goOffline()
        }
      }
      const page = pages[seen.steps % pages.length]
      await compare(page ? [...quick, page] : quick, `seed ${seed}, step ${step}`)
      seen.steps += 1
    }
  }
  const read = Object.values(readings).reduce((sum, one) => sum + one, 0)
  console.info(`every surface agrees: ${JSON.stringify({ histories: count, ...seen, readings: read })}`)
  expect(Object.entries(readings).filter(([name, times]) => times < count / 10 && name !== 'status email')).toEqual([])
  for (const times of [seen.posted, seen.byPrograms, seen.superseded, seen.proposed, seen.approved])
    expect(times).toBeGreaterThan(count / 10)
}, 5_400_000)

/** These source files use trail status without showing it to the public. */
const NOT_PUBLIC = [
  // Decides who gets a push. Its text comes from alert-text.ts.
  'apps/server/src/features/trail-status/alerts/alert-work.ts',
  'apps/web/src/features/trail-status/rider-text.ts',
  // Only members see this card. Its statuses are those of home, which shows it.
  'apps/web/src/features/actions/lists/needs-attention-card.tsx',
  ...['trail-lines.ts', 'update-add.tsx', 'update-list.tsx', 'update-values.ts', 'update-view.tsx', 'updates.ts'].map(
    (name) => `apps/web/src/features/trail-status/update/${name}`,
  ),
]

/** Names of the functions that compute a status or describe a closure: the domain's, and the app's functions and components around them. */
function readReaders(): RegExp {
  const ofDomain = ['publicStatusOf', 'trailAt', 'networkNow', 'statusAt', 'publicWord', 'trailStatusesOf', 'networkOutcome']
  const ofApp = ['upcoming.tsx', 'shown-status.ts', 'trail-conditions.ts', 'network-conditions.ts'].flatMap((file) => {
    const source = readFileSync(join(root, 'apps/web/src/parts/status', file), 'utf8')
    return Array.from(source.matchAll(/^export (?:const|function) (\w+)/gm), ([, name = '']) => name)
  })
  expect(ofApp).toEqual(expect.arrayContaining(['useShownTrails', 'useShownNetworks', 'useMapConditions', 'shownStatus']))
  return new RegExp(`\\b(${[...ofDomain, 'closureText', 'closureHeadline', ...ofApp].join('|')})\\b`)
}

test('STAT-1 every source file that computes or shows a status is listed with a public surface', () => {
  const READERS = readReaders()
  const files = execFileSync('git', ['ls-files', 'apps/server/src', 'apps/web/src'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  const covered = new Set(PUBLIC_SURFACES.flatMap((surface) => surface.files))
  const reading = files.filter((file) => READERS.test(readFileSync(join(root, file), 'utf8')))
  expect(reading.filter((file) => !covered.has(file) && !NOT_PUBLIC.includes(file))).toEqual([])
  expect(PUBLIC_SURFACES.length).toBeGreaterThanOrEqual(14)
  // Paths of deleted files must be removed from the tables.
  const tracked = new Set(execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n'))
  expect([...covered, ...NOT_PUBLIC].filter((file) => !tracked.has(file))).toEqual([])
})

/** Screens of the app without public trail status. Those that only members or managers see may show it to them. */
const SCREENS_WITHOUT_STATUS = [
  ...['/waiting', '/subscribe', '/report', '/r/:code', '/access-denied'],
  ...['/information', '/information/:page', '/help', '/help/:page'],
  ...['/login', '/register', '/reset-password', '/confirm-email', '/passkeys'],
  ...['/change-email', '/change-password', '/change-name', '/delete-account', '/account', '/account/:tab'],
  ...['/actions', '/actions/:tab', '/actions/edit/:id', '/actions/view/:id'],
  ...['/management', '/management/:tab', '/management/:tab/:section'],
  ...['geopoints', 'updates', 'notices', 'work-days', 'users'].flatMap((name) => [`/${name}/:verb`, `/${name}/:verb/:id`]),
]

/** `GET /*` serves the app's screens, which the test lists one by one. */
const NO_STATUS = [
  'GET /*',
  'GET /help',
  'GET /help/',
  'GET /information/',
  'GET /help/:page',
  'GET /information/:page',
  'GET /emergency',
  'GET /m/*',
  'GET /api/public/warnings',
  'GET /api/public/hazards',
  'GET /api/public/alerts',
  'GET /api/public/site-data',
  'GET /api/public/guide',
  'GET /api/docs',
  'GET /api/docs/openapi.json',
  'GET /api/me',
  'GET /api/account/sign-on/callback',
  'GET /api/reports/pull',
  'GET /api/subscriptions/:id/unsubscribe',
  'GET /api/alerts/:id',
  'GET /dev/mail',
  'GET /dev/mail.json',
]

test('STAT-1 every public route and every screen of the app is listed with a public surface, or as one that shows no status', async () => {
  const { routes: pages } = await openSurfaces()
  const names = PUBLIC_SURFACES.map(({ name }) => name.replaceAll(/\{(\w+)\}/g, ':$1'))
  const ofApi = Object.entries(PERMISSIONS).flatMap(([route, { role, scope }]) =>
    (role === 0 && route.startsWith('GET ')) || scope === 'read-status' || scope === 'post-status' ? [route] : [],
  )
  const isFile = (route: string) => /\.(js|css|webp|png|svg|woff2|html|txt|json|ico|map)$|service-worker/.test(route)
  const routes = [...ofApi, ...pages.filter((route) => names.includes(route) || !isFile(route))]
  expect([...new Set(routes)].filter((route) => !names.includes(route) && !NO_STATUS.includes(route))).toEqual([])
  const screens = [...SCREENS_WITHOUT_STATUS, ...PUBLIC_SURFACES.flatMap((surface) => surface.screens ?? [])]
  expect(APP_PATHS.filter((path) => !names.includes(`GET ${path}`) && !screens.includes(path))).toEqual([])
  // Removed screens must be removed from the tables.
  expect(screens.filter((path) => !APP_PATHS.includes(path))).toEqual([])
})
