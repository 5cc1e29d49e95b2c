/** What an update is news of, for those who follow networks and trails. */
import { isSameValue } from '../same-value.ts'
import type { Closure } from './closure.ts'
import type { KnownTrail } from './network-outcome.ts'
import { changedNetworks, changedTrails, type NewTrailUpdate } from './trail-status.ts'
import { publicStatusOf, trailAt } from './trail-statuses.ts'

export type StatusNews = {
  /** `isOwn`: something of the network itself; else it is all about these trails. */
  networks: Record<string, { isOwn: boolean; trails: string[] }>
  /** Trails that are not as they were, also because their network is not. */
  trails: string[]
}

type Update = Pick<NewTrailUpdate, 'networks' | 'trails' | 'closures' | 'outcome' | 'createdAt'>

export function statusNews(update: Update, before: Update | null, known: readonly KnownTrail[], now: Date): StatusNews {
  const ownTrails = changedTrails(update, before)
  const networkOf = (trailId: string) => known.find(({ id }) => id === trailId)?.networkId
  const theirNetworks = ownTrails.flatMap((id) => networkOf(id) ?? [])
  const wholeOf = (id: string, { closures }: Update) => closures.filter(({ networkId, trailId }) => networkId === id && trailId === null)
  const isOwn = (id: string) => {
    const [is, was] = [update.networks[id], before?.networks[id]]
    const isSame = is?.status === was?.status && is?.message === was?.message
    return !(isSame && before && isSameValue(wholeOf(id, update), wholeOf(id, before)))
  }
  const networks = [...new Set([...changedNetworks(update, before), ...theirNetworks])].map(
    (id) => [id, { isOwn: isOwn(id), trails: ownTrails.filter((trail) => networkOf(trail) === id) }] as const,
  )
  const names = Object.keys(update.networks).map((id) => ({ id, name: id }))
  const [is, was] = [publicStatusOf(update, names, now), before && publicStatusOf(before, names, now)]
  const differs = (trail: KnownTrail) => {
    const [a, b] = [trailAt(is, trail, now), trailAt(was, trail, now)]
    // A message of its network alone is the network's news.
    return !isSameValue([a.status, a.closures, a.planned], [b.status, b.closures, b.planned]) || ownTrails.includes(trail.id)
  }
  return { networks: Object.fromEntries(networks), trails: known.filter(differs).map(({ id }) => id) }
}

/** A planned closure begins at this moment by itself: what that is news of. */
export function newsOfStart(closures: readonly Closure[], known: readonly KnownTrail[], startsAt: Date): StatusNews {
  const begun = closures.filter((closure) => closure.startsAt !== null && Date.parse(closure.startsAt) === startsAt.getTime())
  const news: StatusNews = { networks: {}, trails: [] }
  for (const { networkId, trailId } of begun) {
    const network = news.networks[networkId] ?? { isOwn: false, trails: [] }
    news.networks[networkId] = {
      isOwn: network.isOwn || trailId === null,
      trails: trailId === null ? network.trails : [...network.trails, trailId],
    }
    news.trails.push(...(trailId === null ? known.flatMap((trail) => (trail.networkId === networkId ? [trail.id] : [])) : [trailId]))
  }
  return { ...news, trails: [...new Set(news.trails)] }
}

export type FollowedThing = { kind: 'network' | 'trail'; id: string }

/** What a follower is sent: one message for each thing. A network says nothing that its trails, followed by themselves, say already. */
export function newsFor(
  news: StatusNews,
  { networks, trails }: { networks: readonly string[]; trails: readonly string[] },
): FollowedThing[] {
  const isReceived = (trail: string) => trails.includes(trail) && news.trails.includes(trail)
  return [
    ...networks.flatMap((id) => {
      const network = news.networks[id]
      return network && (network.isOwn || !network.trails.every(isReceived)) ? [{ kind: 'network' as const, id }] : []
    }),
    ...trails.filter((id) => news.trails.includes(id)).map((id) => ({ kind: 'trail' as const, id })),
  ]
}
