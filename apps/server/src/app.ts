/** Puts the server together: everything but listening. Tests build the same app on a database of their own. */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { RULEBOOK, type Rulebook, SIGN_ON_CALLBACK } from '@trailwarden/api'
import { buildTrailIndex, type Describer, versionLabel } from '@trailwarden/domain'
import { APP_HEADER, PageData, type SiteBundle, tileOrigins } from '@trailwarden/site'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type pg from 'pg'
import { actionEmails } from '#features/actions/action-emails.ts'
import { forgetInActions } from '#features/actions/action-store.ts'
import { peopleEmails } from '#features/people/people-emails.ts'
import { forgetInSettings } from '#features/settings/settings-store.ts'
import { forgetSubscription, subscriptionEmails, subscriptionNews } from '#features/trail-status/subscription-store.ts'
import { createStatusReader } from '#features/trail-status/trail-status-store.ts'
import { type Mail, openMail } from '#mail/mailer.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Config } from './config.ts'
import { audit } from './db/audit.ts'
import type { Database } from './db/database.ts'
import { purgeDeletedActions } from './features/actions/action-purge.ts'
import { billingRoutes } from './features/billing/billing-routes.ts'
import { openProvider } from './features/billing/provider.ts'
import { briefRoutes } from './features/briefs/brief-routes.ts'
import { systemMetrics } from './features/operations/system-metrics.ts'
import { openSystemReader } from './features/operations/system-reader.ts'
import { systemStatusRoutes } from './features/operations/system-status-routes.ts'
import { type AccountLimits, createAccountLimits } from './features/people/account-limits.ts'
import { accountRoutes } from './features/people/account-routes.ts'
import type { PeopleDependencies } from './features/people/accounts.ts'
import { auditLogRoutes } from './features/people/audit-log-routes.ts'
import { exportRoutes } from './features/people/export-routes.ts'
import { forgetInactive, noticeInactive } from './features/people/inactive-people.ts'
import { invitationRoutes } from './features/people/invitation-routes.ts'
import { passkeyRoutes } from './features/people/passkey-routes.ts'
import { relyingParty } from './features/people/passkeys.ts'
import { meRoutes, userRoutes } from './features/people/people-routes.ts'
import { forgetPictures } from './features/people/pictures.ts'
import { whoAsks } from './features/people/sessions.ts'
import { openSignOnProvider } from './features/people/sign-on-provider.ts'
import { signOnRoutes } from './features/people/sign-on-routes.ts'
import { photoRoutes } from './features/photos/photo-routes.ts'
import { openPhotoSweep, type PhotoSweep } from './features/photos/photo-sweep.ts'
import { openSiteReader, type SiteReader } from './features/points/site-reader.ts'
import { openRetention, type Retention, sweepExpired } from './features/retention/retention.ts'
import { withTokens } from './features/site/base-map-tokens.ts'
import { type SiteContent, siteRoutes } from './features/site/site.ts'
import { statusFeedRoutes } from './features/trail-status/status-feeds.ts'
import { subscriptionRoutes } from './features/trail-status/subscription-routes.ts'
import { trailStatusRoutes } from './features/trail-status/trail-status-routes.ts'
import { openPhotoStore, type PhotoStore } from './files/photo-store.ts'
import { describeApi } from './http/api-docs.ts'
import { ASK_FIRST, FOREVER, PUBLIC_READ, STATUS_READ } from './http/cache-headers.ts'
import { describeRequest } from './http/describe-request.ts'
import { type ErrorReports, openErrorReports } from './http/error-reports.ts'
import { guardRoutes } from './http/guard.ts'
import { healthRoutes } from './http/health.ts'
import { createMetrics, type Metrics, metricsRoute } from './http/metrics.ts'
import { isCachedPage, type Pages } from './http/pages.ts'
import { handleErrors, sendProblem } from './http/problem.ts'
import { refuseUnknownProxies } from './http/proxies.ts'
import { createBucket, createDailyBucket, limitRequests } from './http/rate-limit.ts'
import { requestPath } from './http/request-path.ts'
import { refuseCrossSiteRequests } from './http/same-origin.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { securityTxtRoute } from './http/security-txt.ts'
import { prepareStopping, type Stopping } from './http/stopping.ts'
import { WORKER_FILES, workerScriptRoute } from './http/worker-script.ts'
import { devMailRoutes } from './mail/dev-mail.ts'
import { memoryTransport, smtpTransport } from './mail/transport.ts'
import { startSweeps } from './sweeps.ts'
import { openEvents } from './sync/events.ts'
import { historyRoutes } from './sync/history-routes.ts'
import { applyChanges, forgetAuthor, PHOTO_SEEN_BY } from './sync/kinds.ts'
import { killAt } from './sync/milestones.ts'
import { openPings } from './sync/pings.ts'
import { syncRoutes } from './sync/sync-routes.ts'

