import { SETTINGS_ID, trailsOfArea } from '@trailwarden/domain'
import { useMemo } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useRecord } from '#data/use-records.ts'
import { useSiteData } from '#parts/trail/site-data.ts'

export function useTrailNames(area: string): { areas: string[]; trails: string[] } {
  const { site } = usePageData()
  const data = useSiteData()
  const areas = useMemo(() => site.areas.map(({ name }) => name), [site])
  const trails = useMemo(() => {
    const names = trailsOfArea(site.areas, data?.bundle.trails ?? [], area).map(({ name }) => name)
    return [...new Set(names)].sort((a, b) => a.localeCompare(b))
  }, [site, data, area])
  return { areas, trails }
}

export function useReviewer(): { id: string; name: string } | null {
  const settings = useRecord('settings', SETTINGS_ID)
  const { reviewerId = null, reviewerName = null } = settings?.data ?? {}
  return reviewerId && reviewerName ? { id: reviewerId, name: reviewerName } : null
}
