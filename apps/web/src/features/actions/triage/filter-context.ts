import type { Report } from '@trailwarden/domain/report/report-kind'
import { useMemo, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useRecords } from '#data/use-records.ts'
import type { FilterContext } from '#parts/action-filter.ts'
import { useSignedIn } from '#parts/signed-in.ts'

/** What filters must know beyond the actions. Which of them were reported without an account is known to managers alone. */
export function useFilterContext(): FilterContext {
  const { site } = usePageData()
  const { id: me } = useSignedIn()
  const reports = useRecords('accepted reports', { kind: 'report', index: { name: 'status', equals: 'Accepted' } })
  // Ages are those of when the list was opened: rows do not leave it while someone looks.
  const [now] = useState(() => new Date())
  return useMemo(() => {
    // Safe: documents of this kind are reports.
    const publicIds = new Set(reports?.map(({ data }) => (data as Report).actionId))
    const networks = new Map(site.areas.map(({ name, networkId }) => [name, networkId]))
    return { me, now, networkOf: (area) => networks.get(area), isPublic: (id) => publicIds.has(id), dueHours: site.dueHours }
  }, [site, me, now, reports])
}
