/** A map of a place among the trails, for where the whole map would be too much: the base, the trails and the marker posts. */
import { useColorScheme } from '@mui/material/styles'
import { type RefObject, useEffect } from 'react'
import { usePageData } from '#data/page-data.ts'
import type { MapView } from '#map/map-data.ts'
import { useSiteData } from './site-data.ts'
import { featuresOf, MAP_LAYERS } from './site-layers.ts'
import { useTrailMap } from './use-trail-map.ts'

const NEARBY = ['trails', 'emergency-markers'] as const

/** Dark, the raster is dimmed: to be spread in the styles of what holds the map. */
export const DIM_BASE = { '& .map-base': { '[data-theme=dark] &': { filter: 'brightness(.55) saturate(.7)' } } }

/** The words that the data is a sample, in the map's corner: legible on any ground, in either theme. */
export const SAMPLE_LABEL = {
  position: 'absolute',
  zIndex: 1,
  left: 0,
  bottom: 0,
  padding: '0 6px',
  font: '500 12px/16px "Inter Variable", Inter, Roboto, system-ui, sans-serif',
  background: 'rgba(255,255,255,.86)',
  color: '#10212A',
} as const

type Options = {
  view: MapView
  moves: boolean
  onMoving?: (view: MapView, metresPerPixel: number) => void
  onMoved?: (view: MapView) => void
}

export function useSmallMap(ground: RefObject<HTMLElement | null>, options: Options) {
  const { site } = usePageData()
  const bundle = useSiteData()?.bundle ?? null
  const { mode } = useColorScheme()
  const { minZoom, maxZoom } = site.defaultView
  const { map, isMissing } = useTrailMap(ground, () => ({ ...options, minZoom, maxZoom, isDark: mode === 'dark' }))
  useEffect(() => map?.setDark(mode === 'dark'), [map, mode])
  useEffect(() => {
    const base = site.baseMaps[0]
    if (!map || !base) return
    map.setBase(base)
    for (const layer of MAP_LAYERS) map.addLayer(layer)
  }, [map, site])
  useEffect(() => {
    if (map && bundle) for (const source of NEARBY) map.put(source, featuresOf(bundle, source))
  }, [map, bundle])
  return { map, isMissing }
}
