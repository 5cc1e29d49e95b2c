/** Posting trail status: what an update holds, and the rules it is accepted by (RULES.md, T1-T19). */
import * as z from 'zod/mini'
import { accept, type Decision, refuse } from '../decision.ts'
import { type Actor, isManager } from '../person/person.ts'
import { isSameValue } from '../same-value.ts'
import { type Closure, Closures, type TrailWord, TrailWords } from './closure.ts'
import { type KnownTrail, networkOutcome } from './network-outcome.ts'
import { StatusStep, TrailStatus } from './public-status.ts'

export const MESSAGE_MAX_LENGTH = 500

export const NetworkStatus = z.object({
  status: TrailStatus,
  message: z.string().check(z.trim(), z.maxLength(MESSAGE_MAX_LENGTH)),
  /** Given: the network follows its trails, and this is what trails without a word of their own are (T13). */
  base: z.optional(TrailStatus),
})
export type NetworkStatus = z.infer<typeof NetworkStatus>

/** What a manager sends: every network of the site, by its id from `site.json`, and what is said of single trails. */
export const TrailUpdateFields = z.object({
  networks: z.record(z.string(), NetworkStatus),
  /** Left out by apps and programs that do not know of trails: then what was said of them stays (T17). */
  trails: z.optional(TrailWords),
  closures: z.optional(Closures),
  /** The update that was the latest to the author, null when they saw none. Programs that never looked leave it out. */
  basedOn: z.optional(z.nullable(z.uuid())),
})

/** Worked out by the server as it accepts an update: since when each status is as it is (T18), and what is planned. */
export const UpdateOutcome = z.object({
  networks: z.record(z.string(), z.object({ changedAt: z.iso.datetime(), later: z.array(StatusStep) })),
  /** Of the trails that ever had a word or a closure of their own. */
  trails: z.record(z.string(), z.iso.datetime()),
})
export type UpdateOutcome = z.infer<typeof UpdateOutcome>

/** One post of trail status, as stored. Updates are only ever added, so the log can be trusted afterwards. */
export type TrailUpdate = {
  networks: Record<string, NetworkStatus>
  trails: Record<string, TrailWord>
  closures: Closure[]
  /** Null of updates from before there was any. */
  outcome: UpdateOutcome | null
  id: string
  createdAt: Date
  createdBy: string
  createdByName: string
  /** Which of two updates is the later one (T10); 0 for those brought over from an older log. */
  orderNumber: number
  /** How many people get it by email; null where nobody counted. */
  emailed: number | null
}
export type NewTrailUpdate = Omit<TrailUpdate, 'orderNumber' | 'emailed'>

/** What an update says, without who and when. */
export type UpdateWords = Pick<TrailUpdate, 'networks' | 'trails' | 'closures'>

/** Oldest first: by the number that the server gave, never by a clock (T10). Times only order what has no number, or 0. */
export function compareUpdates(a: Pick<TrailUpdate, 'id' | 'orderNumber'> & { createdAt: string }, b: typeof a): number {
  const text = ({ createdAt, id }: typeof a) => `${createdAt} ${id}`
  return a.orderNumber - b.orderNumber || (text(a) < text(b) ? -1 : 1)
}

export type PostingContext = {
  /** The site's networks; the caller reads them from `site.json`. */
  networkIds: readonly string[]
  trails: readonly KnownTrail[]
  /** The latest update, null when there is none. */
  before: (UpdateWords & { outcome: UpdateOutcome | null }) | null
  /** True when another update was posted since the one that the author knew as the latest. */
  isSuperseded?: boolean
}

/** Rules of posting trail status (RULES.md). */
export function decideTrailUpdate(
  current: NewTrailUpdate | null,
  id: string,
  input: unknown,
  actor: Actor,
  context: PostingContext,
  now: Date,
): Decision<NewTrailUpdate> {
  const { networkIds, trails, before, isSuperseded = false } = context
  if (!isManager(actor)) return refuse('not-allowed', 'trail status is posted by managers')
  if (current) return refuse('not-allowed', 'an update is never changed; post a new one')
  const fields = TrailUpdateFields.safeParse(input)
  if (!fields.success) return refuse('not-valid', z.prettifyError(fields.error))
  const given = Object.keys(fields.data.networks)
  const missing = networkIds.filter((network) => !given.includes(network))
  if (missing.length > 0) return refuse('not-valid', `no status for ${missing.join(', ')}`)
  const unknown = given.filter((network) => !networkIds.includes(network))
  if (unknown.length > 0) return refuse('not-valid', `no such network: ${unknown.join(', ')}`)
  const words = settleTrails(fields.data, context, now)
  if (!words.ok) return words
  // An "Open" that waited for signal must not undo the "Closed" that someone posted meanwhile.
  if (isSuperseded) return refuse('superseded', 'another update was posted meanwhile; look at it and send again')
  const settled = withOutcome({ networks: fields.data.networks, ...words.record }, trails, before, now)
  return accept({ ...settled, id, createdAt: now, createdBy: actor.id, createdByName: actor.name })
}