const VERSION = versionLabel(packageJson.version)

export type Dependencies = {
  config: Config
  database: Database
  content: SiteContent
  /** Null when the web app has not been built: tests of the API and development, where Vite serves the pages. */
  pages: Pages | null
  /** The permission table; tests change one rule at a time to see that a test fails. */
  rulebook?: Rulebook
  /** Where log lines go instead of the standard output. */
  logTo?: { write(line: string): void }
  /** One of many networks in this process: its name, for logs and metrics, and where its connections come from. */
  hosted?: Hosted
}

export type Hosted = { name: string; Client: typeof pg.Client }

export type Server = {
  app: FastifyInstance
  stopping: Stopping
  mail: Mail
  photoSweep: PhotoSweep
  retention: Retention
  /** What `/metrics` answers, for a process that asks several. */
  readMetrics(): Promise<string>
}

export async function buildApp({ config, database, pages, rulebook = RULEBOOK, logTo, hosted, ...given }: Dependencies): Promise<Server> {
  const { db } = database
  const content = withTokens(given.content, config.BASE_MAP_TOKENS)
  const { site } = content
  const { passkeyFromRole, registration = 'open' } = site.signIn
  const app = Fastify({
    logger: {
      level: config.LOG_LEVEL,
      serializers: { req: describeRequest },
      ...(hosted && { base: { pid: process.pid, network: hosted.name } }),
      ...(logTo && { stream: logTo }),
    },
    genReqId: () => randomUUID(),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    bodyLimit: 256 * 1024,
    forceCloseConnections: 'idle',
    // Slow senders and idle sockets are closed; an answer under way, such as a stream of events, may take as long as it likes.
    requestTimeout: config.REQUEST_SECONDS * 1000,
    // Longer than nginx keeps a connection to us open: it must not send on one that we are just closing.
    keepAliveTimeout: 72_000,
    http: { headersTimeout: config.HEADERS_SECONDS * 1000, connectionsCheckingInterval: Math.min(5, config.HEADERS_SECONDS) * 1000 },
    return503OnClosing: false,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const errors = openErrorReports({ dsn: config.ERROR_DSN, release: VERSION, environment: config.NODE_ENV, site: config.SITE }, app.log)
  app.addHook('onClose', () => errors.stop())
  handleErrors(app, errors.report)
  addSecurityHeaders(app)
  app.addHook('onSend', async (request, reply) => {
    reply.header(APP_HEADER, VERSION)
    // Not in a copy that others are given: to them it would name somebody else's request.
    if (![PUBLIC_READ, STATUS_READ].includes(String(reply.getHeader('cache-control')))) reply.header('x-request-id', request.id)
  })
  if (config.NODE_ENV === 'production' && config.TRUSTED_PROXIES.length === 0) refuseUnknownProxies(app)
  const metrics = createMetrics(app)
  limitRequests(app, config.REQUESTS_PER_MINUTE, () => metrics.countEviction('limiter-key'))
  refuseCrossSiteRequests(app)
  // Before any route: from here on, a route without a row in the permission table is refused.
  app.decorateRequest('sessionId', null)
  guardRoutes(app, {
    rulebook,
    whoAsks: (request) => whoAsks(db, request, passkeyFromRole, new Date()),
    onRefusal: (actor, route) => audit(db, 'refused', { actorId: actor.id, details: { route } }, new Date()),
  })
  const stopping = prepareStopping(app, config.DRAIN_MS)
  const stopSweeps = startSweeps(db, (error) => app.log.warn({ err: error }, 'old sessions and commands were not removed'))
  app.addHook('onClose', async () => stopSweeps())

  database.pool.on('error', (error) => app.log.warn({ err: error }, 'connection to the database lost'))

  await describeApi(app, VERSION)
  securityTxtRoute(app, { contact: config.SECURITY_CONTACT, publicUrl: config.PUBLIC_URL })
  const { outdated } = content
  const notice = outdated && `the latest site data has issues; the last data that passed, of ${outdated.passedAt.toISOString()}, is used`
  if (notice) app.log.warn({ hash: outdated.hash, issues: outdated.issues }, notice)
  healthRoutes(app, database.pool, stopping.isStopping, notice)
  const status = createStatusReader(db, site, (error) => app.log.warn({ err: error }, 'status read from memory'))
  await status.start()
  trailStatusRoutes(app, status)
  statusFeedRoutes(app, { site, publicUrl: config.PUBLIC_URL, readLog: status.readLog })
  const network = await openSiteReader(db, content.bundle, (error) => app.log.warn({ err: error }, 'points read from memory'))
  await siteRoutes(app, content, network.read, config.PUBLIC_URL)
  const reach = killAt(config.FAULT_KILL_AT)
  const mail = await openMailer(app, config, database, content, reach, hosted?.Client)
  const store = openPhotoStore(config)
  const photoSweep = await openPhotoSweep(database, store, app.log)
  const { expectClaim } = photoSweep
  const forget = [forgetAuthor, forgetInActions, forgetInSettings, forgetSubscription, forgetPictures(expectClaim)]
  const people = { db, mail, rulebook, passkeyFromRole, registration, forget, expectClaim }
  const limits = createAccountLimits(database.pool, config)
  accountRoutes(app, people, limits)
  openSignOn(app, config, people, limits)
  passkeyRoutes(app, people, limits, relyingParty(site.label, config.PUBLIC_URL))
  await subscriptionRoutes(app, { db, mail, site }, limits.requestSubscription)
  meRoutes(app, people)
  userRoutes(app, people)
  invitationRoutes(app, people, limits)
  historyRoutes(app, db)
  briefRoutes(app, db, network.read)
  if (site.billing)
    await billingRoutes(app, { people, billing: site.billing, provider: openProvider(providerSettings(config), site.billing.plans) })
  exportRoutes(app, db)
  auditLogRoutes(app, db, site.timeZone)
  const openStreams = await openSync(
    app,
    config,
    database,
    content,
    mail,
    { store, expectClaim },
    { reach, metrics, errors, Client: hosted?.Client },
  )
  const system = openSystemReader(database, config.PHOTOS_DIR)
  systemStatusRoutes(app, system, VERSION)
  if (hosted) metrics.registry.setDefaultLabels({ network: hosted.name })
  const updateMetrics = systemMetrics(metrics, { system, openStreams, version: VERSION, site: config.SITE })
  const readMetrics = () => updateMetrics().then(() => metrics.registry.metrics())
  metricsRoute(app, metrics.registry, config.METRICS_TOKEN, readMetrics)
  const retention = openRetention(database, retentionSteps(config, people, store), app.log)
  // Without any status to show, the page still opens and says that it is unavailable.
  const shownSite = config.OIDC_ISSUER ? { ...site, signIn: { ...site.signIn, singleSignOn: config.OIDC_NAME } } : site
  const readPageData = async (): Promise<PageData> => ({ site: shownSite, status: await status.read().catch(() => null) })
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/public/page-data',
    {
      schema: {
        summary: 'What every page of the app carries: the site and its trail status',
        tags: ['public'],
        response: { 200: PageData },
      },
    },
    async (_request, reply) => reply.header('cache-control', PUBLIC_READ).send(await readPageData()),
  )
  if (pages) await servePages(app, pages, config, content.bundle, network, readPageData)
  return { app, stopping, mail, photoSweep, retention, readMetrics }
}

/** Where the council's own sign-in is set up. */
function openSignOn(app: FastifyInstance, config: Config, people: PeopleDependencies, limits: AccountLimits): void {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: clientSecret = '', OIDC_EMAIL_DOMAINS = [] } = config
  if (!issuer) return
  const { OIDC_ROLES: roles } = config
  const callback = new URL(SIGN_ON_CALLBACK, config.PUBLIC_URL).href
  const provider = openSignOnProvider({
    issuer,
    clientId,
    clientSecret,
    groupsClaim: Object.keys(roles).length > 0 ? config.OIDC_GROUPS_CLAIM : null,
    callback,
  })
  const domains = OIDC_EMAIL_DOMAINS.includes('*') ? null : OIDC_EMAIL_DOMAINS
  signOnRoutes(app, people, limits, provider, { domains, roles })
}

