import { type RefObject, useEffect, useMemo } from 'react'
import { usePageData } from '#data/page-data.ts'
import type { MapView } from '#map/map-data.ts'
import { useColourScheme } from '#ui/theme/colour-scheme.ts'
import { useSiteData } from '../trail/site-data.ts'
import { featuresOf, firstBase, groundOf, MAP_LAYERS } from './site-layers.ts'
import { useTrailMap } from './use-trail-map.ts'

const NEARBY = ['trails', 'emergency-markers'] as const

type Options = {
  view: MapView
  moves: boolean
  /** The site's default view sets the limit otherwise. */
  maxZoom?: number
  onMoving?: (view: MapView, metresPerPixel: number) => void
  onMoved?: (view: MapView) => void
}

export function useSmallMap(ground: RefObject<HTMLElement | null>, { maxZoom: closest, ...options }: Options) {
  const { site } = usePageData()
  const bundle = useSiteData()?.bundle ?? null
  const { colourScheme } = useColourScheme()
  const { minZoom, maxZoom } = { ...site.defaultView, ...(closest !== undefined && { maxZoom: closest }) }
  const base = useMemo(() => groundOf(site, firstBase(site)), [site])
  const { map, isMissing } = useTrailMap(ground, () => ({ ...options, base, minZoom, maxZoom, isDark: colourScheme === 'dark' }))
  useEffect(() => map?.setDark(colourScheme === 'dark'), [map, colourScheme])
  useEffect(() => {
    for (const layer of MAP_LAYERS) map?.addLayer(layer)
  }, [map])
  useEffect(() => {
    if (!map || !bundle) return
    map.showPlaceNames(bundle.placeNames)
    for (const source of NEARBY) map.put(source, featuresOf(bundle, source))
  }, [map, bundle])
  return { map, isMissing }
}
