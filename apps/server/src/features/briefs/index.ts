import { briefsPermissions } from '@trailwarden/api/permissions/briefs'
import type { SiteBundle } from '@trailwarden/site'
import { sql } from 'kysely'
import { type Core, defineFeature, type FeatureModule } from '#core/feature.ts'
import { briefRoutes } from './brief-routes.ts'

const openBriefs = ({ db }: Core, { readBundle }: { readBundle: () => Promise<SiteBundle> }) =>
  defineFeature({
    name: 'briefs',
    routes: (app) => briefRoutes(app, db, readBundle),
    retention: {
      // Deletes links a month after they expire. Until then, opening one shows that it has expired.
      'expired links for responders': async (now) => {
        await db.deleteFrom('briefLinks').where('expiresAt', '<', sql<Date>`${now}::timestamptz - interval '30 days'`).execute()
        return 0
      },
    },
  })

export const briefs = { permissions: briefsPermissions, open: openBriefs } satisfies FeatureModule
