import type { Site, SiteBundle } from '@trailwarden/site'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { formatViewHash, parseViewHash } from '#lib/view-hash.ts'
import type { TrailMap } from '#map/trail-map.ts'
import { badgesOf, featuresOf, MAP_LAYERS, SITE_SOURCES } from '#parts/map/site-layers.ts'
import { useMapConditions } from '#parts/status/trail-conditions.ts'
import { writeView } from '../view/view-address.ts'
import type { LayerChoice } from './layer-choice.ts'
import { LIVE_LAYERS, type LiveLayers } from './live-layers.ts'

/** A link may change the hash. */
export function useFollowedHash(map: TrailMap | null, site: Site): void {
  const asked = useLocation()
  useEffect(() => {
    if (!map || asked.hash === '') return
    const view = parseViewHash(asked.hash, site.defaultView)
    if (view && formatViewHash(view) !== formatViewHash(map.view)) map.moveTo(view)
    // Nobody should share an invalid or empty hash.
    writeView(map.view)
  }, [map, asked, site])
}

export function useDrawnLayers(
  map: TrailMap | null,
  bundle: SiteBundle | null,
  live: LiveLayers | null,
  { ground, sources }: LayerChoice,
  onDrawn: () => void,
): void {
  const { badges, conditionOf } = useMapConditions()
  useEffect(() => {
    for (const layer of MAP_LAYERS) map?.addLayer(layer)
  }, [map])
  useEffect(() => map?.setBase(ground), [map, ground])
  useEffect(() => {
    if (bundle) map?.showPlaceNames(bundle.placeNames)
  }, [map, bundle])
  // Some features may be missing from newer data, so all are removed and the current ones are added again below.
  useEffect(() => {
    if (!map || !bundle) return
    return () => {
      for (const source of SITE_SOURCES) map.clear(source)
    }
  }, [map, bundle])
  useEffect(() => {
    if (!map || !bundle) return
    for (const source of SITE_SOURCES) {
      // A hidden layer is drawn only when it is first shown.
      if (sources.has(source)) map.put(source, featuresOf(bundle, source, conditionOf))
      map.showLayer(source, sources.has(source))
    }
    map.put('networks', badgesOf(bundle, badges))
    map.showLayer('networks', sources.has('trails'))
    onDrawn()
  }, [map, bundle, sources, badges, conditionOf, onDrawn])
  useEffect(() => live?.show(sources), [live, sources])
  useEffect(() => {
    if (!map || !live) return
    const stop = live.listen((layer, put, drop) => {
      map.drop(layer, drop)
      map.put(layer, put)
    })
    return () => {
      stop()
      for (const layer of LIVE_LAYERS) map.clear(layer)
    }
  }, [map, live])
}
