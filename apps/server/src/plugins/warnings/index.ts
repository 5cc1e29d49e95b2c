import { warningsPermissions } from '@trailwarden/api/permissions/warnings'
import { type Core, defineFeature } from '#core/feature.ts'
import type { Plugin, PluginNeeds } from '../plugin.ts'
import { openWarningFeeds } from './warning-feeds.ts'
import { warningRoutes } from './warning-routes.ts'

function openWarnings({ db, site, outbound, log }: Core, { warningFeeds }: PluginNeeds) {
  const feeds = openWarningFeeds({ db, site, feeds: warningFeeds, outbound, log })
  return defineFeature(
    {
      name: 'warnings',
      routes: (app) => warningRoutes(app, feeds),
      work: feeds,
      pageData: async () => (feeds.hasFeeds ? { warnings: await feeds.read().catch(() => undefined) } : {}),
    },
    { feeds },
  )
}

export const warnings = {
  permissions: warningsPermissions,
  open: openWarnings,
  describeRoutes: (app, unused) => warningRoutes(app, unused),
} satisfies Plugin
