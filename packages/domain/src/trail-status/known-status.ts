/** Combines all the trail status answers that a device has received into the one that it shows (RULES.md, D). */
import * as z from 'zod/mini'
import { type Closure, MOST_CLOSURES, type TrailWord } from './closure.ts'
import { PublicStatus, type StatusStep, type TrailStatus } from './public-status.ts'
import { replaces } from './status-order.ts'
import { type TrailStatuses, trailStatusesOf } from './trail-statuses.ts'

/** Unknown is more restrictive than Open, but less restrictive than any stated restriction. */
const RANK = { Open: 0, unknown: 1, 'Partially Open': 2, Closed: 3 }
const rankOf = (status: TrailStatus | null | undefined) => RANK[status ?? 'unknown']
const worse = <S extends TrailStatus | null>(a: S, b: S): S => (rankOf(b) > rankOf(a) ? b : a)

/**
 * `answers` has more than one element only after a restore, until the next update. `left` contains the last order number of each epoch that
 * the device no longer uses.
 */
const Known = z.object({ answers: z.optional(z.array(PublicStatus)), left: z._default(z.record(z.string(), z.int()), {}) })
type Known = { answers: PublicStatus[]; left: Record<string, number> }

function readKnown(status: PublicStatus | null): Known {
  if (!status) return { answers: [], left: {} }
  const { answers: _, left: __, ...only } = status
  const { answers = [only], left = {} } = Known.safeParse(status).data ?? {}
  return { answers, left }
}

const byAsOf = (a: PublicStatus, b: PublicStatus) => Date.parse(a.asOf) - Date.parse(b.asOf)

/** Compares order numbers, because the server's clock may have been wrong. Compares times only without numbers. */
const isPast = ({ answers, left }: Known, received: PublicStatus) =>
  received.epoch === undefined || received.orderNumber === undefined
    ? answers.some((answer) => replaces(answer, received))
    : (left[received.epoch] ?? -1) >= received.orderNumber

function addAnswer(known: Known, received: PublicStatus): Known {
  const ofEpoch = known.answers.find(({ epoch }) => epoch === received.epoch)
  if (ofEpoch ? !replaces(received, ofEpoch) : isPast(known, received)) return known
  const replaced = known.answers.filter((answer) => replaces(received, answer)).sort(byAsOf)
  // Trail status from sync and pushes doesn't include notices.
  const notices = received.notices ?? replaced.at(-1)?.notices
  const asOf = [received, ...replaced].sort(byAsOf).at(-1)?.asOf ?? received.asOf
  const answers = [...known.answers.filter((answer) => !replaced.includes(answer)), { ...received, ...(notices && { notices }), asOf }]
  const left = replaced.flatMap(({ epoch, orderNumber }) =>
    epoch === undefined || orderNumber === undefined || epoch === received.epoch ? [] : [[epoch, orderNumber] as const],
  )
  return { answers, left: left.length > 0 ? { ...known.left, ...Object.fromEntries(left) } : known.left }
}

/**
 * After a restore, `answers` contains the answers of both epochs, and the result shows the stricter status (D3). Returns `known` itself if
 * nothing changes.
 */
export function addStatus(known: PublicStatus | null, received: PublicStatus): PublicStatus {
  const before = readKnown(known)
  const more = readKnown(received)
  const after = more.answers.reduce(addAnswer, before)
  const isLeft = Object.entries(more.left).every(([epoch, number]) => (after.left[epoch] ?? -1) >= number)
  if (known && after === before && isLeft) return known
  const left = isLeft ? after.left : mergeLeft(after.left, more.left)
  const [only, ...others] = after.answers
  const shown = only && others.length === 0 ? only : mergeAnswers(after.answers)
  return Object.keys(left).length > 0 ? { ...shown, left } : shown
}

const mergeLeft = (a: Known['left'], b: Known['left']): Known['left'] =>
  Object.fromEntries([...Object.keys(a), ...Object.keys(b)].map((epoch) => [epoch, Math.max(a[epoch] ?? -1, b[epoch] ?? -1)]))

type Network = PublicStatus['networks'][number]
/** `statuses` is null if the answer's trail data can't be read. */
type Side = { network: Network; statuses: TrailStatuses | null; base: TrailStatus | undefined }

/** Each network, trail and section is as restricted as in the strictest answer. Everything else comes from the server's last answer. */
function mergeAnswers(unsorted: PublicStatus[]): PublicStatus {
  const answers = unsorted.toSorted(byAsOf)
  const last = answers.at(-1)
  if (!last) throw new Error('no answers to merge')
  const posted = answers.flatMap(({ postedAt }) => postedAt ?? []).sort((a, b) => Date.parse(a) - Date.parse(b))
  const { closures, leftOut } = mergeClosures(answers)
  const ids = [...new Set(answers.toReversed().flatMap(({ networks }) => networks.map(({ id }) => id)))]
  return {
    ...last,
    postedAt: posted.at(-1) ?? null,
    networks: ids.map((id) => mergeNetwork(sidesOf(answers, id), leftOut)),
    trails: mergeTrails(answers, leftOut),
    closures,
    answers,
  }
}

const sidesOf = (answers: readonly PublicStatus[], id: string): Side[] =>
  answers.flatMap((answer) => {
    const network = answer.networks.find((one) => one.id === id)
    const statuses = trailStatusesOf(answer)
    return network ? [{ network, statuses, base: statuses?.networks.find((one) => one.id === id)?.base }] : []
  })

