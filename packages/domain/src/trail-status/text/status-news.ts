import { isSameValue } from '../../same-value.ts'
import { type Closure, hasBegun } from '../closure.ts'
import type { KnownTrail } from '../network-outcome.ts'
import { type PublicStatus, statusAt, type TrailStatus } from '../public-status.ts'
import { changedNetworks, changedTrails } from '../trail-status.ts'
import { publicStatusOf, trailAt, trailStatusesOf } from '../trail-statuses.ts'
import { severityOf } from '../update/restriction.ts'
import type { NewTrailUpdate } from '../update/trail-update.ts'

/** Alerts depend on a comparison of these states. `parts` are closed or limited sections, and `planned` future closures. */
export type FollowedState = { status: TrailStatus | null; parts: string[]; planned: string[] }

type States = Record<string, FollowedState>

export type StatusNews = {
  /** `isOwn` is false if only the network's trails changed. */
  networks: Record<string, { isOwn: boolean; trails: string[] }>
  /** Includes trails that changed only through their network. */
  trails: string[]
  was: { networks: States; trails: States }
  restricted: { networks: string[]; trails: string[] }
}

type Update = Pick<NewTrailUpdate, 'networks' | 'trails' | 'closures' | 'outcome' | 'createdAt'>

/** A stricter status, or an unchanged status with an additional closed or limited section. */
export function isMoreRestricted(is: FollowedState, was: FollowedState): boolean {
  const step = severityOf(is.status) - severityOf(was.status)
  return step > 0 || (step === 0 && is.status !== 'Closed' && is.parts.some((part) => !was.parts.includes(part)))
}

export const isLessRestricted = (is: FollowedState, was: FollowedState): boolean =>
  !isMoreRestricted(is, was) && (severityOf(is.status) < severityOf(was.status) || was.parts.some((part) => !is.parts.includes(part)))

export function networkState(status: PublicStatus | null, id: string, at: Date): FollowedState {
  const network = status?.networks.find((one) => one.id === id)
  const whole = status && trailStatusesOf(status)?.closures.filter(({ networkId, trailId }) => networkId === id && trailId === null)
  const planned = (whole ?? []).filter((closure) => !hasBegun(closure, at)).map(plannedOf)
  return { status: network ? statusAt(network, at) : null, parts: [], planned }
}

/** Two closures of the same section at the same level count as one part. */
export const partOf = ({ level, section }: Pick<Closure, 'level' | 'section'>) => `${level} ${section?.from ?? ''}–${section?.to ?? ''}`

const plannedOf = (closure: Closure) => `${partOf(closure)} ${closure.startsAt}`

export function trailState(status: PublicStatus | null, trail: { id: string; networkId: string | null }, at: Date): FollowedState {
  const is = trailAt(status, trail, at)
  return { status: is.status, parts: is.closures.filter(({ section }) => section).map(partOf), planned: is.planned.map(plannedOf) }
}

const namesIn = (update: Update) => Object.keys(update.networks).map((id) => ({ id, name: id }))

function compared(
  news: Pick<StatusNews, 'networks' | 'trails'>,
  known: readonly KnownTrail[],
  is: { status: PublicStatus; at: Date },
  was: { status: PublicStatus | null; at: Date },
): StatusNews {
  const all: StatusNews = { ...news, was: { networks: {}, trails: {} }, restricted: { networks: [], trails: [] } }
  for (const id of Object.keys(news.networks)) {
    const before = networkState(was.status, id, was.at)
    all.was.networks[id] = before
    if (isMoreRestricted(networkState(is.status, id, is.at), before)) all.restricted.networks.push(id)
  }
  for (const trail of known.filter(({ id }) => news.trails.includes(id))) {
    const before = trailState(was.status, trail, was.at)
    all.was.trails[trail.id] = before
    if (isMoreRestricted(trailState(is.status, trail, is.at), before)) all.restricted.trails.push(trail.id)
  }
  return all
}

export function statusNews(update: Update, before: Update | null, known: readonly KnownTrail[], now: Date): StatusNews {
  const ownTrails = changedTrails(update, before)
  const networkOf = (trailId: string) => known.find(({ id }) => id === trailId)?.networkId
  const theirNetworks = ownTrails.flatMap((id) => networkOf(id) ?? [])
  const wholeOf = (id: string, { closures }: Update) => closures.filter(({ networkId, trailId }) => networkId === id && trailId === null)
  const isOwn = (id: string) => {
    const [is, was] = [update.networks[id], before?.networks[id]]
    const isSame = before && is?.status === was?.status && is?.message === was?.message
    return !(isSame && isSameValue(wholeOf(id, update), wholeOf(id, before)))
  }
  const networks = [...new Set([...changedNetworks(update, before), ...theirNetworks])].map(
    (id) => [id, { isOwn: isOwn(id), trails: ownTrails.filter((trail) => networkOf(trail) === id) }] as const,
  )
  const names = namesIn(update)
  const [is, was] = [publicStatusOf(update, names, now), before && publicStatusOf(before, names, now)]
  const differs = (trail: KnownTrail) => {
    const [a, b] = [trailAt(is, trail, now), trailAt(was, trail, now)]
    // A network's message is relevant only to followers of the network, not to followers of its trails.
    return !isSameValue([a.status, a.closures, a.planned], [b.status, b.closures, b.planned]) || ownTrails.includes(trail.id)
  }
  const news = { networks: Object.fromEntries(networks), trails: known.filter(differs).map(({ id }) => id) }
  return compared(news, known, { status: is, at: now }, { status: was, at: now })
}

export function newsOfStart(update: Update | null, known: readonly KnownTrail[], startsAt: Date): StatusNews {
  const begun = (update?.closures ?? []).filter(
    (closure) => closure.startsAt !== null && Date.parse(closure.startsAt) === startsAt.getTime(),
  )
  const networks: StatusNews['networks'] = {}
  const trails = new Set<string>()
  for (const { networkId, trailId } of begun) {
    const network = networks[networkId] ?? { isOwn: false, trails: [] }
    networks[networkId] = {
      isOwn: network.isOwn || trailId === null,
      trails: trailId === null ? network.trails : [...network.trails, trailId],
    }
    for (const trail of known) if (trailId === null ? trail.networkId === networkId : trail.id === trailId) trails.add(trail.id)
  }
  const justBefore = new Date(startsAt.getTime() - 1)
  const status = publicStatusOf(update, update ? namesIn(update) : [], justBefore)
  return compared({ networks, trails: [...trails] }, known, { status, at: startsAt }, { status, at: justBefore })
}

export type FollowedThing = { kind: 'network' | 'trail'; id: string }

/** One alert for each network or trail. Omits a network if alerts for its followed trails already cover its changes. */
export function newsFor(
  news: Pick<StatusNews, 'networks' | 'trails'>,
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

/** Alerts about closures are delivered first. */
export const isClosing = ({ networks, restricted }: Pick<StatusNews, 'networks' | 'restricted'>, { kind, id }: FollowedThing): boolean =>
  kind === 'trail'
    ? restricted.trails.includes(id)
    : restricted.networks.includes(id) || (networks[id]?.trails ?? []).some((trail) => restricted.trails.includes(trail))
