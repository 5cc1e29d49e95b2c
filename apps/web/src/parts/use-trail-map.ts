/** The map engine comes with its own download, when a map is to be shown. Without signal and without a cached copy there is none. */
import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { MapOptions, TrailMap } from '#map/trail-map.ts'
import { MAP_PALETTE } from './map-palette.ts'

type Engine = typeof import('#map/trail-map.ts')

let loading: Promise<Engine> | null = null

/** Fetched once; a failed try is made again by the next who asks. Whoever is about to show a map may ask beforehand. */
export function loadEngine(): Promise<Engine> {
  loading ??= import('#map/trail-map.ts').catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** A map in an element, as long as the element is there. `isMissing`: the engine could not be had. */
export function useTrailMap(place: RefObject<HTMLElement | null>, options: () => Omit<MapOptions, 'palette'>) {
  const [map, setMap] = useState<TrailMap | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const [tries, setTries] = useState(0)
  const latestOptions = useEffectEvent(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` grows in order to try again
  useEffect(() => {
    let opened: TrailMap | null = null
    let isOpen = true
    async function open() {
      const { TrailMap } = await loadEngine()
      if (!isOpen || !place.current) return
      const made = await TrailMap.open(place.current, { ...latestOptions(), palette: MAP_PALETTE })
      if (isOpen) {
        opened = made
        setMap(made)
      } else made.close()
    }
    open().catch((error: unknown) => {
      console.warn('no map', error)
      if (isOpen) setIsMissing(true)
    })
    return () => {
      isOpen = false
      setMap(null)
      opened?.close()
    }
  }, [place, tries])
  const tryAgain = useCallback(() => {
    setIsMissing(false)
    setTries((count) => count + 1)
  }, [])
  return { map, isMissing, tryAgain }
}
