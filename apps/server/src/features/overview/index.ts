import { overviewPermissions } from '@trailwarden/api/permissions/overview'
import { type Core, defineFeature, type FeatureModule } from '#core/feature.ts'
import { DIGEST_QUEUES, digestEmails, openDigest } from './digest.ts'
import { type OverviewDependencies, openOverview } from './overview.ts'
import { overviewRoutes } from './overview-routes.ts'

type Needs = Pick<OverviewDependencies, 'readStatus' | 'system'>

async function openFeature({ config, database, db, site, mail, log }: Core, { readStatus, system }: Needs) {
  const onError = (error: unknown, part: string) => log.warn({ err: error, part }, 'part of the overview could not be calculated')
  const overview = openOverview({ db, site, readStatus, system, onError })
  const digest = await openDigest(database, { site, mail, overview }, log)
  return defineFeature(
    {
      name: 'overview',
      routes: (app) => overviewRoutes(app, overview, site),
      emails: digestEmails(site, config.PUBLIC_URL),
      work: digest,
    },
    { digest },
  )
}

export const overview = { permissions: overviewPermissions, queues: DIGEST_QUEUES, open: openFeature } satisfies FeatureModule
