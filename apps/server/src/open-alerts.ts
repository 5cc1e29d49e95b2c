/** Alerts by Web Push, put together: what follows from the settings and from the network. */
import type { KnownTrail } from '@trailwarden/domain'
import type { SiteBundle } from '@trailwarden/site'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { SiteContent } from './features/site/site.ts'
import { alertRoutes } from './features/trail-status/alert-routes.ts'
import { type AlertWork, openAlertWork } from './features/trail-status/alert-work.ts'
import type { Vapid } from './features/trail-status/push-message.ts'
import { unknownIn } from './features/trail-status/subscription-store.ts'
import { newsOfDraft, readPublicStatus } from './features/trail-status/trail-status-store.ts'
import { isAskable, type Outbound } from './http/outbound.ts'

/** A push service wants somebody to write to: the address that our emails come from, where the app's own is not one for the public. */
function vapidOf({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT,
  PUBLIC_URL,
  MAIL_FROM,
}: Config): Vapid | null {
  if (!publicKey || !privateKey) return null
  const sender = /<(.+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM
  return { publicKey, privateKey, subject: VAPID_SUBJECT ?? (PUBLIC_URL.startsWith('https:') ? PUBLIC_URL : `mailto:${sender}`) }
}

export async function openAlerts(
  app: FastifyInstance,
  config: Config,
  { db, pool }: Database,
  { site }: SiteContent,
  more: {
    outbound: Outbound
    bundle: () => SiteBundle
    known: () => readonly KnownTrail[]
    waitFor: (ip: string) => Promise<number>
    reach: (milestone: string) => void
    isShared: boolean
  },
): Promise<AlertWork> {
  const { outbound, bundle, known, waitFor, reach, isShared } = more
  const vapid = vapidOf(config)
  alertRoutes(app, {
    db,
    publicKey: vapid?.publicKey ?? null,
    isAskable: (endpoint) => isAskable(endpoint, config.OUTBOUND_LOOPBACK),
    unknownIn: (followed) => unknownIn(site, bundle().trails, followed),
    waitFor,
    newsOfDraft: (draft) => newsOfDraft(db, { site, trails: known }, draft, new Date()),
  })
  const work = {
    db,
    site,
    vapid,
    outbound,
    trails: () => ({ named: bundle().trails, known: known() }),
    readStatus: () => readPublicStatus(db, site),
    batchSize: config.FAN_OUT_BATCH,
    reach,
    log: app.log,
  }
  return openAlertWork(pool, work, { isShared })
}
