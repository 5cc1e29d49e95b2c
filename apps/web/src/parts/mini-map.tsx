import { styled } from '@mui/material/styles'
import type { Position } from '@trailwarden/domain'
import { useEffect, useRef } from 'react'
import { usePageData } from '#data/page-data.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import type { SymbolName } from '#map/symbols.ts'
import { DIM_BASE, GRID, SAMPLE_LABEL } from './map-styles.ts'
import { useSmallMap } from './small-map.ts'

const Frame = styled('div')({
  position: 'relative',
  height: 140,
  overflow: 'hidden',
  '& > div': { position: 'absolute', inset: 0, ...GRID },
  ...DIM_BASE,
  '& small': SAMPLE_LABEL,
})

const ZOOM = 15
const HERE = 'here'

type Props = { place: Position; symbol: SymbolName }

/** A picture of a place among the trails. It does not move: the map itself is one tap away. Without the engine there is no picture. */
export function MiniMap({ place: { latitude: lat, longitude: lng }, symbol }: Props) {
  const { site } = usePageData()
  const ground = useRef<HTMLDivElement>(null)
  const { map, isMissing } = useSmallMap(ground, { view: { lat, lng, zoom: ZOOM }, moves: false })
  useEffect(() => map?.addLayer({ id: HERE, order: 90, clusters: false }), [map])
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
