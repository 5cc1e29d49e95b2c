import type { Position } from '@trailwarden/domain'
import { useEffect, useRef } from 'react'
import { usePageData } from '#data/page-data.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import type { LonLat } from '#map/map-data.ts'
import type { SymbolName } from '#map/symbols.ts'
import { styled } from '#ui/styled.ts'
import { boundsOf } from '../place/bounds-of.ts'
import { useNearView } from '../place/near-view.ts'
import { useSiteData } from '../trail/site-data.ts'
import { DIM_BASE, GRID, SAMPLE_LABEL } from './map-styles.ts'
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
/** The plates of posts at the edge need this room. */
const EDGE = { top: 36, right: 56, bottom: 44, left: 56 }

type Props = {
  /** Without a place, the map shows the network around the user. */
  place: Position | null
  symbol: SymbolName
  /** The approved location, while a new location still needs approval. The map shows both locations. */
  until?: Position | null
}

/** Users can't move the map, because the full map is one tap away. Without the map engine, the page has no map. */
export function MiniMap({ place, symbol, until = null }: Props) {
  const { site } = usePageData()
  const ground = useRef<HTMLDivElement>(null)
  const view = useNearView(place === null)
  const bundle = useSiteData()?.bundle
  const { latitude: lat, longitude: lng } = place ?? { latitude: view.lat, longitude: view.lng }
  const zoom = place ? ZOOM : view.zoom
  const { map, isMissing } = useSmallMap(ground, { view: { lat, lng, zoom }, moves: false })
  const isPinned = place !== null && until === null
  // Without a location or a view near the user, the map shows the whole network.
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
