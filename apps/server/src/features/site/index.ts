import { sitePermissions } from '@trailwarden/api/permissions/site'
import type { SiteBundle } from '@trailwarden/site'
import { type Core, defineFeature, type FeatureModule } from '#core/feature.ts'
import { type SiteContent, siteRoutes } from './site.ts'

type Needs = { content: SiteContent; readBundle: () => Promise<SiteBundle> }

const openSite = ({ config }: Core, { content, readBundle }: Needs) =>
  defineFeature({ name: 'site', routes: (app) => siteRoutes(app, content, readBundle, config.PUBLIC_URL) })

export const site = { permissions: sitePermissions, open: openSite } satisfies FeatureModule
