/** The selection is in the URL (`?show=emergency-markers:BF17`), so that links can open a feature and the search can select it. */
import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showPath } from '#lib/view-hash.ts'
import type { FeatureRef } from '#map/map-data.ts'

function parseShow(search: string): FeatureRef | null {
  const [, layer, id] = /^([a-z-]{1,40}):(.{1,100})$/s.exec(new URLSearchParams(search).get('show') ?? '') ?? []
  return layer && id ? { layer, id } : null
}

export function useSelection(): [FeatureRef | null, (feature: FeatureRef | null) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const selected = useMemo(() => parseShow(search), [search])
  const select = useCallback(
    (feature: FeatureRef | null) => {
      // The map changes the hash on every move without using the router, so the current hash comes from the window.
      const to = feature ? showPath(feature, location.hash) : `/map${location.hash}`
      if (to !== location.pathname + location.search + location.hash) void navigate(to, { replace: true, preventScrollReset: true })
    },
    [navigate],
  )
  return [selected, select]
}
