import { useMemo, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useRecords } from '#data/use-records.ts'
import type { FilterContext } from '#parts/action/action-filter.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'

/** Only managers' devices know which Actions were reported without an account. */
export function useFilterContext(): FilterContext & { reportCount: (id: string) => number } {
  const { site } = usePageData()
  const { id: me } = useSignedIn()
  const reports = useRecords('accepted reports', { kind: 'report', index: { name: 'status', equals: 'Accepted' } })
  // Ages count from the time when the list was opened, so that rows don't disappear while someone is looking at them.
  const [now] = useState(() => new Date())
  return useMemo(() => {
    const counts = new Map<string | null, number>()
    for (const { data } of reports ?? []) counts.set(data.actionId, (counts.get(data.actionId) ?? 0) + 1)
    const reportCount = (id: string) => counts.get(id) ?? 0
    const networks = new Map(site.areas.map(({ name, networkId }) => [name, networkId]))
    return {
      me,
      now,
      networkOf: (area) => networks.get(area),
      isPublic: (id) => counts.has(id),
      dueHours: site.dueHours,
      reportCount,
    }
  }, [site, me, now, reports])
}
