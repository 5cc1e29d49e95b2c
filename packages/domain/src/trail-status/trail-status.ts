/** The rules for accepting an update of trail status (RULES.md, T1–T19, T25–T27). */
import * as z from 'zod/mini'
import { accept, type Decision, refuse } from '../decision.ts'
import { type Actor, isManager } from '../person/person.ts'
import { isSameValue } from '../same-value.ts'
import type { Closure } from './closure.ts'
import { type KnownTrail, type NetworkStatements, networkOutcome } from './network-outcome.ts'
import { mergeRestrictions } from './update/merge-update.ts'
import { compareRestriction } from './update/restriction.ts'
import {
  type NetworkStatus,
  type NewTrailUpdate,
  publicWord,
  type Settled,
  TrailUpdateFields,
  type UpdateOutcome,
  type UpdateWords,
} from './update/trail-update.ts'

const chosenWord = ({ status, base, message }: NetworkStatus): NetworkStatus => ({ status: base ?? status, message })

/** An earlier update is null if this server doesn't have it. */
export type AuthorKnew = { is: 'latest' } | { is: 'earlier'; update: Settled | null } | { is: 'untold' }

export type PostingContext = {
  networkIds: readonly string[]
  trails: readonly KnownTrail[]
  before: (Settled & { createdAt: Date | string }) | null
  authorKnew?: AuthorKnew
  /** True if the whole network was Partially Open, and naming its closed part leaves the other trails unchanged (T25). */
  keepsOtherTrails?: boolean
}

export function decideTrailUpdate(
  current: NewTrailUpdate | null,
  id: string,
  input: unknown,
  actor: Actor,
  context: PostingContext,
  now: Date,
): Decision<NewTrailUpdate> {
  const { networkIds } = context
  if (!isManager(actor)) return refuse('not-allowed', 'only managers can publish trail status')
  if (current) return refuse('not-allowed', 'an update can’t be changed; publish a new one')
  const fields = TrailUpdateFields.safeParse(input)
  if (!fields.success) return refuse('not-valid', z.prettifyError(fields.error))
  const given = Object.keys(fields.data.networks)
  const [known, isOffline] = [knownUpdate(context), context.authorKnew?.is !== 'untold']
  // While the author was offline, networks may have been added to the site or removed from it (T27).
  const isNew = (network: string) => isOffline && context.before !== null && !known?.networks[network]
  const isRemoved = (network: string) => isOffline && known?.networks[network] !== undefined && !networkIds.includes(network)
  const missing = networkIds.filter((network) => !given.includes(network) && !isNew(network))
  if (missing.length > 0) return refuse('not-valid', `no status for ${missing.join(', ')}`)
  const unknown = given.filter((network) => !networkIds.includes(network) && !isRemoved(network))
  if (unknown.length > 0) return refuse('not-valid', `no such network: ${unknown.join(', ')}`)
  const closures = fields.data.closures?.filter(({ networkId }) => !isRemoved(networkId))
  const words = settleTrails({ ...fields.data, closures }, context, now)
  if (!words.ok) return words
  const present = networkIds.flatMap((network) => {
    const one = fields.data.networks[network]
    return one ? [[network, chosenWord(one)] as const] : []
  })
  const settled = settleOnLatest({ networks: Object.fromEntries(present), ...words.record }, context, now)
  if (!settled.ok) return settled
  return accept({ ...settled.record, id, createdAt: now, createdBy: actor.id, createdByName: actor.name })
}

/** Returns the update that the author had seen, or null if there is none or it isn't available. */
const knownUpdate = ({ before, authorKnew }: PostingContext): Settled | null =>
  authorKnew?.is === 'earlier' ? authorKnew.update : authorKnew?.is === 'untold' ? null : before

/** T7, T27: a late "Open" must not undo a "Closed" published since then, and a confirmed "Open" must never prevent a "Closed". */
function settleOnLatest(
  words: UpdateWords,
  { networkIds, trails, before, authorKnew = { is: 'latest' }, keepsOtherTrails = false }: PostingContext,
  now: Date,
): Decision<Settled & Pick<NewTrailUpdate, 'posted'>> {
  if (!before || authorKnew.is === 'latest')
    return accept({ ...withOutcome(words, trails, before, now, keepsOtherTrails ? before : null), posted: null })
  const known = authorKnew.is === 'earlier' ? authorKnew.update : null
  const whole = addUnseen(words, before, networkIds, trails)
  const present = <U extends Settled>(update: U): U => ({ ...update, networks: onlyOf(networkIds, update.networks) })
  const toKnown = known && compareRestriction(withOutcome(words, trails, before, now, known), present(known), trails, now)
  const restrictsOnly = toKnown?.restricts && !toKnown.opens
  const settled = withOutcome(whole, trails, before, now, known ?? before)
  if (!restrictsOnly && compareRestriction(settled, present(before), trails, now).opens)
    return refuse('superseded', 'a newer update has been posted; review it and send again')
  // A program that names no update counts as knowing the latest one.
  if (authorKnew.is === 'untold') return accept({ ...settled, posted: null })
  const networkOf = (trailId: string) => trails.find(({ id }) => id === trailId)?.networkId
  // An author who changed nothing confirms the status, so their Closed applies even if others have opened the network since.
  const isConfirmation = known !== null && isSameValue(words, wordsOf(present(known)))
  const merged = mergeRestrictions(whole, before, isConfirmation ? null : known, networkOf)
  return accept({ ...keepUnseen(withOutcome(merged, trails, before, now, before), words, before), posted: words })
}

