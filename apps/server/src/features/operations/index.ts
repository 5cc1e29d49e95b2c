import { operationsPermissions } from '@trailwarden/api/permissions/operations'
import { type Core, defineFeature, type FeatureModule } from '#core/feature.ts'
import { openBlobs } from '#files/photo-store.ts'
import { openLastingChanges } from './lasting-changes.ts'
import { systemMetrics } from './system-metrics.ts'
import { openSystemReader } from './system-reader.ts'
import { systemStatusRoutes } from './system-status-routes.ts'

function openOperations({ config, version, database, db, queueNames, warn, hooks }: Core) {
  const system = openSystemReader(database, queueNames, config.PHOTOS_DIR)
  const lastingChanges = openLastingChanges(db, openBlobs(config), hooks, warn('changes that a restore must not undo could not be listed'))
  return defineFeature(
    {
      name: 'operations',
      routes: (app) => systemStatusRoutes(app, system, version),
      prepare: lastingChanges.catchUp,
      work: lastingChanges,
      metrics: (registry) => systemMetrics(registry, { system, version, site: config.SITE }),
    },
    { system },
  )
}

export const operations = { permissions: operationsPermissions, open: openOperations } satisfies FeatureModule
