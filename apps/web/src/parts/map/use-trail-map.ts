import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { MapOptions, TrailMap } from '#map/trail-map.ts'
import { MAP_PALETTE } from './map-palette.ts'

type Engine = typeof import('#map/trail-map.ts')

let loading: Promise<Engine> | null = null

/** Screens may call this function early to preload the engine. After a failure, the next call tries again. */
export function loadEngine(): Promise<Engine> {
  loading ??= import('#map/trail-map.ts').catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

export function useTrailMap(place: RefObject<HTMLElement | null>, options: () => Omit<MapOptions, 'palette'>) {
  const [map, setMap] = useState<TrailMap | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const [tries, setTries] = useState(0)
  const latestOptions = useEffectEvent(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `tries` triggers another attempt
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