/** Where the site has plans, the server does not start without the keys to sell them. */
function providerSettings({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL: apiUrl, PUBLIC_URL: publicUrl }: Config) {
  if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET)
    throw new Error('The server cannot start: site.json has plans, so STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set.')
  return { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, apiUrl, publicUrl }
}

function retentionSteps(config: Config, people: PeopleDependencies, store: PhotoStore) {
  const { RETENTION_NOTICE_MONTHS: noticeMonths, RETENTION_FORGET_MONTHS: forgetMonths, RETENTION_PURGE_DAYS: purgeDays } = config
  return {
    'notice to inactive accounts': (now: Date) => noticeInactive(people, { noticeMonths, forgetMonths }, now),
    'inactive accounts': (now: Date) => forgetInactive(people, forgetMonths, now),
    'deleted actions': (now: Date) => purgeDeletedActions({ db: people.db, store }, purgeDays, now),
    'what has expired': sweepExpired(people.db),
  }
}

/** Commands up, documents down, pings, photos. */
async function openSync(
  app: FastifyInstance,
  config: Config,
  database: Database,
  { site, bundle }: SiteContent,
  mail: Mail,
  photos: { store: PhotoStore; expectClaim: PhotoSweep['expectClaim'] },
  {
    reach,
    metrics,
    errors,
    Client,
  }: {
    reach: (milestone: string) => void
    metrics: Metrics
    errors: ErrorReports
    Client: typeof pg.Client | undefined
  },
) {
  const { db } = database
  const warn = (message: string) => (error: unknown) => app.log.warn({ err: error }, message)
  const pings = openPings(config.DATABASE_URL, app.log, Client)
  app.addHook('onClose', () => pings.stop())
  const events = openEvents(
    db,
    pings,
    { onError: warn('rights of open streams not checked'), onEviction: metrics.countEviction },
    site.signIn.passkeyFromRole,
  )
  const siteNames = { areas: site.areas, trails: bundle.trails, memberEdits: site.memberEdits }
  const push = {
    db,
    apply: applyChanges(site, bundle, { mail, site: siteNames }),
    reach,
    onError: (error: unknown, about: object) => {
      app.log.error({ err: error, ...about }, 'a command could not be settled')
      errors.report(error, { task: 'push' })
    },
    onAnswers: metrics.countAnswers,
  }
  syncRoutes(app, push, events, createDailyBucket(config.COMMANDS_PER_MINUTE, config.COMMANDS_AT_ONCE, config.COMMANDS_PER_DAY))
  await photoRoutes(
    app,
    { db, ...photos, folder: config.PHOTOS_DIR, seenBy: PHOTO_SEEN_BY },
    createBucket(config.PHOTOS_PER_HOUR / 60, config.PHOTOS_AT_ONCE),
  )
  return events.count
}

