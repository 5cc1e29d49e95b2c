import { trailStatusPermissions } from '@trailwarden/api/permissions/trail-status'
import { type KnownTrail, trailUpdateKind } from '@trailwarden/domain'
import { noticeKind } from '@trailwarden/domain/notice/notice-kind'
import { statusProposalKind } from '@trailwarden/domain/trail-status/proposal/status-proposal-kind'
import type { SiteBundle } from '@trailwarden/site'
import { type Core, defineFeature, type FeatureModule } from '#core/feature.ts'
import { readable } from '#core/synced-kind.ts'
import type { AccountLimits } from '#features/people/accounts/account-limits.ts'
import { alertRoutes } from './alerts/alert-routes.ts'
import { ALERT_QUEUES } from './alerts/alert-work.ts'
import { openAlerts } from './alerts/open-alerts.ts'
import { subscriptionRoutes } from './alerts/subscription-routes.ts'
import { forgetSubscription, subscriptionEmails, subscriptionNews } from './alerts/subscription-store.ts'
import { applyNoticeChange, noticeIsSeenBy } from './notices/notice-store.ts'
import { applyProposalChange, proposalIsSeenBy } from './proposals/proposal-store.ts'
import { statusFeedRoutes } from './public/status-feeds.ts'
import { statusProgramRoutes } from './public/status-program-routes.ts'
import { removeExpiredAlerts } from './remove-expired.ts'
import { trailStatusRoutes } from './trail-status-routes.ts'
import { TrailStatusSettings } from './trail-status-settings.ts'
import { applyTrailUpdate, createStatusReader, type PostingDependencies } from './trail-status-store.ts'

type Needs = {
  siteReader: { read(): Promise<SiteBundle>; last(): SiteBundle }
  getTrails: () => readonly KnownTrail[]
  limits: Pick<AccountLimits, 'follow' | 'requestSubscription'>
}

async function openTrailStatus(core: Core<TrailStatusSettings>, { siteReader, getTrails: trails, limits }: Needs) {
  const { config, db, site, bundle, mail, warn, hooks } = core
  const { PUBLIC_URL: publicUrl } = config
  const status = createStatusReader(db, site, trails, warn('database read failed, so trail status was served from memory'))
  await status.start()
  const { read: readStatus, readLog } = status
  const alerts = await openAlerts(core, { bundle: siteReader.last, known: trails, waitFor: limits.follow })
  const posting: PostingDependencies = { site, mail, announce: hooks.announce, alert: alerts.work.alert, publicUrl, trails }
  return defineFeature(
    {
      name: 'trail-status',
      async routes(app) {
        trailStatusRoutes(app, status)
        statusFeedRoutes(app, { site, publicUrl, readLog, readStatus, readBundle: siteReader.read })
        await subscriptionRoutes(app, { db, mail, site, trails: () => siteReader.last().trails }, limits.requestSubscription)
        alertRoutes(app, alerts.forRoutes)
        statusProgramRoutes(app, db, posting)
      },
      recordKinds: {
        'trail-update': {
          ...readable(trailUpdateKind, 'trail_updates', { since: 1 }),
          apply: (tx, actor, incoming) => applyTrailUpdate(tx, posting, actor, incoming),
        },
        notice: { ...readable(noticeKind, 'notices', { since: 2, isSeenBy: noticeIsSeenBy }), apply: applyNoticeChange },
        'status-proposal': {
          ...readable(statusProposalKind, 'status_proposals', { since: 2, isSeenBy: proposalIsSeenBy }),
          apply: applyProposalChange(posting),
        },
      },
      emails: subscriptionEmails(site, publicUrl, () => bundle.trails),
      bulkEmails: subscriptionNews(site, publicUrl, () => bundle.trails),
      work: alerts.work,
      retention: { 'expired subscriptions and pushes': removeExpiredAlerts(db) },
      forgetPerson: forgetSubscription,
      reapply: {
        'email-subscription-removed': (tx, { subject }) => tx.deleteFrom('statusSubscriptions').where('id', '=', subject).execute(),
        'push-subscription-removed': (tx, { subject }) => tx.deleteFrom('pushSubscriptions').where('id', '=', subject).execute(),
      },
      // Without a status, the page still opens and shows that trail status is unavailable.
      pageData: async () => ({ status: await readStatus().catch(() => null) }),
    },
    { readStatus, alerts: alerts.work },
  )
}

export const trailStatus = {
  permissions: trailStatusPermissions,
  config: TrailStatusSettings,
  queues: ALERT_QUEUES,
  open: openTrailStatus,
} satisfies FeatureModule
