import { useColorScheme } from '@mui/material/styles'
import { type RefObject, useEffect, useMemo } from 'react'
import { usePageData } from '#data/page-data.ts'
import type { MapView } from '#map/map-data.ts'
import { useSiteData } from '../trail/site-data.ts'
import { featuresOf, firstBase, groundOf, MAP_LAYERS } from './site-layers.ts'
import { useTrailMap } from './use-trail-map.ts'

const NEARBY = ['trails', 'emergency-markers'] as const

type Options = {
  view: MapView
  moves: boolean
  onMoving?: (view: MapView, metresPerPixel: number) => void
  onMoved?: (view: MapView) => void
}

export function useSmallMap(ground: RefObject<HTMLElement | null>, options: Options) {
  const { site } = usePageData()
  const bundle = useSiteData()?.bundle ?? null
  const { colorScheme } = useColorScheme()
  const { minZoom, maxZoom } = site.defaultView
  const base = useMemo(() => groundOf(site, firstBase(site)), [site])
  const { map, isMissing } = useTrailMap(ground, () => ({ ...options, base, minZoom, maxZoom, isDark: colorScheme === 'dark' }))
  useEffect(() => map?.setDark(colorScheme === 'dark'), [map, colorScheme])
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
