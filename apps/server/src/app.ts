/** Doesn't listen, so that tests can build the app on their own database. */
import { CONDITIONS, type Rulebook } from '@trailwarden/api'
import { versionLabel } from '@trailwarden/domain'
import type { PageData } from '@trailwarden/site'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Core, Feature } from './core/feature.ts'
import { checkFeatures, combineWork, gather, registerRoutes } from './core/feature-list.ts'
import { createHooks } from './core/hooks.ts'
import { openRetention } from './core/retention.ts'
import { startSweeps } from './core/sweeps.ts'
import { audit } from './db/audit.ts'
import type { ConnectionBudget } from './db/connection-budget.ts'
import type { Database } from './db/database.ts'
import { type Features, MODULES, openFeatures, PERMISSIONS, QUEUES, type SiteContent, withTokens } from './features.ts'
import { openPhotoStore } from './files/photo-store.ts'
import { createHttpServer } from './http/http-server.ts'
import { healthRoutes } from './http/monitoring/health.ts'
import { metricsRoute } from './http/monitoring/metrics.ts'
import { openOutbound } from './http/outbound.ts'
import { describeApi } from './http/pages/api-docs.ts'
import type { Pages } from './http/pages/pages.ts'
import { securityTxtRoute } from './http/pages/security-txt.ts'
import type { Stopping } from './http/stopping.ts'
import { devMailRoutes } from './mail/dev-mail.ts'
import type { Mail } from './mail/mailer.ts'
import { type EmailKinds, openMailer } from './mail/open-mailer.ts'
import type { Config } from './read-config.ts'
import { pageDataRoute, servePages } from './serve-pages.ts'
import { killAt } from './sync/push/milestones.ts'

const VERSION = versionLabel(packageJson.version)
const RULEBOOK: Rulebook = { permissions: PERMISSIONS, conditions: CONDITIONS }

export type Dependencies = {
  config: Config
  database: Database
  content: SiteContent
  /** Null if the web app hasn't been built, as in API tests, and in development, where Vite serves the pages. */
  pages: Pages | null
  /** Tests change one rule at a time to check that a test fails. */
  rulebook?: Rulebook
  logTo?: { write(line: string): void }
  /** Set if this process serves many sites: the site's name, for logs and metrics, and the connection budget. */
  hosted?: Hosted
}

export type Hosted = { name: string; budget: ConnectionBudget }

export type Server = {
  app: FastifyInstance
  stopping: Stopping
  mail: Mail
  features: Features
  /** Call before the server accepts requests, and again if the database wasn't reachable. */
  prepare(): Promise<void>
  startWork(): Promise<void>
  /** Call after the last response: a Fastify hook would run while connections still have requests in progress. */
  stopWork(): Promise<void>
  sweep(now: Date): Promise<boolean>
  readMetrics(): Promise<string>
}

export async function buildApp({ config, database, pages, rulebook = RULEBOOK, logTo, hosted, ...given }: Dependencies): Promise<Server> {
  const { db } = database
  const content = withTokens(given.content, config.BASE_MAP_TOKENS)
  const { site, bundle } = content
  // The code below fills the two lists before the server handles its first request or sends its first email.
  const all: Feature[] = []
  const emails: EmailKinds = { writers: {}, bulk: {} }
  const hooks = createHooks(all)
  const { app, errors, metrics, stopping } = createHttpServer({
    config,
    version: VERSION,
    network: hosted?.name,
    logTo,
    guard: {
      rulebook,
      identifyProgram: hooks.identifyProgram,
      identifyActor: hooks.identifyPerson,
      onRefusal: (actor, route) => audit(db, 'refused', { actorId: actor.id, details: { route } }, new Date()),
    },
  })
  const { log } = app
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)
  database.pool.on('error', warn('connection to the database lost'))
  const onMilestone = killAt(config.FAULT_KILL_AT)
  const { mail, mailbox } = await openMailer(config, database, emails, { log, onMilestone, budget: hosted?.budget })
  const core: Core<Config> = {
    ...{ config, version: VERSION, rulebook, database, db, site, bundle, log, warn, mail, metrics, errors, onMilestone, hooks },
    queueNames: Object.keys(QUEUES),
    photoStore: openPhotoStore(config),
    outbound: openOutbound({ fromLoopback: config.OUTBOUND_LOOPBACK }),
    budget: hosted?.budget ?? null,
  }
  const features = await openFeatures(core, content)
  all.push(...Object.values(features))
  checkFeatures(all)
  Object.assign(
    emails.writers,
    gather(all, (feature) => feature.emails),
  )
  Object.assign(
    emails.bulk,
    gather(all, (feature) => feature.bulkEmails),
  )
  const retention = openRetention(
    database,
    gather(all, (feature) => feature.retention),
    log,
  )
  const sweeps = all.flatMap((feature) => feature.sweeps ?? [])
  const stopSweeps = startSweeps(sweeps, warn('old sessions and commands could not be removed'))
  app.addHook('onClose', async () => stopSweeps())
  if (hosted) metrics.registry.setDefaultLabels({ network: hosted.name })
  const gauges = all.flatMap((feature) => feature.metrics?.(metrics.registry) ?? [])
  const readMetrics = () => Promise.all(gauges.map((update) => update())).then(() => metrics.registry.metrics())
  const readPageData = async (): Promise<PageData> => {
    const parts = await Promise.all(all.map(({ pageData }) => pageData?.()))
    return Object.assign({ site, status: null }, ...parts)
  }

  await describeApi(app, VERSION)
  securityTxtRoute(app, { contact: config.SECURITY_CONTACT, publicUrl: config.PUBLIC_URL })
  healthRoutes(app, database.pool, stopping.isStopping, warnOfOutdated(log, content))
  if (mailbox && config.DEV_MAIL) devMailRoutes(app, mailbox)
  metricsRoute(app, metrics.registry, config.METRICS_TOKEN, readMetrics)
  await registerRoutes(app, features, MODULES)
  pageDataRoute(app, readPageData)
  if (pages) await servePages(app, pages, config, content, features.points.siteReader, readPageData)

  const sending = { start: mail.startSending, stop: mail.stop }
  const work = combineWork([sending, ...all.flatMap((feature) => feature.work ?? []), retention])
  return {
    ...{ app, stopping, mail, features, readMetrics, startWork: work.start, stopWork: work.stop, sweep: retention.sweep },
    async prepare() {
      for (const feature of all) await feature.prepare?.()
    },
  }
}

function warnOfOutdated(log: FastifyBaseLogger, { outdated }: SiteContent): string | null {
  if (!outdated) return null
  const notice = `the latest site data has issues, so the last valid data is used, from ${outdated.passedAt.toISOString()}`
  log.warn({ hash: outdated.hash, issues: outdated.issues }, notice)
  return notice
}
