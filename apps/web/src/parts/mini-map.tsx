import { styled, useColorScheme } from '@mui/material/styles'
import type { Place } from '@trailwarden/domain'
import { useEffect, useRef } from 'react'
import { usePageData } from '#data/page-data.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import type { SymbolName } from '#map/symbols.ts'
import { colour } from '#ui/theme.ts'
import { useSiteData } from './site-data.ts'
import { featuresOf, MAP_LAYERS } from './site-layers.ts'
import { useTrailMap } from './use-trail-map.ts'

const Frame = styled('div')({
  position: 'relative',
  height: 140,
  overflow: 'hidden',
  background: colour('surfaceSunken'),
  '& > div': { position: 'absolute', inset: 0 },
  '& .map-base': { '[data-theme=dark] &': { filter: 'brightness(.55) saturate(.7)' } },
  '& small': {
    position: 'absolute',
    zIndex: 1,
    left: 0,
    bottom: 0,
    padding: '0 6px',
    font: '500 12px/16px "Inter Variable", Inter, Roboto, system-ui, sans-serif',
    background: 'rgba(255,255,255,.86)',
    color: '#10212A',
  },
})

const ZOOM = 15
const HERE = 'here'
const NEARBY = ['trails', 'emergency-markers'] as const

type Props = { place: Place; symbol: SymbolName }

/** A picture of a place among the trails. It does not move: the map itself is one tap away. Without the engine there is no picture. */
export function MiniMap({ place: { latitude: lat, longitude: lng }, symbol }: Props) {
  const { site } = usePageData()
  const bundle = useSiteData()?.bundle ?? null
  const { mode } = useColorScheme()
  const ground = useRef<HTMLDivElement>(null)
  const { minZoom, maxZoom } = site.defaultView
  const { map, isMissing } = useTrailMap(ground, () => ({
    view: { lat, lng, zoom: ZOOM },
    minZoom,
    maxZoom,
    isDark: mode === 'dark',
    moves: false,
  }))
  useEffect(() => map?.setDark(mode === 'dark'), [map, mode])
  useEffect(() => {
    const base = site.baseMaps[0]
    if (!map || !base) return
    map.setBase(base)
    for (const layer of MAP_LAYERS) map.addLayer(layer)
    map.addLayer({ id: HERE, order: 90, clusters: false })
  }, [map, site])
  useEffect(() => {
    if (map && bundle) for (const source of NEARBY) map.put(source, featuresOf(bundle, source))
  }, [map, bundle])
  useEffect(() => {
    map?.moveTo({ lat, lng, zoom: ZOOM })
    map?.put(HERE, [{ kind: 'pin', id: HERE, at: [lng, lat], symbol, order: 0 }])
  }, [map, lat, lng, symbol])
  if (isMissing) return null
  return (
    <Frame aria-hidden="true">
      <div ref={ground} />
      {site.sample && <small>{MAP_MESSAGES.sample}</small>}
    </Frame>
  )
}
