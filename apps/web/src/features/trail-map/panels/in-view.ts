import type { SiteBundle } from '@trailwarden/site'
import { useMemo } from 'react'
import type { FeatureRef } from '#map/map-data.ts'
import type { TrailMap } from '#map/trail-map.ts'
import { SITE_SOURCES } from '#parts/map/site-layers.ts'
import type { LayerChoice } from '../layers/layer-choice.ts'
import { LIVE_LAYERS, type LiveLayers, type Named } from '../layers/live-layers.ts'
import { nameOfRecord } from '../layers/map-records.ts'
import { idOf, recordsOf } from '../layers/site-records.ts'
import type { NamedFeature } from './named-list.tsx'

export type Listed = {
  map: TrailMap | null
  /** Without a map, there is no view. */
  isMissing: boolean
  bundle: SiteBundle | null
  live: LiveLayers | null
  choice: LayerChoice
  moved: number
  liveVersion: number
}

export type Group = { title: string; items: NamedFeature[] }

const GROUPS: readonly [title: string, layers: readonly string[]][] = [
  ['Trails', ['trails']],
  ['Emergency posts', ['emergency-markers']],
  ['Actions', LIVE_LAYERS],
  ['Hazards', ['hazards']],
  ['Places', ['places']],
  ['Access', ['access-points', 'landing-zones', 'access-routes']],
]

/** Without a map, all features are listed. */
export function useGroups({ map, isMissing, bundle, live, choice, moved, liveVersion }: Listed): Group[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counters represent the contents of the map and the live layers
  return useMemo(() => {
    if (!bundle) return []
    const names = new Map<string, Named>(
      SITE_SOURCES.flatMap((source) => recordsOf(bundle, source).map((one) => [`${source} ${idOf(one)}`, nameOfRecord(one)] as const)),
    )
    const everything = () =>
      SITE_SOURCES.filter((source) => choice.sources.has(source)).flatMap((source) =>
        recordsOf(bundle, source).map((one) => ({ layer: source as string, id: idOf(one) })),
      )
    const features: FeatureRef[] = isMissing ? everything() : (map?.inView() ?? [])
    return GROUPS.map(([title, layers]) => ({
      title,
      items: features
        .filter(({ layer }) => layers.includes(layer))
        .flatMap((feature) => {
          const named = names.get(`${feature.layer} ${feature.id}`) ?? live?.nameOf(feature.id)
          return named ? [{ feature, named }] : []
        })
        .sort((a, b) => a.named.title.localeCompare(b.named.title, 'en', { numeric: true })),
    }))
  }, [map, isMissing, bundle, live, choice.sources, moved, liveVersion])
}