/** If both networks are equally restricted, Open gets the older confirmation time, and a restriction the newer one. */
function worseNetwork(a: Network, b: Network): Network {
  if (rankOf(a.status) !== rankOf(b.status)) return rankOf(b.status) > rankOf(a.status) ? b : a
  const isBLater = Date.parse(b.postedAt ?? '') > Date.parse(a.postedAt ?? '')
  return isBLater === (a.status === 'Open') ? a : b
}

const stepAt = ({ status, exceptions, later }: Network, ms: number) =>
  later?.findLast(({ at }) => Date.parse(at) <= ms) ?? { status, exceptions }

function mergeNetwork(sides: Side[], leftOut: readonly Closure[]): Network {
  const known = sides.filter(({ network }) => network.status !== null)
  const [unknown] = sides.filter(({ network }) => network.status === null)
  // The other answers show everything as open, so unknown is the most restrictive.
  if (unknown && !known.some(restricts)) return unknown.network
  const { base: _, later: __, ...worst } = known.map(({ network }) => network).reduce(worseNetwork)
  const isLeftOut = leftOut.some(({ trailId, networkId }) => trailId === null && networkId === worst.id)
  const status = isLeftOut ? 'Closed' : worse(worst.status ?? 'Open', unknown ? 'Partially Open' : 'Open')
  // The default status of trails without their own status. If an answer doesn't include the default, these trails are Partially Open at
  // best.
  const hasGap = sides.some(({ network, statuses }) => network.status === null || !statuses)
  const bases = known.flatMap((side) => side.base ?? side.network.status ?? [])
  const base = bases.reduce(worse<TrailStatus>, hasGap ? 'Partially Open' : 'Open')
  return { ...worst, status, base, ...stepsOf(known, status) }
}

/** Counts every restricted trail, because answers don't say which network a trail belongs to. */
const restricts = ({ network, statuses, base }: Side) =>
  Math.max(rankOf(network.status), rankOf(base ?? 'Open')) > RANK.unknown ||
  (network.later ?? []).length > 0 ||
  (statuses?.closures ?? []).some(({ networkId }) => networkId === network.id) ||
  Object.values(statuses?.trails ?? {}).some(({ word }) => word && word.status !== 'Open')

function stepsOf(sides: readonly Side[], from: TrailStatus): { later?: StatusStep[] } {
  const times = [...new Set(sides.flatMap(({ network }) => (network.later ?? []).map(({ at }) => Date.parse(at))))].sort((a, b) => a - b)
  const later: StatusStep[] = []
  for (const ms of times) {
    const worst = sides.map(({ network }) => stepAt(network, ms)).reduce((a, b) => (rankOf(b.status) > rankOf(a.status) ? b : a))
    const status = worst.status && worse(worst.status, from)
    if (status && status !== (later.at(-1)?.status ?? from)) later.push({ ...worst, at: new Date(ms).toISOString(), status })
  }
  return later.length > 0 ? { later } : {}
}

/** If only some answers set a trail to Open, the trail follows its network in the result. */
function mergeTrails(answers: readonly PublicStatus[], leftOut: readonly Closure[]): TrailStatuses['trails'] {
  const sides = answers.map((answer) => trailStatusesOf(answer)?.trails ?? {})
  const merged: TrailStatuses['trails'] = {}
  for (const id of new Set(sides.flatMap((trails) => Object.keys(trails)))) {
    const [first, ...others] = sides.flatMap((trails) => (trails[id]?.word ? [trails[id]] : []))
    const worst = others.reduce((a, b) => (a && rankOf(b.word?.status) > rankOf(a.word?.status) ? b : a), first)
    const isShared = others.length + 1 === sides.length
    if (worst && (isShared || worst.word?.status !== 'Open')) merged[id] = worst
    else merged[id] = { word: null, changedAt: sides.at(-1)?.[id]?.changedAt ?? null }
  }
  for (const { trailId, message } of leftOut) {
    const word: TrailWord = { status: 'Closed', message }
    if (trailId !== null) merged[trailId] = { word, changedAt: merged[trailId]?.changedAt ?? null }
  }
  return merged
}

/** `leftOut` contains closures that exceed the limit for an answer. Their trails are shown as closed instead. */
function mergeClosures(answers: readonly PublicStatus[]): { closures: Closure[]; leftOut: Closure[] } {
  const all = new Map<string, Closure>()
  const ids = new Set<string>()
  for (const closure of answers.flatMap((answer) => trailStatusesOf(answer)?.closures ?? [])) {
    const { id, section, ...content } = closure
    const key = JSON.stringify([section?.from, section?.to, ...Object.entries(content).sort()])
    if (all.has(key)) continue
    // A lost update had changed this closure, so both versions are shown under different IDs.
    const others = [...'0123456789abcdef'].map((digit) => id.slice(0, -1) + digit)
    const free = [id, ...others].find((one) => !ids.has(one)) ?? id
    ids.add(free)
    all.set(key, { ...closure, id: free })
  }
  const sorted = [...all.values()].sort((a, b) => Number(a.level === 'Limited') - Number(b.level === 'Limited'))
  return { closures: sorted.slice(0, MOST_CLOSURES), leftOut: sorted.slice(MOST_CLOSURES).filter(({ level }) => level === 'Closed') }
}
