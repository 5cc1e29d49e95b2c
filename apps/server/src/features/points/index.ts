import type { KnownTrail } from '@trailwarden/domain'
import { pointKind } from '@trailwarden/domain/point/point-kind'
import { trailLineKind } from '@trailwarden/domain/trail-line/trail-line-kind'
import { knownTrailsOf, type SiteBundle } from '@trailwarden/site'
import { type Core, defineFeature, type FeatureModule } from '#core/feature.ts'
import { isSeenByManagers, readable } from '#core/synced-kind.ts'
import { applyPointChange } from './point-store.ts'
import { openSiteReader, type SiteReader } from './site-reader.ts'
import { applyTrailLineChange } from './trail-line-store.ts'

async function openPoints({ db, bundle, warn }: Core) {
  const siteReader = await openSiteReader(db, bundle, warn('database read failed, so points were served from memory'))
  return defineFeature(
    {
      name: 'points',
      recordKinds: {
        point: {
          ...readable(pointKind, 'points', { since: 2, isSeenBy: isSeenByManagers }),
          apply: applyPointChange(bundle),
          photosOf: 'pointId',
          historyAddress: '/api/points/:id/history',
        },
        'trail-line': {
          ...readable(trailLineKind, 'trail_lines', { since: 2, isSeenBy: isSeenByManagers }),
          apply: applyTrailLineChange(bundle),
          historyAddress: '/api/trail-lines/:id/history',
        },
      },
    },
    { siteReader, getTrails: createTrailsGetter(siteReader) },
  )
}

function createTrailsGetter(siteReader: SiteReader): () => readonly KnownTrail[] {
  let [bundle, trails]: [SiteBundle | null, readonly KnownTrail[]] = [null, []]
  return () => {
    if (bundle !== siteReader.last()) [bundle, trails] = [siteReader.last(), knownTrailsOf(siteReader.last())]
    return trails
  }
}

export const points = { open: openPoints } satisfies FeatureModule
