/**
 * A feature receives its dependencies on other features here, so the compiler checks the order. `plugins.ts` lists the optional features.
 */
import { serverPermissions } from '@trailwarden/api/permissions/server'
import type { Core, FeatureModule, SettingsOf } from '#core/feature.ts'
import { gather, gatherDeclared } from '#core/feature-list.ts'
import { actions } from '#features/actions/index.ts'
import { briefs } from '#features/briefs/index.ts'
import { operations } from '#features/operations/index.ts'
import { overview } from '#features/overview/index.ts'
import { people } from '#features/people/index.ts'
import { photos } from '#features/photos/index.ts'
import { points } from '#features/points/index.ts'
import { reports } from '#features/reports/index.ts'
import { settings } from '#features/settings/index.ts'
import { withTokens } from '#features/site/base-map-tokens.ts'
import { site } from '#features/site/index.ts'
import type { SiteContent } from '#features/site/site.ts'
import { trailStatus } from '#features/trail-status/index.ts'
import { EMAIL_QUEUES } from '#mail/email-queues.ts'
import { openPlugins, PLUGINS } from './plugins.ts'
import { sync } from './sync/index.ts'

export type { SiteContent }
export { withTokens }

const server = { permissions: serverPermissions, queues: EMAIL_QUEUES } satisfies FeatureModule

const CORE_FEATURES = { photos, people, points, actions, trailStatus, operations, reports, settings, site, briefs, overview, sync }

export const MODULES = { server, ...CORE_FEATURES, ...PLUGINS } satisfies Readonly<Record<string, FeatureModule>>

export const PERMISSIONS = gatherDeclared(MODULES, ({ permissions }) => permissions)
export const QUEUES = gatherDeclared(MODULES, ({ queues }) => queues)

export async function openFeatures(core: Core<SettingsOf<typeof MODULES>>, content: SiteContent) {
  const ofPhotos = await photos.open(core)
  const ofPeople = people.open(core, { expectClaim: ofPhotos.expectClaim })
  const ofPoints = await points.open(core)
  const { siteReader, getTrails } = ofPoints
  const readBundle = siteReader.read
  const ofActions = actions.open(core)
  const ofTrailStatus = await trailStatus.open(core, { siteReader, getTrails, limits: ofPeople.limits })
  const ofOperations = operations.open(core)
  const { people: accounts, confirmIdentity } = ofPeople
  const features = {
    photos: ofPhotos,
    people: ofPeople,
    points: ofPoints,
    actions: ofActions,
    trailStatus: ofTrailStatus,
    operations: ofOperations,
    reports: reports.open(core, { applyAction: ofActions.applyAction }),
    settings: settings.open(),
    site: site.open(core, { content, readBundle }),
    briefs: briefs.open(core, { readBundle }),
    overview: await overview.open(core, { readStatus: ofTrailStatus.readStatus, system: ofOperations.system }),
    ...(await openPlugins(core, { people: accounts, confirmIdentity, warningFeeds: content.warningFeeds })),
  }
  const kinds = gather(Object.values(features), ({ recordKinds }) => recordKinds)
  return { ...features, sync: sync.open(core, kinds) }
}

export type Features = Awaited<ReturnType<typeof openFeatures>>