/** Built for the first email that names a place: a server starts without it. */
function describerOf(bundle: SiteBundle): Describer {
  let index: Describer | null = null
  return {
    describe(place) {
      index ??= buildTrailIndex(bundle)
      return index.describe(place)
    },
  }
}

/** Emails go to the mail server; with DEV_MAIL, which production refuses, to a page. */
async function openMailer(
  app: FastifyInstance,
  config: Config,
  database: Database,
  { site, bundle }: SiteContent,
  reach: (milestone: string) => void,
  Client: typeof pg.Client | undefined,
): Promise<Mail> {
  const mailbox = config.SMTP_URL ? null : memoryTransport((line) => app.log.warn(line))
  const { PUBLIC_URL, SMTP_URL = '' } = config
  const ours = { from: config.MAIL_FROM, siteHost: new URL(PUBLIC_URL).hostname }
  const over = (connections: number) => mailbox ?? smtpTransport(SMTP_URL, { ...ours, connections })
  const emails = actionEmails({ label: site.label, trails: describerOf(bundle) }, PUBLIC_URL)
  const writers = { ...peopleEmails(site, PUBLIC_URL), ...emails, ...subscriptionEmails(site, PUBLIC_URL) }
  const mail = await openMail(database, {
    transports: { urgent: over(2), bulk: over(5) },
    writers,
    bulk: subscriptionNews(site, PUBLIC_URL),
    log: app.log,
    fanOutBatch: config.FAN_OUT_BATCH,
    reach,
    Client,
  })
  if (mailbox && config.DEV_MAIL) devMailRoutes(app, mailbox)
  return mail
}

