import { PERMISSIONS } from '@trailwarden/api'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { FeatureModule } from '../../server/src/core/feature.ts'
import { actionArchiveRoutes } from '../../server/src/features/actions/action-archive.ts'
import { actionProgramRoutes } from '../../server/src/features/actions/action-program-routes.ts'
import { publicHazardRoutes } from '../../server/src/features/actions/public-hazards.ts'
import { briefRoutes } from '../../server/src/features/briefs/brief-routes.ts'
import { systemStatusRoutes } from '../../server/src/features/operations/system-status-routes.ts'
import { overviewRoutes } from '../../server/src/features/overview/overview-routes.ts'
import { accountRoutes } from '../../server/src/features/people/accounts/account-routes.ts'
import { passkeyRoutes } from '../../server/src/features/people/passkeys/passkey-routes.ts'
import { meRoutes, userRoutes } from '../../server/src/features/people/people-routes.ts'
import { auditLogRoutes } from '../../server/src/features/people/privacy/audit-log-routes.ts'
import { exportRoutes } from '../../server/src/features/people/privacy/export-routes.ts'
import { signInSettingsRoutes } from '../../server/src/features/people/sessions/sign-in-settings.ts'
import { signOnRoutes } from '../../server/src/features/people/single-sign-on/sign-on-routes.ts'
import { invitationRoutes } from '../../server/src/features/people/users/invitation-routes.ts'
import { photoRoutes } from '../../server/src/features/photos/photo-routes.ts'
import { reportRoutes } from '../../server/src/features/reports/report-routes.ts'
import { siteRoutes } from '../../server/src/features/site/site.ts'
import { alertRoutes } from '../../server/src/features/trail-status/alerts/alert-routes.ts'
import { subscriptionRoutes } from '../../server/src/features/trail-status/alerts/subscription-routes.ts'
import { statusFeedRoutes } from '../../server/src/features/trail-status/public/status-feeds.ts'
import { statusProgramRoutes } from '../../server/src/features/trail-status/public/status-program-routes.ts'
import { trailStatusRoutes } from '../../server/src/features/trail-status/trail-status-routes.ts'
import { MODULES } from '../../server/src/features.ts'
import { describeApi } from '../../server/src/http/pages/api-docs.ts'
import { historyRoutes } from '../../server/src/sync/history-routes.ts'
import { reportSyncRoutes } from '../../server/src/sync/report-sync-routes.ts'
import { syncRoutes } from '../../server/src/sync/sync-routes.ts'
import type { JsonSchema } from './json-schema.ts'

export type Route = {
  name: string
  summary: string
  tag: string
  query: readonly { name: string; required: boolean; schema: JsonSchema }[]
  body: JsonSchema | null
  response: JsonSchema | null
}

/** The server's own API description lacks these routes. */
const UNDESCRIBED: Readonly<Record<string, string>> = {
  'GET /*': 'Pages and files of the app',
  'GET /api/docs': 'The API with its schemas, as a page',
  'GET /api/docs/openapi.json': 'The same for programs, as OpenAPI',
  'GET /api/public/page-data': 'The site and its trail status, as included in every page of the app',
  'GET /api/subscriptions/:id/unsubscribe': 'The page to unsubscribe from emails about trail status',
  'POST /api/subscriptions/:id/unsubscribe': 'Unsubscribe from emails about trail status',
  'GET /dev/mail': 'Emails that were not sent, in development only',
  'GET /dev/mail.json': 'The same as JSON',
}

/** Describing a route never calls its dependencies, so one stand-in is enough. */
const unused = new Proxy({}, { get: () => () => undefined }) as never

const HISTORY = /^GET (\/api\/(.+)s\/:id\/history)$/
const HISTORIES = Object.fromEntries(
  Object.keys(PERMISSIONS).flatMap((name) => {
    const [, historyAddress = '', kind = ''] = HISTORY.exec(name) ?? []
    return kind ? [[kind, { historyAddress }]] : []
  }),
)

async function registerRoutes(app: FastifyInstance): Promise<void> {
  trailStatusRoutes(app, unused)
  publicHazardRoutes(app, unused)
  statusFeedRoutes(app, unused)
  const site = { site: { baseMaps: [] }, guide: { information: [], help: [] }, bundle: { trails: [] }, folder: '', pictureFolders: [] }
  await siteRoutes(app, site as never, unused, 'https://trails.example.org')
  reportRoutes(app, unused, unused)
  accountRoutes(app, unused, unused)
  signOnRoutes(app, unused, unused, unused, unused)
  signInSettingsRoutes(app, unused, unused)
  passkeyRoutes(app, unused, unused, unused, unused)
  await subscriptionRoutes(app, unused, unused)
  meRoutes(app, unused)
  userRoutes(app, unused, unused)
  invitationRoutes(app, unused, unused)
  historyRoutes(app, unused, HISTORIES)
  actionArchiveRoutes(app, unused)
  briefRoutes(app, unused, unused)
  exportRoutes(app, unused)
  auditLogRoutes(app, unused, unused)
  alertRoutes(app, unused)
  actionProgramRoutes(app, unused, unused)
  statusProgramRoutes(app, unused, unused)
  syncRoutes(app, unused, unused, unused)
  reportSyncRoutes(app, unused)
  await photoRoutes(app, { folder: '' } as never, unused)
  systemStatusRoutes(app, unused, unused)
  overviewRoutes(app, unused, { networks: [] })
  const modules: readonly FeatureModule[] = Object.values(MODULES)
  for (const module of modules) await module.describeRoutes?.(app, unused)
}

type Content = { content?: Record<string, { schema?: JsonSchema }> }
type Call = {
  summary?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[]
  requestBody?: Content
  responses?: Record<string, Content>
}

const schemaIn = (message: Content | undefined): JsonSchema | null => message?.content?.['application/json']?.schema ?? null

function routeOf(name: string, call: Call): Route {
  const { summary = '', tags: [tag = ''] = [], parameters = [], requestBody, responses = {} } = call
  const success = Object.keys(responses).find((status) => status.startsWith('2'))
  return {
    name,
    summary,
    tag,
    query: parameters.filter((one) => one.in === 'query').map((one) => ({ ...one, required: one.required === true })),
    body: schemaIn(requestBody),
    response: success === undefined ? null : schemaIn(responses[success]),
  }
}

/** Every row of the permission table must have a registered route, or the function throws. */
export async function describedRoutes(): Promise<Route[]> {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await describeApi(app, '')
  await registerRoutes(app)
  await app.ready()
  const described = new Map<string, Route>()
  for (const [path, calls] of Object.entries(app.swagger().paths ?? {}))
    for (const [method, call] of Object.entries(calls as Record<string, Call>)) {
      const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`
      described.set(name, routeOf(name, call))
    }
  return Object.keys(PERMISSIONS).map((name) => {
    const route = described.get(name) ?? (UNDESCRIBED[name] && routeOf(name, { summary: UNDESCRIBED[name], tags: ['pages'] }))
    if (!route) throw new Error(`apps/docs/src/described-routes.ts: ${name} has no description. Call the function that registers it.`)
    return route
  })
}
