/** What the form offers to choose from. */
import { type Action, type Person, SETTINGS_ID, type Settings, trailsOfArea } from '@trailwarden/domain'
import { useMemo } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useRecord, useRecords } from '#data/use-records.ts'
import { useSiteData } from '#parts/site-data.ts'

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

/** Everyone who can sign in, by name, and whoever it is assigned to already. Only managers hold the list. */
export function useAssignees(isManager: boolean, action: Action | null): { value: string; title: string }[] {
  const people = useRecords('people', { kind: 'person' })
  return useMemo(() => {
    // Safe: documents of this kind are people, written by our server.
    const able = (people ?? []).map(({ data }) => data as Person).filter(({ disabled }) => isManager && !disabled)
    const offered = able.map(({ id, displayName }) => ({ value: id, title: displayName })).sort((a, b) => a.title.localeCompare(b.title))
    const { assignedTo = null, assignedName = null } = action ?? {}
    if (assignedTo && !offered.some(({ value }) => value === assignedTo))
      offered.push({ value: assignedTo, title: assignedName ?? 'Someone no longer here' })
    return offered
  }, [people, isManager, action])
}

/** The default hazard reviewer, who gets what is assigned to nobody; null when there is none. */
export function useReviewer(): { id: string; name: string } | null {
  const settings = useRecord('settings', SETTINGS_ID)
  // Safe: documents of this kind are settings, written by our server.
  const { reviewerId = null, reviewerName = null } = (settings?.data as Settings | undefined) ?? {}
  return reviewerId && reviewerName ? { id: reviewerId, name: reviewerName } : null
}
