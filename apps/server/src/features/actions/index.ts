import { actionsPermissions } from '@trailwarden/api/permissions/actions'
import { actionKind, buildTrailIndex, type Describer } from '@trailwarden/domain'
import type { SiteBundle } from '@trailwarden/site'
import { type Core, defineFeature, type FeatureModule } from '#core/feature.ts'
import { readable } from '#core/synced-kind.ts'
import { actionArchiveRoutes, archiveActions } from './action-archive.ts'
import { actionEmails } from './action-emails.ts'
import { actionProgramRoutes } from './action-program-routes.ts'
import { purgeDeletedActions } from './action-purge.ts'
import { ActionSettings } from './action-settings.ts'
import { actionDocumentFor, actionIsSeenBy } from './action-sql.ts'
import { type ActionDependencies, type ApplyAction, applyActionChange, forgetInActions } from './action-store.ts'
import { publicHazardRoutes } from './public-hazards.ts'

function openActions({ config, db, site, bundle, mail, photoStore: store, hooks }: Core<ActionSettings>) {
  const { PUBLIC_URL: publicUrl, RETENTION_PURGE_DAYS: purgeDays } = config
  const deps: ActionDependencies = {
    mail,
    site: { areas: site.areas, trails: bundle.trails, memberEdits: site.memberEdits },
    announce: hooks.announce,
    publicUrl,
    notifyReporters: hooks.actionChanged,
  }
  const applyAction: ApplyAction = (tx, actor, incoming, now, report) => applyActionChange(tx, deps, actor, incoming, now, report)
  return defineFeature(
    {
      name: 'actions',
      routes(app) {
        publicHazardRoutes(app, db)
        actionArchiveRoutes(app, db)
        actionProgramRoutes(app, db, publicUrl)
      },
      recordKinds: {
        action: {
          ...readable(actionKind, 'actions', { since: 1, isSeenBy: actionIsSeenBy, documentFor: actionDocumentFor }),
          apply: (tx, actor, incoming, now) => applyAction(tx, actor, incoming, now),
          photosOf: 'actionId',
          patch: actionKind.patch,
          historyAddress: '/api/actions/:id/history',
        },
      },
      emails: actionEmails({ label: site.label, trails: createDescriber(bundle) }, publicUrl),
      retention: {
        'deleted actions': (now) => purgeDeletedActions({ db, store }, purgeDays, now),
        'archive of actions': archiveActions(db),
      },
      forgetPerson: forgetInActions,
    },
    { applyAction },
  )
}

/** The first email that needs the index builds it, so that building doesn't delay startup. */
function createDescriber(bundle: SiteBundle): Describer {
  let index: Describer | null = null
  return {
    describe(place) {
      index ??= buildTrailIndex(bundle)
      return index.describe(place)
    },
  }
}

export const actions = { permissions: actionsPermissions, config: ActionSettings, open: openActions } satisfies FeatureModule
