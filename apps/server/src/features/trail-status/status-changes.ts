import {
  changeOf,
  type FollowedState,
  type FollowedThing,
  networkState,
  type PublicStatus,
  type StatusChange,
  type StatusNews,
  trailAt,
  trailState,
} from '@trailwarden/domain'
import { networkIdOf, type Site } from '@trailwarden/site'
import type { NamedTrails } from './public/status-text.ts'

/** The key '' has the network or trail itself, and the other keys its changed trails. */
export type Was = Readonly<Record<string, FollowedState>>

export function wasOf({ networks, was }: Pick<StatusNews, 'networks' | 'was'>, { kind, id }: FollowedThing): Was {
  const own = kind === 'network' ? was.networks[id] : was.trails[id]
  const trails = kind === 'network' ? (networks[id]?.trails ?? []) : []
  return {
    ...(own && { '': own }),
    ...Object.fromEntries(trails.flatMap((trail) => (was.trails[trail] ? [[trail, was.trails[trail]]] : []))),
  }
}

function trailChange(trail: NamedTrails[number], was: FollowedState, status: PublicStatus, site: Pick<Site, 'areas'>, now: Date) {
  const known = { id: trail.id, networkId: networkIdOf(site, trail) }
  return changeOf(trail.name, { ...trailState(status, known, now), closures: trailAt(status, known, now).closures }, was)
}

export type Changes = { whole: StatusChange | null; all: StatusChange[] }

/** If a whole network closed or reopened, its trails aren't listed. */
export function changesSince(
  was: Was,
  { kind, id }: FollowedThing,
  status: PublicStatus,
  site: Pick<Site, 'areas'>,
  trails: NamedTrails,
  now: Date,
): Changes {
  const { '': own, ...ofTrails } = was
  if (kind === 'trail') {
    const trail = trails.find((one) => one.id === id)
    const change = trail && own ? trailChange(trail, own, status, site, now) : null
    return { whole: change, all: change ? [change] : [] }
  }
  const network = status.networks.find((one) => one.id === id)
  const is = networkState(status, id, now)
  const whole = network && own ? changeOf(network.name, { ...is, closures: [] }, own) : null
  if (whole && (is.status === 'Closed') !== (own?.status === 'Closed')) return { whole, all: [whole] }
  const changes = trails.flatMap((trail) => {
    const before = ofTrails[trail.id]
    return (before && trailChange(trail, before, status, site, now)) ?? []
  })
  // Leaves out the network's change if the changes to its trails explain it.
  const isExplained = !whole || changes.some((change) => change.kind === whole.kind)
  return isExplained ? { whole: null, all: changes } : { whole, all: [whole, ...changes] }
}

export function wasNow(
  was: Was,
  { kind, id }: FollowedThing,
  status: PublicStatus,
  site: Pick<Site, 'areas'>,
  trails: NamedTrails,
  now: Date,
): Was {
  const stateOf = (trailId: string) => {
    const trail = trails.find((one) => one.id === trailId)
    return trail ? [trailState(status, { id: trail.id, networkId: networkIdOf(site, trail) }, now)] : []
  }
  return Object.fromEntries(
    Object.keys(was).flatMap((key) => {
      const state = key ? stateOf(key) : kind === 'network' ? [networkState(status, id, now)] : stateOf(id)
      return state.map((one) => [key, one] as const)
    }),
  )
}
