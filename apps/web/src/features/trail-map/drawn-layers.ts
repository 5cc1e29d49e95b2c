/** Keeps the map in step with what the screen knows: the address, the layers that are switched on, and what is on them. */
import type { Site, SiteBundle } from '@trailwarden/site'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { formatViewHash, parseViewHash } from '#lib/view-hash.ts'
import type { TrailMap } from '#map/trail-map.ts'
import { badgesOf, featuresOf, MAP_LAYERS, SITE_SOURCES } from '#parts/site-layers.ts'
import { useMapConditions } from '#parts/trail-conditions.ts'
import type { LayerChoice } from './layer-choice.ts'
import { LIVE_LAYERS, type LiveLayers } from './live-layers.ts'
import { writeView } from './view-address.ts'

/** A link to another view of the same screen, or another hash typed in, moves the map. */
export function useFollowedHash(map: TrailMap | null, site: Site): void {
  const asked = useLocation()
  useEffect(() => {
    if (!map || asked.hash === '') return
    const view = parseViewHash(asked.hash, site.defaultView)
    if (view && formatViewHash(view) !== formatViewHash(map.view)) map.moveTo(view)
    // What is no view of this map, or nothing at all, must not stay in the address: whoever copies it would send it on.
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
  // What is gone from newer data is gone from the map: the others are put again below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is newer data
  useEffect(() => {
    for (const source of SITE_SOURCES) map?.clear(source)
  }, [map, bundle])
  useEffect(() => {
    if (!map || !bundle) return
    for (const source of SITE_SOURCES) {
      // What is switched off is drawn when it is first switched on.
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
