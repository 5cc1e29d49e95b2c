import type { KnownTrail } from '@trailwarden/domain'
import { networkIdOf, type Trail } from '@trailwarden/site'
import { useMemo } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useSiteData } from '#parts/trail/site-data.ts'

export type TrailOfNetwork = { trail: Trail; known: KnownTrail }

export function useTrailsOfNetworks(): TrailOfNetwork[] {
  const { site } = usePageData()
  const data = useSiteData()
  return useMemo(
    () =>
      (data?.bundle.trails ?? []).flatMap((trail) => {
        const networkId = networkIdOf(site, trail)
        const posts = data?.index.markersAlong(trail).map(({ marker }) => marker.code) ?? []
        return networkId ? [{ trail, known: { id: trail.id, name: trail.name, networkId, posts } }] : []
      }),
    [site, data],
  )
}