type TrailPart = Pick<UpdateWords, 'trails' | 'closures'>

/** What is said of trails, held against the site: closures begin, sections run from the first post to the second (T11, T14, T15). */
function settleTrails(
  given: { [Name in keyof TrailPart]?: TrailPart[Name] | undefined },
  { networkIds, trails: known, before }: PostingContext,
  now: Date,
): Decision<TrailPart> {
  // What was accepted once stays, though the site may have lost the trail since; it is of no effect then.
  const words = given.trails ?? before?.trails ?? {}
  const trailOf = (id: string) => known.find((trail) => trail.id === id)
  const stranger = Object.keys(given.trails ?? {}).find((id) => !trailOf(id) && !before?.trails[id])
  if (stranger) return refuse('not-valid', `no such trail: ${stranger}`)
  const closures: Closure[] = []
  for (const closure of given.closures ?? before?.closures ?? []) {
    if (given.closures === undefined || before?.closures.some((was) => isSameValue(was, closure))) {
      closures.push(closure)
      continue
    }
    const reason = reasonAgainst(closure, networkIds, trailOf, now)
    if (reason) return refuse('not-valid', reason)
    if (closures.some(({ id }) => id === closure.id)) return refuse('not-valid', 'a closure is named twice')
    closures.push({
      ...closure,
      startsAt: closure.startsAt ?? now.toISOString(),
      section: closure.section && inRidingOrder(closure.section, trailOf(closure.trailId ?? '')?.posts ?? []),
    })
  }
  return accept({ trails: words, closures })
}

function reasonAgainst(
  { networkId, trailId, section, level, startsAt, endsAt }: Closure,
  networkIds: readonly string[],
  trailOf: (id: string) => KnownTrail | undefined,
  now: Date,
): string | null {
  if (!networkIds.includes(networkId)) return `no such network: ${networkId}`
  if (endsAt && Date.parse(endsAt) <= (startsAt ? Date.parse(startsAt) : now.getTime())) return 'a closure must end after it begins'
  if (!section) {
    if (level === 'Limited') return 'only a section can be limited'
  } else if (section.from === section.to) return 'a section runs between two different posts'
  if (trailId === null) return section ? 'a section is of a trail' : null
  const trail = trailOf(trailId)
  if (trail?.networkId !== networkId) return `no such trail: ${trailId}`
  const strange = [section?.from, section?.to].find((code) => code && trail.posts.length > 0 && !trail.posts.includes(code))
  return strange ? `${strange} is not on this trail` : null
}

/** Posts named the other way round are meant the same. */
function inRidingOrder({ from, to }: Closure['section'] & object, posts: readonly string[]) {
  const at = (code: string | null, end: number) => (code === null ? end : posts.indexOf(code))
  return at(from, -1) > at(to, posts.length) && from !== null && to !== null ? { from: to, to: from } : { from, to }
}

const isOf = (trailId: string | null) => (closure: Closure) => closure.trailId === trailId

/** What is said of one trail: equal as long as nothing new is. */
const statementOn = (trailId: string, { trails, closures }: TrailPart) => [trails[trailId] ?? null, closures.filter(isOf(trailId))]

function withOutcome(
  { networks, trails, closures }: UpdateWords,
  known: readonly KnownTrail[],
  before: PostingContext['before'],
  now: Date,
): UpdateWords & { outcome: UpdateOutcome } {
  const outcome: UpdateOutcome = { networks: {}, trails: {} }
  const settled: Record<string, NetworkStatus> = {}
  for (const [id, posted] of Object.entries(networks)) {
    const own = {
      trails: known.filter(({ networkId }) => networkId === id),
      words: trails,
      closures: closures.filter(({ networkId }) => networkId === id),
    }
    const { status, later } = networkOutcome(posted, own, now)
    settled[id] = { ...posted, status }
    const was = before?.networks[id]
    const isSame = was?.status === status && was.message === posted.message
    outcome.networks[id] = { changedAt: (isSame && before?.outcome?.networks[id]?.changedAt) || now.toISOString(), later }
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
  return { networks: settled, trails, closures, outcome }
}

/** Which networks an update says something new of: another status or message, or anything of its trails, than the update before it (T8). */
export function changedNetworks(update: UpdateWords, before: UpdateWords | null): string[] {
  const closuresOf = (id: string, { closures }: TrailPart) => closures.filter(({ networkId }) => networkId === id)
  return Object.entries(update.networks).flatMap(([id, { status, message }]) => {
    const was = before?.networks[id]
    const isSame = was?.status === status && was.message === message
    return isSame && before && isSameValue(closuresOf(id, update), closuresOf(id, before)) ? [] : [id]
  })
}

/** Which trails an update says something new of. */
export function changedTrails(update: TrailPart, before: TrailPart | null): string[] {
  const both = [update, ...(before ? [before] : [])]
  const ids = new Set(both.flatMap(({ trails, closures }) => [...Object.keys(trails), ...closures.flatMap(({ trailId }) => trailId ?? [])]))
  return [...ids].filter((id) => !before || !isSameValue(statementOn(id, update), statementOn(id, before)))
}
