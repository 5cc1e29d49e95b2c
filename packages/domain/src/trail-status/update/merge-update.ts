/**
 * If the author hadn't seen the latest update, the more restrictive status applies (RULES.md, T27). For example, a ranger's "Bridge out" is
 * published even though the office confirmed Open a minute earlier.
 */
import { isSameValue } from '../../same-value.ts'
import { type Closure, moreRestrictive, TRAIL_MESSAGE_MAX_LENGTH, type TrailWord } from '../closure.ts'
import type { TrailStatus } from '../public-status.ts'
import { MESSAGE_MAX_LENGTH, type NetworkStatus, type Settled, type UpdateWords } from './trail-update.ts'

/** The added text comes first because it is the warning. */
function joinTexts(added: string, present: string, maxLength: number): string {
  if (present.includes(added)) return present
  if (present === '' || added.includes(present)) return added
  return `${/[.!?]$/.test(added) ? added : `${added}.`} ${present}`.slice(0, maxLength)
}

/** If a text hasn't changed since the author saw it, the author's text replaces it. */
const mergeText = (added: string, present: string, known: string | undefined, maxLength: number) =>
  added === known ? present : present === known ? added : joinTexts(added, present, maxLength)

function mergeNetwork(added: NetworkStatus, present: NetworkStatus | undefined, known: NetworkStatus | undefined) {
  if (!present) return added
  if (known && isSameValue(known, added)) return present
  return {
    status: moreRestrictive(present.status, added.status),
    message: mergeText(added.message, present.message, known?.message, MESSAGE_MAX_LENGTH),
  }
}

function mergeTrail(added: TrailWord, present: TrailWord | undefined, known: TrailWord | undefined, base: TrailStatus) {
  if (known && isSameValue(known, added)) return present
  const now = present?.status ?? base
  const status = moreRestrictive(now, added.status)
  // The trail already has this status from its network, and there is no message, so there is nothing to add.
  if (!present && status === now && added.message === '') return undefined
  return { status, message: mergeText(added.message, present?.message ?? '', known?.message, TRAIL_MESSAGE_MAX_LENGTH) }
}

const earlier = (a: string | null, b: string | null) => (a === null || b === null ? null : Date.parse(a) < Date.parse(b) ? a : b)
const later = (a: string | null, b: string | null) => (a === null || b === null ? null : Date.parse(a) > Date.parse(b) ? a : b)

const mergeClosure = (added: Closure, present: Closure): Closure => ({
  ...added,
  section: isSameValue(added.section, present.section) ? added.section : null,
  level: added.level === present.level && isSameValue(added.section, present.section) ? added.level : 'Closed',
  startsAt: earlier(added.startsAt, present.startsAt),
  endsAt: later(added.endsAt, present.endsAt),
})

function mergeClosures(added: readonly Closure[], present: readonly Closure[], known: readonly Closure[]): Closure[] {
  const merged = [...present]
  for (const closure of added) {
    if (known.some((was) => isSameValue(was, closure))) continue
    const i = merged.findIndex(({ id }) => id === closure.id)
    const same = merged[i]
    if (same) merged[i] = mergeClosure(closure, same)
    else merged.push(closure)
  }
  return merged
}

/** `known` is the update that the author started from, or null if that update isn't available. */
export function mergeRestrictions(
  added: UpdateWords,
  latest: Settled,
  known: UpdateWords | null,
  networkOf: (trailId: string) => string | undefined,
): UpdateWords {
  const networks = Object.fromEntries(
    Object.entries(added.networks).map(([id, one]) => [id, mergeNetwork(one, latest.networks[id], known?.networks[id])] as const),
  )
  const trails = { ...latest.trails }
  for (const [id, word] of Object.entries(added.trails)) {
    const networkId = networkOf(id) ?? ''
    const base = latest.outcome?.networks[networkId]?.base ?? latest.networks[networkId]?.status ?? 'Open'
    const merged = mergeTrail(word, latest.trails[id], known?.trails[id], base)
    if (merged) trails[id] = merged
  }
  return { networks, trails, closures: mergeClosures(added.closures, latest.closures, known?.closures ?? []) }
}
