import type { KnownTrail } from '@trailwarden/domain'
import type { SiteBundle } from '@trailwarden/site'
import type { Config } from '#config.ts'
import type { Core } from '#core/feature.ts'
import { isAskable } from '#http/outbound.ts'
import type { TrailStatusSettings } from '../trail-status-settings.ts'
import { newsOfDraft, readPublicStatus } from '../trail-status-store.ts'
import type { AlertRouteDependencies } from './alert-routes.ts'
import { type AlertWork, openAlertWork } from './alert-work.ts'
import type { Vapid } from './push-message.ts'
import { findUnknown } from './subscription-store.ts'

/** Push services require a contact: the app's public address, or otherwise the sender of our emails. */
function vapidOf({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT,
  PUBLIC_URL,
  MAIL_FROM,
}: Config & TrailStatusSettings): Vapid | null {
  if (!publicKey || !privateKey) return null
  const sender = /<(.+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM
  return { publicKey, privateKey, subject: VAPID_SUBJECT ?? (PUBLIC_URL.startsWith('https:') ? PUBLIC_URL : `mailto:${sender}`) }
}

type Needs = { bundle: () => SiteBundle; known: () => readonly KnownTrail[]; waitFor: (ip: string) => Promise<number> }

export async function openAlerts(
  { config, database: { db, pool }, site, outbound, onMilestone, log, budget }: Core<TrailStatusSettings>,
  { bundle, known, waitFor }: Needs,
): Promise<{ work: AlertWork; forRoutes: AlertRouteDependencies }> {
  const vapid = vapidOf(config)
  const forRoutes: AlertRouteDependencies = {
    db,
    publicKey: vapid?.publicKey ?? null,
    isAskable: (endpoint) => isAskable(endpoint, config.OUTBOUND_LOOPBACK),
    findUnknown: (followed) => findUnknown(site, bundle().trails, followed),
    waitFor,
    newsOfDraft: (draft) => newsOfDraft(db, { site, trails: known }, draft, new Date()),
  }
  const deps = {
    db,
    site,
    vapid,
    outbound,
    trails: () => ({ named: bundle().trails, known: known() }),
    readStatus: () => readPublicStatus(db, site, known()),
    batchSize: config.FAN_OUT_BATCH,
    onMilestone,
    log,
  }
  return { work: await openAlertWork(pool, deps, { isShared: budget !== null }), forRoutes }
}
