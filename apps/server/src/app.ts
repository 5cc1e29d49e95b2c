/** Puts the server together: everything but listening. Tests build the same app on a database of their own. */

import { randomUUID } from 'node:crypto'
import { RULEBOOK, type Rulebook, SIGN_ON_CALLBACK } from '@trailwarden/api'
import { type KnownTrail, versionLabel } from '@trailwarden/domain'
import { APP_HEADER, knownTrailsOf, PageData, REPORT_CONTACT_DAYS, type SiteBundle } from '@trailwarden/site'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type pg from 'pg'
import { forgetInActions } from '#features/actions/action-store.ts'
import { forgetInSettings } from '#features/settings/settings-store.ts'
import { forgetSubscription } from '#features/trail-status/subscription-store.ts'
import { createStatusReader, type PostingDependencies } from '#features/trail-status/trail-status-store.ts'
import type { Mail } from '#mail/mailer.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Config } from './config.ts'
import { audit } from './db/audit.ts'
import type { ConnectionBudget } from './db/connection-budget.ts'
import type { Database } from './db/database.ts'
import { actionArchiveRoutes, archiveActions } from './features/actions/action-archive.ts'
import { actionProgramRoutes } from './features/actions/action-program-routes.ts'
import { purgeDeletedActions } from './features/actions/action-purge.ts'
import { publicHazardRoutes } from './features/actions/public-hazards.ts'
import { billingRoutes } from './features/billing/billing-routes.ts'
import { openProvider } from './features/billing/provider.ts'
import { briefRoutes } from './features/briefs/brief-routes.ts'
import { keyRoutes } from './features/keys/key-routes.ts'
import { whichProgram } from './features/keys/key-store.ts'
import { systemMetrics } from './features/operations/system-metrics.ts'
import { openSystemReader } from './features/operations/system-reader.ts'
import { systemStatusRoutes } from './features/operations/system-status-routes.ts'
import { type Digest, openDigest } from './features/overview/digest.ts'
import { openOverview } from './features/overview/overview.ts'
import { overviewRoutes } from './features/overview/overview-routes.ts'
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
import { type SignOnInForce, signInSettingsRoutes } from './features/people/sign-in-settings.ts'
import { openSignOnProvider } from './features/people/sign-on-provider.ts'
import { signOnRoutes } from './features/people/sign-on-routes.ts'
import { removeOldOriginals, removeUnusedFiles } from './features/photos/photo-blur.ts'
import { photoRoutes } from './features/photos/photo-routes.ts'
import { openPhotoSweep, type PhotoSweep } from './features/photos/photo-sweep.ts'
import { openSiteReader, type SiteReader } from './features/points/site-reader.ts'
import { reportRoutes } from './features/reports/report-routes.ts'
import { forgetOldContacts } from './features/reports/report-store.ts'
import { openRetention, type Retention, sweepExpired } from './features/retention/retention.ts'
import { withTokens } from './features/site/base-map-tokens.ts'
import { type SiteContent, siteRoutes } from './features/site/site.ts'
import type { AlertWork } from './features/trail-status/alert-work.ts'
import { statusFeedRoutes } from './features/trail-status/status-feeds.ts'
import { statusProgramRoutes } from './features/trail-status/status-program-routes.ts'
import { subscriptionRoutes } from './features/trail-status/subscription-routes.ts'
import { trailStatusRoutes } from './features/trail-status/trail-status-routes.ts'
import { openWarningFeeds, type WarningFeeds } from './features/warnings/warning-feeds.ts'
import { warningRoutes } from './features/warnings/warning-routes.ts'
import { webhookRoutes } from './features/webhooks/webhook-routes.ts'
import { openWebhookWork, type WebhookWork } from './features/webhooks/webhook-work.ts'
import { openPhotoStore, type PhotoStore } from './files/photo-store.ts'
import { describeApi } from './http/api-docs.ts'
import { PUBLIC_READ, STATUS_READ } from './http/cache-headers.ts'
import { describeRequest } from './http/describe-request.ts'
import { type ErrorReports, openErrorReports } from './http/error-reports.ts'
import { guardRoutes } from './http/guard.ts'
import { healthRoutes } from './http/health.ts'
import { createMetrics, type Metrics, metricsRoute } from './http/metrics.ts'
import { openOutbound } from './http/outbound.ts'
import type { Pages } from './http/pages.ts'
import { handleErrors } from './http/problem.ts'
import { refuseUnknownProxies } from './http/proxies.ts'
import { createBucket, createDailyBucket, limitRequests } from './http/rate-limit.ts'
import { refuseCrossSiteRequests } from './http/same-origin.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { securityTxtRoute } from './http/security-txt.ts'
import { prepareStopping, type Stopping } from './http/stopping.ts'
import { openAlerts } from './open-alerts.ts'
import { openMailer } from './open-mailer.ts'
import { servePages } from './serve-pages.ts'
import { startSweeps } from './sweeps.ts'
import { openEvents } from './sync/events.ts'
import { historyRoutes } from './sync/history-routes.ts'
import { applyChanges, forgetAuthor, PHOTO_SEEN_BY } from './sync/kinds.ts'
import { killAt } from './sync/milestones.ts'
import { openPings } from './sync/pings.ts'
import { reportSyncRoutes } from './sync/report-sync-routes.ts'
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

