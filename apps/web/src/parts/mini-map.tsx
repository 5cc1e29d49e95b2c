import { styled } from '@mui/material/styles'
import type { Position } from '@trailwarden/domain'
import { useEffect, useRef } from 'react'
import { usePageData } from '#data/page-data.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import type { LonLat } from '#map/map-data.ts'
import type { SymbolName } from '#map/symbols.ts'
import { boundsOf } from './bounds-of.ts'
import { DIM_BASE, GRID, SAMPLE_LABEL } from './map-styles.ts'
import { useNearView } from './near-view.ts'
import { useSiteData } from './site-data.ts'
import { useSmallMap } from './small-map.ts'

const Frame = styled('div')({
  position: 'relative',
  height: 'var(--mini-map-height, 140px)',
  overflow: 'hidden',
  '& > div': { position: 'absolute', inset: 0, ...GRID },
  ...DIM_BASE,
  '& small': SAMPLE_LABEL,
})

const ZOOM = 15
const HERE = 'here'
/** Room for the plates of two posts. */
const EDGE = { top: 36, right: 56, bottom: 44, left: 56 }

type Props = {
  /** Null: nobody has said where, and the network around the person is shown. */
  place: Position | null
  symbol: SymbolName
  /** Where riders find it until then: both are in sight, and the map itself marks them. */
  until?: Position | null
}

/** A picture of a place among the trails. It does not move: the map itself is one tap away. Without the engine there is no picture. */
export function MiniMap({ place, symbol, until = null }: Props) {
  const { site } = usePageData()
  const ground = useRef<HTMLDivElement>(null)
  const view = useNearView(place === null)
  const bundle = useSiteData()?.bundle
  const { latitude: lat, longitude: lng } = place ?? { latitude: view.lat, longitude: view.lng }
  const zoom = place ? ZOOM : view.zoom
  const { map, isMissing } = useSmallMap(ground, { view: { lat, lng, zoom }, moves: false })
  const isPinned = place !== null && until === null
  // Else all of the network.
  const isNear = place !== null || view !== site.defaultView
  useEffect(() => map?.addLayer({ id: HERE, order: 90, clusters: false }), [map])
  useEffect(() => {
    const both: LonLat[][] = until
      ? [
          [
            [lng, lat],
            [until.longitude, until.latitude],
          ],
        ]
      : []
    const inSight = boundsOf(isNear ? both : (bundle?.trails.flatMap(({ lines }) => lines) ?? []))
    if (inSight) map?.fit([inSight], EDGE)
    else map?.moveTo({ lat, lng, zoom })
    if (isPinned) map?.put(HERE, [{ kind: 'pin', id: HERE, at: [lng, lat], symbol, order: 0 }])
    else map?.drop(HERE, [HERE])
  }, [map, lat, lng, zoom, symbol, isPinned, isNear, bundle, until])
  if (isMissing) return null
  return (
    <Frame aria-hidden="true">
      <div ref={ground} />
      {site.sample && <small>{MAP_MESSAGES.sample}</small>}
    </Frame>
  )
}