const onlyOf = <T>(ids: readonly string[], of: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(of).filter(([id]) => ids.includes(id)))

/** Adds the latest status and closures of the networks that the author couldn't include because they were added later (T27). */
function addUnseen(words: UpdateWords, latest: UpdateWords, networkIds: readonly string[], known: readonly KnownTrail[]): UpdateWords {
  const isUnseen = (id: string) => !words.networks[id]
  const trailIds = known.filter(({ networkId }) => isUnseen(networkId)).map(({ id }) => id)
  const added = latest.closures.filter(({ id, networkId }) => isUnseen(networkId) && !words.closures.some((closure) => closure.id === id))
  return {
    networks: { ...onlyOf(networkIds.filter(isUnseen), latest.networks), ...words.networks },
    trails: { ...onlyOf(trailIds, latest.trails), ...words.trails },
    closures: [...words.closures, ...added],
  }
}

/** Keeps the age of those networks, because the update doesn't confirm them. */
function keepUnseen<U extends Settled>(update: U, { networks }: UpdateWords, before: PostingContext['before'] & object): U {
  const aged = Object.entries(update.outcome?.networks ?? {}).map(([id, network]) => {
    const confirmedAt = before.outcome?.networks[id]?.confirmedAt ?? new Date(before.createdAt).toISOString()
    return [id, networks[id] ? network : { ...network, confirmedAt }] as const
  })
  return { ...update, outcome: update.outcome && { ...update.outcome, networks: Object.fromEntries(aged) } }
}

const wordsOf = ({ networks, trails, closures }: UpdateWords): UpdateWords => ({
  networks: Object.fromEntries(Object.entries(networks).map(([id, one]) => [id, chosenWord(one)] as const)),
  trails,
  closures,
})

type TrailPart = Pick<UpdateWords, 'trails' | 'closures'>

/** Adds missing start times to closures, and puts each section's posts in riding order (T11, T14, T15). */
function settleTrails(
  given: { [Name in keyof TrailPart]?: TrailPart[Name] | undefined },
  { networkIds, trails: known, before, authorKnew }: PostingContext,
  now: Date,
): Decision<TrailPart> {
  // A stored status remains valid even if the site no longer has the trail, but has no effect.
  const words = given.trails ?? before?.trails ?? {}
  const trailOf = (id: string) => known.find((trail) => trail.id === id)
  const earlier = authorKnew?.is === 'earlier' ? authorKnew.update : null
  const mayBeRemoved = authorKnew?.is === 'earlier' || authorKnew?.is === 'latest'
  const stranger = Object.entries(given.trails ?? {}).find(
    ([id, { status }]) => !trailOf(id) && !before?.trails[id] && !earlier?.trails[id] && !(mayBeRemoved && status !== 'Open'),
  )?.[0]
  if (stranger) return refuse('not-valid', `no such trail: ${stranger}`)
  const closures: Closure[] = []
  const accepted = [...(before?.closures ?? []), ...(earlier?.closures ?? [])]
  for (const closure of given.closures ?? before?.closures ?? []) {
    if (given.closures === undefined || accepted.some((was) => isSameValue(was, closure))) {
      closures.push(closure)
      continue
    }
    const reason = reasonAgainst(closure, networkIds, trailOf, accepted, mayBeRemoved)
    if (reason) return refuse('not-valid', reason)
    if (closures.some(({ id }) => id === closure.id)) return refuse('not-valid', 'two closures have the same ID')
    closures.push({
      ...closure,
      startsAt: closure.startsAt ?? now.toISOString(),
      section: closure.section && inRidingOrder(closure.section, trailOf(closure.trailId ?? '')?.posts ?? []),
    })
  }
  return accept({ trails: words, closures })
}

function reasonAgainst(
  { id, networkId, trailId, section, level, startsAt, endsAt }: Closure,
  networkIds: readonly string[],
  trailOf: (id: string) => KnownTrail | undefined,
  accepted: readonly Closure[],
  mayBeRemoved: boolean,
): string | null {
  if (!networkIds.includes(networkId)) return `no such network: ${networkId}`
  // A closure sent from an offline device may arrive after its end, so its start, which the server set, may be later. Nobody has confirmed
  // that the trail has reopened, so the closure still applies (T16).
  const hasTimesOf = (was: Closure) => was.id === id && was.startsAt === startsAt && was.endsAt === endsAt
  if (startsAt && endsAt && Date.parse(endsAt) <= Date.parse(startsAt) && !accepted.some(hasTimesOf))
    return 'a closure must end after it begins'
  if (!section) {
    if (level === 'Limited') return 'only a section can be limited'
  } else if (section.from === section.to) return 'a section must run between two different posts'
  if (trailId === null) return section ? 'a section needs a trail' : null
  const trail = trailOf(trailId)
  // Stored for the record, because a refusal would also lose the closures of other trails (T27).
  if (!trail && mayBeRemoved) return null
  if (trail?.networkId !== networkId) return `no such trail: ${trailId}`
  const strange = [section?.from, section?.to].find((code) => code && trail.posts.length > 0 && !trail.posts.includes(code))
  return strange ? `${strange} is not on this trail` : null
}