export type Hosted = { name: string; budget: ConnectionBudget }

export type Server = {
  app: FastifyInstance
  stopping: Stopping
  mail: Mail
  photoSweep: PhotoSweep
  webhooks: WebhookWork
  alerts: AlertWork
  retention: Retention
  digest: Digest
  warnings: WarningFeeds
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
  const keyLimit = createBucket(config.KEY_REQUESTS_PER_MINUTE, config.KEY_REQUESTS_PER_MINUTE)
  guardRoutes(app, {
    rulebook,
    whichProgram: (key, scope) => whichProgram(db, keyLimit, key, scope, new Date()),
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
  const outbound = openOutbound({ fromLoopback: config.OUTBOUND_LOOPBACK })
  const warnings = openWarningFeeds({ db, site, feeds: content.warningFeeds, outbound, log: app.log })
  warningRoutes(app, warnings)
  publicHazardRoutes(app, db)
  const network = await openSiteReader(db, content.bundle, (error) => app.log.warn({ err: error }, 'points read from memory'))
  const { read: readStatus, readLog } = status
  statusFeedRoutes(app, { site, publicUrl: config.PUBLIC_URL, readLog, readStatus, readBundle: network.read })
  await siteRoutes(app, content, network.read, config.PUBLIC_URL)
  const reach = killAt(config.FAULT_KILL_AT)
  const mail = await openMailer(app, config, database, content, reach, hosted?.budget)
  const store = openPhotoStore(config)
  const photoSweep = await openPhotoSweep(database, store, app.log)
  const { expectClaim } = photoSweep
  reportRoutes(app, db, store)
  const forget = [forgetAuthor, forgetInActions, forgetInSettings, forgetSubscription, forgetPictures(expectClaim)]
  const people = { db, mail, rulebook, passkeyFromRole, registration, forget, expectClaim }
  const limits = createAccountLimits(database.pool, config)
  accountRoutes(app, people, limits)
  signInSettingsRoutes(app, people, openSignOn(app, config, people, limits))
  passkeyRoutes(app, people, limits, relyingParty(site.label, config.PUBLIC_URL))
  await subscriptionRoutes(app, { db, mail, site, trails: () => network.last().trails }, limits.requestSubscription)
  meRoutes(app, people)
  userRoutes(app, people)
  invitationRoutes(app, people, limits)
  historyRoutes(app, db)
  actionArchiveRoutes(app, db)
  briefRoutes(app, db, network.read)
  if (site.billing)
    await billingRoutes(app, { people, billing: site.billing, provider: openProvider(providerSettings(config), site.billing.plans) })
  exportRoutes(app, db)
  auditLogRoutes(app, db, site.timeZone)
  keyRoutes(app, db)
  const { WEBHOOK_RETRY_SECONDS: retrySeconds, WEBHOOK_PRIVATE_ADDRESSES: allowsPrivate } = config
  const delivery = { db, mail, sending: { allowsPrivate, version: VERSION }, restMs: retrySeconds * 1000, reach }
  webhookRoutes(app, delivery)
  const webhooks = await openWebhookWork(database.pool, delivery, { retrySeconds, isShared: hosted !== undefined }, app.log)
  const [trails, isShared] = [trailsOf(network), hosted !== undefined]
  const following = { outbound, bundle: network.last, known: trails, waitFor: limits.follow, reach, isShared }
  const alerts = await openAlerts(app, config, database, content, following)
  const posting = { site, mail, announce: webhooks.announce, alert: alerts.alert, publicUrl: config.PUBLIC_URL, trails }
  actionProgramRoutes(app, db, config.PUBLIC_URL)
  statusProgramRoutes(app, db, posting)
  const openStreams = await openSync(app, config, database, {
    content,
    posting,
    photos: { store, expectClaim },
    reach,
    metrics,
    errors,
    Client: hosted?.budget.Client,
  })
  const system = openSystemReader(database, config.PHOTOS_DIR)
  systemStatusRoutes(app, system, VERSION)
  const onError = (error: unknown, part: string) => app.log.warn({ err: error, part }, 'a part of the overview could not be counted')
  const overview = openOverview({ db, site, readStatus, system, onError })
  overviewRoutes(app, overview, site)
  const digest = await openDigest(database, { site, mail, overview }, app.log)
  if (hosted) metrics.registry.setDefaultLabels({ network: hosted.name })
  const updateMetrics = systemMetrics(metrics, { system, openStreams, version: VERSION, site: config.SITE })
  const readMetrics = () => updateMetrics().then(() => metrics.registry.metrics())
  metricsRoute(app, metrics.registry, config.METRICS_TOKEN, readMetrics)
  const retention = openRetention(database, retentionSteps(config, people, store, site.reportContactDays), app.log)
  // Without any status to show, the page still opens and says that it is unavailable.
  const shownSite = config.OIDC_ISSUER ? { ...site, signIn: { ...site.signIn, singleSignOn: config.OIDC_NAME } } : site
  const readPageData = async (): Promise<PageData> => ({
    site: shownSite,
    status: await status.read().catch(() => null),
    ...(warnings.hasFeeds && { warnings: await warnings.read().catch(() => undefined) }),
  })
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
  return { app, stopping, mail, photoSweep, webhooks, alerts, retention, digest, warnings, readMetrics }
}

/** Where the council's own sign-in is set up. */
function openSignOn(app: FastifyInstance, config: Config, people: PeopleDependencies, limits: AccountLimits): SignOnInForce | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: clientSecret = '', OIDC_EMAIL_DOMAINS = [] } = config
  if (!issuer) return null
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
  return { provider, about: { name: config.OIDC_NAME, issuer, domains, roles } }
}