async function servePages(
  app: FastifyInstance,
  pages: Pages,
  { WEB_DIST, PUBLIC_URL: publicUrl }: Config,
  base: SiteBundle,
  network: SiteReader,
  pageData: () => Promise<PageData>,
) {
  await app.register(fastifyStatic, {
    root: join(WEB_DIST, 'client'),
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: [WORKER_FILES],
    setHeaders: (reply, path) => void reply.header('cache-control', path.includes('/assets/') ? FOREVER : ASK_FIRST),
  })
  await workerScriptRoute(app, join(WEB_DIST, 'client'), tileOrigins(base.site.baseMaps))
  const page =
    (cacheControl: string, isMissing = false) =>
    async (request: FastifyRequest, reply: Parameters<Pages['send']>[1]) => {
      const now = new Date()
      const path = requestPath(request.url)
      const bundle = network.last()
      return pages.send(request, reply, { path, data: await pageData(), bundle, cacheControl, now, publicUrl, isMissing })
    }
  // Proxies cache these too: they must be readable when everything else fails.
  for (const path of ['/', '/emergency', '/trails']) app.get(path, { schema: { hide: true } }, page(PUBLIC_READ))
  // Of markers only the addresses that the network has: any others would fill those caches.
  const [marker, noMarker] = [page(PUBLIC_READ), page('no-store')]
  app.get<{ Params: { '*': string } }>('/m/*', { schema: { hide: true } }, async (request, reply) => {
    const { markers } = await network.read()
    return markers.some(({ code }) => code === request.params['*']) ? marker(request, reply) : noMarker(request, reply)
  })
  const slugs = new Set(base.trails.map(({ id }) => id))
  const [trail, noTrail] = [page(PUBLIC_READ), page('no-store', true)]
  app.get<{ Params: { slug: string } }>('/trails/:slug', { schema: { hide: true } }, async (request, reply) =>
    slugs.has(request.params.slug) ? trail(request, reply) : noTrail(request, reply),
  )
  app.get('/embed/status', { schema: { hide: true } }, async (_request, reply) => {
    const now = new Date()
    return pages.sendEmbed(reply, { data: await pageData(), cacheControl: PUBLIC_READ, now })
  })
  // Any other address is the app's to interpret, except what only a program asks for: a missing file must not look like a page.
  const shell = page(ASK_FIRST)
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = requestPath(request.url)
    const isPage = isCachedPage(path) || (!/^\/(api|dev)\//.test(path) && !/\.[a-z0-9]+$/i.test(path))
    return isPage ? shell(request, reply) : sendProblem(reply, 'not-found', 'There is nothing at this address.')
  })
}