/** Managers may enter the two posts in either order. */
function inRidingOrder({ from, to }: Closure['section'] & object, posts: readonly string[]) {
  const at = (code: string | null, end: number) => (code === null ? end : posts.indexOf(code))
  return at(from, -1) > at(to, posts.length) && from !== null && to !== null ? { from: to, to: from } : { from, to }
}

const isOf = (trailId: string | null) => (closure: Closure) => closure.trailId === trailId

const statementOn = (trailId: string, { trails, closures }: TrailPart) => [trails[trailId] ?? null, closures.filter(isOf(trailId))]

export const networkStatements = ({ networks, trails, closures }: UpdateWords, id: string, known: readonly KnownTrail[]) => ({
  word: networks[id]?.base ?? networks[id]?.status ?? 'Closed',
  message: networks[id]?.message ?? '',
  trails: known.filter(({ networkId }) => networkId === id),
  words: trails,
  closures: closures.filter(({ networkId }) => networkId === id),
})

const trailPartIn = ({ word, trails, words, closures }: NetworkStatements) => [word, trails.map(({ id }) => words[id] ?? null), closures]

function withOutcome(
  words: UpdateWords,
  known: readonly KnownTrail[],
  before: Settled | null,
  now: Date,
  /** Trails without their own status don't become more open than in this update. */
  floor: Settled | null = null,
): UpdateWords & { outcome: UpdateOutcome } {
  const { networks, trails, closures } = words
  const outcome: UpdateOutcome = { networks: {}, trails: {}, names: {} }
  for (const id of Object.keys(networks)) {
    const statements = networkStatements(words, id, known)
    const isConfirmed = before !== null && isSameValue(trailPartIn(statements), trailPartIn(networkStatements(before, id, known)))
    const base = (isConfirmed ? before : floor)?.outcome?.networks[id]?.base
    const result = networkOutcome({ ...statements, baseAtLeast: base === 'Closed' ? undefined : base }, now)
    const was = before?.outcome?.networks[id]
    const isSame =
      before !== null &&
      publicWord(before, id) === result.status &&
      (was?.exceptions ?? '') === result.exceptions &&
      before.networks[id]?.message === networks[id]?.message
    outcome.networks[id] = { ...result, changedAt: (isSame && was?.changedAt) || now.toISOString() }
  }
  const spokenOf = new Set([
    ...Object.keys(trails),
    ...closures.flatMap(({ trailId }) => trailId ?? []),
    ...Object.keys(before?.outcome?.trails ?? {}),
  ])
  for (const id of spokenOf) {
    const isSame = before !== null && isSameValue(statementOn(id, { trails, closures }), statementOn(id, before))
    outcome.trails[id] = (isSame && before.outcome?.trails[id]) || now.toISOString()
  }
  outcome.names = Object.fromEntries(known.flatMap(({ id, name }) => (spokenOf.has(id) ? [[id, name] as const] : [])))
  return { ...words, outcome }
}

/** Earlier versions stored updates without their public status. */
export function completeOutcome<U extends Settled & { createdAt: Date }>(update: U, known: readonly KnownTrail[]): U {
  if (Object.values(update.outcome?.networks ?? {}).some(({ status }) => status)) return update
  const { outcome } = withOutcome(update, known, null, update.createdAt)
  for (const [id, network] of Object.entries(outcome.networks))
    network.changedAt = update.outcome?.networks[id]?.changedAt ?? network.changedAt
  const restoredAt = update.outcome?.restoredAt
  return { ...update, outcome: { ...outcome, trails: { ...outcome.trails, ...update.outcome?.trails }, ...(restoredAt && { restoredAt }) } }
}

/** T8: a network is changed by another status or message, or by any change to its trails. */
export function changedNetworks(update: Settled, before: Settled | null): string[] {
  const closuresOf = (id: string, { closures }: TrailPart) => closures.filter(({ networkId }) => networkId === id)
  return Object.entries(update.networks).flatMap(([id, { message }]) => {
    const isSame = before !== null && publicWord(before, id) === publicWord(update, id) && before.networks[id]?.message === message
    return isSame && before && isSameValue(closuresOf(id, update), closuresOf(id, before)) ? [] : [id]
  })
}

export function changedTrails(update: TrailPart, before: TrailPart | null): string[] {
  const both = [update, ...(before ? [before] : [])]
  const ids = new Set(both.flatMap(({ trails, closures }) => [...Object.keys(trails), ...closures.flatMap(({ trailId }) => trailId ?? [])]))
  return [...ids].filter((id) => !before || !isSameValue(statementOn(id, update), statementOn(id, before)))
}
