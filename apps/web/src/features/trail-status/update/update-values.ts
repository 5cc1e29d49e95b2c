/** The values are flat text, so that a draft is saved and compared like any other. */
import {
  type Closure,
  Closures,
  isSameValue,
  type KnownTrail,
  MESSAGE_MAX_LENGTH,
  type NetworkOutcome,
  type NetworkStatements,
  type NetworkStatus,
  networkOutcome,
  TrailStatus,
  type TrailUpdateDocument,
  type TrailWord,
  TrailWords,
} from '@trailwarden/domain'
import * as z from 'zod/mini'
import { currentTime } from '#platform/clock.ts'

export type UpdateValues = Record<string, string>
type Network = { id: string }

export const statusName = ({ id }: Network) => `${id}/status`
export const messageName = ({ id }: Network) => `${id}/message`
const WORDS = 'trails'
const CLOSURES = 'closures'

/** Null means that the closure can be sent. */
export function closureError({ startsAt, endsAt, section }: Closure, now: Date): { field: 'until' | 'to'; text: string } | null {
  if (endsAt && Date.parse(endsAt) <= (startsAt ? Date.parse(startsAt) : now.getTime()))
    return { field: 'until', text: startsAt ? 'The end must be later than the start' : 'The end must be in the future' }
  return section && section.from === section.to ? { field: 'to', text: 'Choose another post' } : null
}

/** Existing closures in `known` stay valid even if they are in the past. */
export function updateSchema(networks: readonly Network[], known: readonly Closure[]) {
  const isReady = (text: string) =>
    closuresIn(text).every((closure) => known.some((was) => isSameValue(was, closure)) || !closureError(closure, currentTime()))
  const fields = networks.flatMap((network) => [
    [statusName(network), z.enum(TrailStatus.options, 'Choose a status')],
    [messageName(network), z.string().check(z.trim(), z.maxLength(MESSAGE_MAX_LENGTH, 'Too long'))],
  ])
  const ofTrails = [
    [WORDS, z.string()],
    [CLOSURES, z.string().check(z.refine(isReady))],
  ]
  return z.object(Object.fromEntries([...fields, ...ofTrails]) as Record<string, z.ZodMiniType<string, string>>)
}

export type TrailPart = { words: Record<string, TrailWord>; closures: Closure[] }

const closuresIn = (text: string | undefined) => Closures.parse(JSON.parse(text ?? '[]'))
export const trailPartOf = (values: UpdateValues): TrailPart => ({
  words: TrailWords.parse(JSON.parse(values[WORDS] ?? '{}')),
  closures: closuresIn(values[CLOSURES]),
})

export type Statements = Pick<TrailUpdateDocument, 'networks' | 'trails' | 'closures'>

export const valuesOf = (update: Statements | null, networks: readonly Network[]): UpdateValues => ({
  ...Object.fromEntries(
    networks.flatMap((network) => {
      const posted = update?.networks[network.id]
      return [
        [statusName(network), posted?.base ?? posted?.status ?? ''],
        [messageName(network), posted?.message ?? ''],
      ]
    }),
  ),
  [WORDS]: JSON.stringify(update?.trails ?? {}),
  [CLOSURES]: JSON.stringify(update?.closures ?? []),
})

const networksOf = (values: UpdateValues, networks: readonly Network[]): Record<string, NetworkStatus> =>
  Object.fromEntries(
    networks.map((network) => {
      const status = TrailStatus.parse(values[statusName(network)])
      return [network.id, { status, message: values[messageName(network)]?.trim() ?? '' }]
    }),
  )

export const postOf = (values: UpdateValues, networks: readonly Network[]) => {
  const { words, closures } = trailPartOf(values)
  return { networks: networksOf(values, networks), trails: words, closures }
}

export function statementsOf(values: UpdateValues, network: Network, trails: readonly KnownTrail[]): NetworkStatements | null {
  const word = TrailStatus.safeParse(values[statusName(network)]).data
  if (!word) return null
  const { words, closures } = trailPartOf(values)
  return {
    word,
    message: values[messageName(network)]?.trim() ?? '',
    trails: trails.filter(({ networkId }) => networkId === network.id),
    words,
    closures: closures.filter(({ networkId }) => networkId === network.id),
  }
}

export function outcomeOf(values: UpdateValues, network: Network, trails: readonly KnownTrail[], now: Date): NetworkOutcome | null {
  const statements = statementsOf(values, network, trails)
  return statements && networkOutcome(statements, now)
}

/** A Partially Open network needs a trail or a message that says where. */
export function isWhereMissing(values: UpdateValues, network: Network, trails: readonly KnownTrail[], now: Date): boolean {
  const { base, status } = outcomeOf(values, network, trails, now) ?? {}
  return base === 'Partially Open' && status === 'Partially Open' && values[messageName(network)]?.trim() === ''
}

export const withTrails = (values: UpdateValues, { words, closures }: TrailPart): UpdateValues => ({
  ...values,
  [WORDS]: JSON.stringify(words),
  [CLOSURES]: JSON.stringify(closures),
})

const wordsOf = ({ words }: TrailPart, trailIds: readonly string[]) =>
  Object.fromEntries(Object.entries(words).filter(([id]) => trailIds.includes(id)))

export function isChanged(values: UpdateValues, start: UpdateValues, network: Network, trails: readonly KnownTrail[]): boolean {
  const ids = trails.flatMap(({ id, networkId }) => (networkId === network.id ? [id] : []))
  const [now, before] = [trailPartOf(values), trailPartOf(start)]
  const closuresOf = ({ closures }: TrailPart) => closures.filter(({ networkId }) => networkId === network.id)
  return (
    values[statusName(network)] !== start[statusName(network)] ||
    values[messageName(network)]?.trim() !== start[messageName(network)] ||
    !isSameValue(wordsOf(now, ids), wordsOf(before, ids)) ||
    !isSameValue(closuresOf(now), closuresOf(before))
  )
}

/** Drafts may come from an older version of the app or belong to other networks. */
export function draftOf(saved: unknown, networks: readonly Network[]): UpdateValues | null {
  const read = z.record(z.string(), z.string()).safeParse(saved)
  const names = [...networks.flatMap((network) => [statusName(network), messageName(network)]), WORDS, CLOSURES]
  return read.success && names.every((name) => name in read.data) ? read.data : null
}
