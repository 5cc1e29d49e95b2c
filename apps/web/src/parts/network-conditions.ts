/** What is known of each network now, for everything that shows its trails. */
import type { Site, Trail } from '@trailwarden/site'
import { useMemo } from 'react'
import { usePageData } from '#data/page-data.ts'
import type { Condition } from '#map/palette.ts'
import { useNow } from '#platform/clock.ts'
import { type ShownStatus, shownStatus } from './shown-status.ts'
import type { ConditionOf, NetworkBadge } from './site-layers.ts'

const CONDITIONS: Record<NonNullable<ShownStatus['shape']>, Condition> = { Open: 'open', 'Partially Open': 'partial', Closed: 'closed' }

const conditionOf = ({ shape }: ShownStatus): Condition => (shape ? CONDITIONS[shape] : 'unknown')

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

/** The network that a trail's status comes from. */
export const networkOf = ({ areas }: Pick<Site, 'areas'>, { area }: Pick<Trail, 'area'>) =>
  areas.find(({ name }) => name === area)?.networkId ?? null

/** The same as the map draws it; a new object only when something has changed, because the map compares. */
export function useNetworkConditions(): { badges: readonly NetworkBadge[]; conditionOf: ConditionOf } {
  const { site } = usePageData()
  const shown = useShownNetworks()
  const key = JSON.stringify(shown.map((network) => [network.id, network.name, network.shape ?? 'Unknown', conditionOf(network)]))
  return useMemo(() => {
    const networks = JSON.parse(key) as [id: string, name: string, word: string, condition: Condition][]
    return {
      badges: networks.map(([id, name, word, condition]) => ({
        id,
        name,
        word,
        condition,
        areas: site.areas.filter(({ networkId }) => networkId === id).map((area) => area.name),
      })),
      conditionOf: (trail) => networks.find(([id]) => id === networkOf(site, trail))?.[3] ?? 'unknown',
    }
  }, [site, key])
}
