/** What is known of each network now, for everything that shows it. */
import { usePageData } from '#data/page-data.ts'
import { useNow } from '#platform/clock.ts'
import { type ShownStatus, shownStatus } from './shown-status.ts'

export type ShownNetwork = ShownStatus & { id: string; name: string; postedAt: string | null }

/** Every network of the site with its status as shown now, in the site's order; unknown where nothing was posted. */
export function useShownNetworks(): readonly ShownNetwork[] {
  const { site, status } = usePageData()
  const now = useNow()
  return site.networks.map(({ id, name }) => {
    const posted = status?.networks.find((network) => network.id === id) ?? { id, name, status: null, message: '', postedAt: null }
    return { id, name, postedAt: posted.postedAt, ...shownStatus(posted, site.statusAgeLimitHours, site.timeZone, now) }
  })
}
