import { keysPermissions } from '@trailwarden/api/permissions/keys'
import { type Core, defineFeature } from '#core/feature.ts'
import { createBucket } from '#http/security/rate-limit.ts'
import type { Plugin, PluginNeeds } from '../plugin.ts'
import { keyRoutes } from './key-routes.ts'
import { KeySettings } from './key-settings.ts'
import { identifyProgram, removeExpiredKeys } from './key-store.ts'

function openKeys({ config, db, mail }: Core<KeySettings>, { confirmIdentity }: PluginNeeds) {
  const limit = createBucket(config.KEY_REQUESTS_PER_MINUTE, config.KEY_REQUESTS_PER_MINUTE)
  return defineFeature({
    name: 'keys',
    routes: (app) => keyRoutes(app, { db, mail }, confirmIdentity),
    identifyProgram: (key, scope) => identifyProgram(db, limit, key, scope, new Date()),
    retention: { 'expired keys': removeExpiredKeys(db) },
  })
}

export const keys = {
  permissions: keysPermissions,
  config: KeySettings,
  open: openKeys,
  describeRoutes: (app, unused) => keyRoutes(app, unused, unused),
} satisfies Plugin
