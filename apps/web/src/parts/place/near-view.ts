import { useEffect, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import type { MapView } from '#map/map-data.ts'
import { knownPlace } from './own-position.ts'

const AROUND_ZOOM = 14

/** A map that opens without a location shows the person's surroundings if they have already granted access to their location. */
export function useNearView(isWanted: boolean): MapView {
  const { site } = usePageData()
  const [near, setNear] = useState<MapView | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let isOpen = true
    void knownPlace().then((at) => {
      if (at && isOpen) setNear({ lat: at.latitude, lng: at.longitude, zoom: AROUND_ZOOM })
    })
    return () => {
      isOpen = false
    }
  }, [isWanted])
  return near ?? site.defaultView
}
