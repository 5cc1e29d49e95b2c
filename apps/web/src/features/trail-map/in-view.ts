/** The map as text. */
import type { SiteBundle } from '@trailwarden/site'
import { useMemo } from 'react'
import type { FeatureRef } from '#map/map-data.ts'
import type { TrailMap } from '#map/trail-map.ts'
import { SITE_SOURCES } from '#parts/site-layers.ts'
import type { LayerChoice } from './layer-choice.ts'
import { LIVE_LAYERS, type LiveLayers, type Named } from './live-layers.ts'
import { nameOfRecord } from './map-records.ts'
import type { NamedFeature } from './named-list.tsx'
import { idOf, recordsOf } from './site-records.ts'

/** What the list is read from. */
export type Listed = {
  map: TrailMap | null
  /** There is no map to have a view. */
  isMissing: boolean
  bundle: SiteBundle | null
  live: LiveLayers | null
  choice: LayerChoice
  /** Grow whenever another list may follow. */
  moved: number
  liveVersion: number
}

export type Group = { title: string; items: NamedFeature[] }

const GROUPS: readonly [title: string, layers: readonly string[]][] = [
  ['Emergency posts', ['emergency-markers']],
  ['Actions', LIVE_LAYERS],
  ['Hazards', ['hazards']],
  ['Trails', ['trails']],
  ['Places', ['places']],
  ['Access', ['access-points', 'landing-zones', 'access-routes']],
]

/** What is in view, as text; everything, where there is no map to have a view. */
export function useGroups({ map, isMissing, bundle, live, choice, moved, liveVersion }: Listed): Group[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counters stand for what the map and the live layers hold
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
