import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { MapOptions, TrailMap } from '#map/trail-map.ts'
import { MAP_PALETTE } from './map-palette.ts'

type Engine = typeof import('./first-map.ts')

let loading: Promise<Engine> | null = null

/** Screens may call this function early to preload the engine. After a failure, the next call tries again. */
export function loadEngine(): Promise<Engine> {
  loading ??= import('./first-map.ts').catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** `takesFirst`: a map that the page drew before the app had loaded is shown instead of a new one. */
type Options = Omit<MapOptions, 'palette'> & { takesFirst?: boolean }

export function useTrailMap(place: RefObject<HTMLElement | null>, options: () => Options) {
  const [map, setMap] = useState<TrailMap | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const [tries, setTries] = useState(0)
  const latestOptions = useEffectEvent(options)
  const hasFirst = useRef(false)
  // Before the next paint, so that the map is never gone from the screen.
  useLayoutEffect(() => {
    const { takesFirst, ...given } = latestOptions()
    const first = takesFirst && place.current ? window.firstMap?.take(place.current, given) : null
    if (!first) return
    hasFirst.current = true
    setMap(first)
    return () => {
      hasFirst.current = false
      setMap(null)
      first.close()
    }
  }, [place])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `tries` triggers another attempt
  useEffect(() => {
    if (hasFirst.current) return
    let opened: TrailMap | null = null
    let isOpen = true
    async function open() {
      const { TrailMap } = await loadEngine()
      if (!isOpen || !place.current) return
      const { takesFirst: _, ...given } = latestOptions()
      const made = await TrailMap.open(place.current, { ...given, palette: MAP_PALETTE })
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
