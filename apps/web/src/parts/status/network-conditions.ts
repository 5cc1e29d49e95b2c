import { usePageData } from '#data/page-data.ts'
import { useNow } from '#platform/clock.ts'
import { type ShownStatus, shownStatus } from './shown-status.ts'
import { upcomingLines } from './upcoming.tsx'

export type ShownNetwork = ShownStatus & { id: string; name: string; postedAt: string | null; upcoming: readonly string[] }

export function useShownNetworks(): readonly ShownNetwork[] {
  const { site, status } = usePageData()
  const now = useNow()
  return site.networks.map(({ id, name }) => {
    const posted = status?.networks.find((network) => network.id === id) ?? { id, name, status: null, message: '', postedAt: null }
    const upcoming = upcomingLines(posted, site.timeZone, now)
    return { id, name, postedAt: posted.postedAt, upcoming, ...shownStatus(posted, site.statusAgeLimitHours, site.timeZone, now) }
  })
}
