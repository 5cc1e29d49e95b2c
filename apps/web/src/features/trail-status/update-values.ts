/**
 * What the form of an update holds: flat names, a status, a message and a base for each network of the site, and what is said of trails as
 * text, so that a draft is saved and compared like any other.
 */
import {
  type Closure,
  Closures,
  isSameValue,
  type KnownTrail,
  MESSAGE_MAX_LENGTH,
  type NetworkStatus,
  networkOutcome,
  statusAt,
  TrailStatus,
  type TrailUpdateDocument,
  type TrailWord,
  TrailWords,
} from '@trailwarden/domain'
import * as z from 'zod/mini'

export type UpdateValues = Record<string, string>
type Network = { id: string }

export const statusName = ({ id }: Network) => `${id}/status`
export const messageName = ({ id }: Network) => `${id}/message`
/** Empty where the status was set by hand. */
const baseName = ({ id }: Network) => `${id}/base`
const WORDS = 'trails'
const CLOSURES = 'closures'

/** Why a closure cannot be sent, for its author; null when it can. */
export function closureError({ startsAt, endsAt, section }: Closure, now: Date): { field: 'until' | 'to'; text: string } | null {
  if (endsAt && Date.parse(endsAt) <= (startsAt ? Date.parse(startsAt) : now.getTime()))
    return { field: 'until', text: 'Until must be later than the start' }
  return section && section.from === section.to ? { field: 'to', text: 'Choose another post' } : null
}

/** `known`: the closures that were there before, which stay as they are however old. */
export function updateSchema(networks: readonly Network[], known: readonly Closure[]) {
  const isReady = (text: string) =>
    closuresIn(text).every((closure) => known.some((was) => isSameValue(was, closure)) || !closureError(closure, new Date()))
  const fields = networks.flatMap((network) => [
    [statusName(network), z.enum(TrailStatus.options, 'Choose a status')],
    [messageName(network), z.string().check(z.trim(), z.maxLength(MESSAGE_MAX_LENGTH, 'Too long'))],
    [baseName(network), z.string()],
  ])
  const ofTrails = [
    [WORDS, z.string()],
    [CLOSURES, z.string().check(z.refine(isReady))],
  ]
  return z.object(Object.fromEntries([...fields, ...ofTrails]) as Record<string, z.ZodMiniType<string, string>>)
}

/** What is said of trails. */
export type TrailPart = { words: Record<string, TrailWord>; closures: Closure[] }

const closuresIn = (text: string | undefined) => Closures.parse(JSON.parse(text ?? '[]'))
export const trailPartOf = (values: UpdateValues): TrailPart => ({
  words: TrailWords.parse(JSON.parse(values[WORDS] ?? '{}')),
  closures: closuresIn(values[CLOSURES]),
})

export type Statements = Pick<TrailUpdateDocument, 'networks' | 'trails' | 'closures' | 'outcome'>

/** As everyone reads it now: planned closures that have begun since it was posted included. */
export const valuesOf = (update: Statements | null, networks: readonly Network[], now: Date): UpdateValues => ({
  ...Object.fromEntries(
    networks.flatMap((network) => {
      const posted = update?.networks[network.id]
      const later = update?.outcome?.networks[network.id]?.later
      return [
        [statusName(network), posted ? statusAt({ status: posted.status, later }, now) : ''],
        [messageName(network), posted?.message ?? ''],
        [baseName(network), posted?.base ?? ''],
      ]
    }),
  ),
  [WORDS]: JSON.stringify(update?.trails ?? {}),
  [CLOSURES]: JSON.stringify(update?.closures ?? []),
})

export const networksOf = (values: UpdateValues, networks: readonly Network[]): Record<string, NetworkStatus> =>
  Object.fromEntries(
    networks.map((network) => {
      const status = TrailStatus.parse(values[statusName(network)])
      const base = TrailStatus.safeParse(values[baseName(network)]).data
      return [network.id, { status, message: values[messageName(network)]?.trim() ?? '', ...(base && { base }) }]
    }),
  )

export const postOf = (values: UpdateValues, networks: readonly Network[]) => {
  const { words, closures } = trailPartOf(values)
  return { networks: networksOf(values, networks), trails: words, closures }
}

export const baseOf = (values: UpdateValues, network: Network) => TrailStatus.safeParse(values[baseName(network)]).data

/** What the network becomes by its trails. */
function followed(values: UpdateValues, network: Network, base: TrailStatus, trails: readonly KnownTrail[], now: Date): TrailStatus {
  const { words, closures } = trailPartOf(values)
  const own = {
    trails: trails.filter(({ networkId }) => networkId === network.id),
    words,
    closures: closures.filter(({ networkId }) => networkId === network.id),
  }
  return networkOutcome({ status: base, base }, own, now).status
}

/** A status chosen for a network: for its trails as well where that gives the same, else by hand (T13). */
export function withStatus(values: UpdateValues, network: Network, status: TrailStatus, trails: readonly KnownTrail[], now: Date) {
  const isFollowed = status !== 'Partially Open' && followed(values, network, status, trails, now) === status
  return { [statusName(network)]: status, [baseName(network)]: isFollowed ? status : '' }
}

/** Something else said of trails: networks that follow theirs change with them. */
export function withTrails(
  values: UpdateValues,
  { words, closures }: TrailPart,
  networks: readonly Network[],
  trails: readonly KnownTrail[],
  now: Date,
): UpdateValues {
  const next: UpdateValues = { ...values, [WORDS]: JSON.stringify(words), [CLOSURES]: JSON.stringify(closures) }
  for (const network of networks) {
    const base = baseOf(next, network)
    if (base) next[statusName(network)] = followed(next, network, base, trails, now)
  }
  return next
}

/** Back to following: trails of which nothing is said are open. */
export function withFollowing(values: UpdateValues, network: Network, trails: readonly KnownTrail[], now: Date): UpdateValues {
  return { ...values, [baseName(network)]: 'Open', [statusName(network)]: followed(values, network, 'Open', trails, now) }
}

const wordsOf = ({ words }: TrailPart, trailIds: readonly string[]) =>
  Object.fromEntries(Object.entries(words).filter(([id]) => trailIds.includes(id)))

export function isChanged(values: UpdateValues, start: UpdateValues, network: Network, trails: readonly KnownTrail[]): boolean {
  const ids = trails.flatMap(({ id, networkId }) => (networkId === network.id ? [id] : []))
  const [now, before] = [trailPartOf(values), trailPartOf(start)]
  const closuresOf = ({ closures }: TrailPart) => closures.filter(({ networkId }) => networkId === network.id)
  return (
    [statusName, baseName].some((name) => values[name(network)] !== start[name(network)]) ||
    values[messageName(network)]?.trim() !== start[messageName(network)] ||
    !isSameValue(wordsOf(now, ids), wordsOf(before, ids)) ||
    !isSameValue(closuresOf(now), closuresOf(before))
  )
}

/** A draft saved by an older version of the app, or for other networks, is of no use to this form. */
export function draftOf(saved: unknown, networks: readonly Network[]): UpdateValues | null {
  const read = z.record(z.string(), z.string()).safeParse(saved)
  const names = [...networks.flatMap((network) => [statusName(network), messageName(network), baseName(network)]), WORDS, CLOSURES]
  return read.success && names.every((name) => name in read.data) ? read.data : null
}