/** Where the site has plans, the server does not start without the keys to sell them. */
function providerSettings({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL: apiUrl, PUBLIC_URL: publicUrl }: Config) {
  if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET)
    throw new Error('The server cannot start: site.json has plans, so STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set.')
  return { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, apiUrl, publicUrl }
}

function retentionSteps(config: Config, people: PeopleDependencies, store: PhotoStore, contactDays = REPORT_CONTACT_DAYS) {
  const { RETENTION_NOTICE_MONTHS: noticeMonths, RETENTION_FORGET_MONTHS: forgetMonths, RETENTION_PURGE_DAYS: purgeDays } = config
  return {
    'notice to inactive accounts': (now: Date) => noticeInactive(people, { noticeMonths, forgetMonths }, now),
    'inactive accounts': (now: Date) => forgetInactive(people, forgetMonths, now),
    'files of photos before they were blurred': removeUnusedFiles({ db: people.db, store }),
    'originals of blurred photos': removeOldOriginals({ db: people.db, store }),
    'deleted actions': (now: Date) => purgeDeletedActions({ db: people.db, store }, purgeDays, now),
    'archive of actions': archiveActions(people.db),
    'contacts of closed reports': forgetOldContacts(people.db, contactDays),
    'what has expired': sweepExpired(people.db),
  }
}

/** Commands up, documents down, pings, photos. */
async function openSync(
  app: FastifyInstance,
  config: Config,
  database: Database,
  {
    content: { site, bundle },
    posting,
    photos,
    reach,
    metrics,
    errors,
    Client,
  }: {
    content: SiteContent
    posting: PostingDependencies
    photos: { store: PhotoStore; expectClaim: PhotoSweep['expectClaim'] }
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
    apply: applyChanges(site, bundle, { ...posting, site: siteNames, store: photos.store }),
    reach,
    onError: (error: unknown, about: object) => {
      app.log.error({ err: error, ...about }, 'a command could not be settled')
      errors.report(error, { task: 'push' })
    },
    onAnswers: metrics.countAnswers,
  }
  syncRoutes(app, push, events, createDailyBucket(config.COMMANDS_PER_MINUTE, config.COMMANDS_AT_ONCE, config.COMMANDS_PER_DAY))
  reportSyncRoutes(app, push)
  await photoRoutes(
    app,
    { db, ...photos, folder: config.PHOTOS_DIR, seenBy: PHOTO_SEEN_BY },
    createBucket(config.PHOTOS_PER_HOUR / 60, config.PHOTOS_AT_ONCE),
  )
  return events.count
}

/** Worked out when the first update is posted, and again when a post or a line has changed. */
function trailsOf(network: SiteReader): () => readonly KnownTrail[] {
  let [bundle, trails]: [SiteBundle | null, readonly KnownTrail[]] = [null, []]
  return () => {
    if (bundle !== network.last()) [bundle, trails] = [network.last(), knownTrailsOf(network.last())]
    return trails
  }
}
