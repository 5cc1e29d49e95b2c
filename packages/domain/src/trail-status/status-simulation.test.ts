/**
 * What a phone, the server's page and the feed say of every trail is the same at every minute, or is known to be older: posts, plans,
 * confirmations, wrong clocks and phones without signal in random order, against a model that looks at the posts alone. In every other
 * sequence the site asks for a second manager: then what opens anything waits, and nothing opens that nobody else has confirmed.
 * `STATUS_SEQUENCES=10000` runs the full size.
 */
import { expect, test } from 'vitest'
import type { Actor } from '../person/person.ts'
import type { Closure, TrailWord } from './closure.ts'
import { PublicStatus, statusAt, type TrailStatus } from './public-status.ts'
import type { StatusProposal, StatusProposalPatch } from './status-proposal-kind.ts'
import { closesOnly, decideProposal } from './status-proposal-rules.ts'
import { decideTrailUpdate, type NewTrailUpdate } from './trail-status.ts'
import { publicStatusOf, trailAt } from './trail-statuses.ts'

const manager: Actor = { id: '0190a000-0000-7000-8000-000000000002', name: 'Ranger', role: 2 }
const second: Actor = { id: '0190a000-0000-7000-8000-000000000003', name: 'Second', role: 2 }
const networks = ['n1', 'n2'].map((id) => ({ id, name: id }))
const trails = ['a', 'b', 'c', 'd'].map((id, i) => ({ id, networkId: i < 3 ? 'n1' : 'n2', posts: ['P1', 'P2', 'P3', 'P4'] }))
const SEVERITY = { Open: 0, 'Partially Open': 1, Closed: 2 }
const STATUSES = ['Open', 'Partially Open', 'Closed'] as const
const MINUTE_MS = 60_000

/** Not `expect`, which takes longer than all the rest a million times over. */
function same(shown: unknown, right: unknown, about: string): void {
  if (shown !== right) throw new Error(`${about}: ${String(shown)} is shown, ${String(right)} is so`)
}

/** A small generator with a seed (mulberry32): a failure names the seed, and that repeats it. */
function generator(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return { below, chance: (share: number) => next() < share, pick: <T>(of: readonly T[]): T => of[below(of.length)] as T }
}
type Random = ReturnType<typeof generator>

/** The model: what was said, as it was said, and nothing worked out. Times are milliseconds. */
type Statement = {
  number: number
  hand: Record<string, TrailStatus>
  base: Record<string, TrailStatus | undefined>
  words: Record<string, TrailWord>
  closures: (Closure & { startMs: number })[]
}

/** A trail by the rules, one after the other, from what was said. */
function trailByModel({ hand, base, words, closures }: Statement, trail: (typeof trails)[number], ms: number): TrailStatus {
  const begun = closures.filter(({ startMs, networkId }) => startMs <= ms && networkId === trail.networkId)
  if (begun.some(({ trailId }) => trailId === null)) return 'Closed'
  const follows = base[trail.networkId]
  if ((follows ?? hand[trail.networkId]) === 'Closed') return 'Closed'
  let status = words[trail.id]?.status ?? follows ?? hand[trail.networkId] ?? 'Closed'
  for (const closure of begun) {
    if (closure.trailId !== trail.id || closure.level !== 'Closed') continue
    if (closure.section === null) status = 'Closed'
    else if (status === 'Open') status = 'Partially Open'
  }
  return status
}

function networkByModel(statement: Statement, networkId: string, ms: number): TrailStatus {
  if (statement.closures.some((one) => one.networkId === networkId && one.trailId === null && one.startMs <= ms)) return 'Closed'
  const follows = statement.base[networkId]
  if (follows === undefined) return statement.hand[networkId] ?? 'Closed'
  if (follows === 'Closed') return 'Closed'
  const all = new Set(trails.filter((trail) => trail.networkId === networkId).map((trail) => trailByModel(statement, trail, ms)))
  const [only] = all
  return all.size === 1 && only ? only : 'Partially Open'
}

/** A word of a closed-by-its-trails network closes trails that have another word: then the network is Closed for all who read. */
const trailAsRead = (statement: Statement, trail: (typeof trails)[number], ms: number) =>
  networkByModel(statement, trail.networkId, ms) === 'Closed' ? 'Closed' : trailByModel(statement, trail, ms)

function aClosure(random: Random, now: number, n: number): Closure {
  const networkId = random.pick(networks).id
  const own = trails.filter((trail) => trail.networkId === networkId)
  const trailId = random.chance(0.1) ? null : random.pick(own).id
  const hasSection = trailId !== null && random.chance(0.6)
  const startMs = random.chance(0.5) ? null : now + (random.below(400) - 60) * MINUTE_MS
  const endsMs = random.chance(0.5) ? null : (startMs ?? now) + (1 + random.below(300)) * MINUTE_MS
  return {
    id: `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    networkId,
    trailId,
    section: hasSection ? { from: random.pick([null, 'P1', 'P2']), to: random.pick(['P3', 'P4']) } : null,
    level: hasSection && random.chance(0.3) ? 'Limited' : 'Closed',
    message: '',
    wayAround: '',
    startsAt: startMs === null ? null : new Date(startMs).toISOString(),
    endsAt: endsMs === null ? null : new Date(endsMs).toISOString(),
    reopens: null,
  }
}

function runSequence(seed: number): { compared: number; posts: number; seconded: number } {
  const random = generator(seed)
  const needsSecondYes = seed % 2 === 0
  let now = Date.UTC(2026, 3, 4, 0, 0) // Hobart's clocks go back in this night.
  let latest = null as NewTrailUpdate | null
  let statement = null as Statement | null
  let [made, compared, posts, seconded] = [0, 0, 0, 0]
  const history: Statement[] = []
  /** What waits for a second manager, with the number of the post that its author knew. */
  const proposals: { proposal: StatusProposal; knew: number }[] = []
  /** Clocks up to two days off; `copy` is what the phone heard last. */
  const phones = Array.from({ length: 3 }, () => ({
    skew: random.chance(0.5) ? 0 : (random.below(5760) - 2880) * MINUTE_MS,
    copy: null as { answer: PublicStatus; number: number } | null,
  }))
  const answerNow = () => PublicStatus.parse(JSON.parse(JSON.stringify(publicStatusOf(latest, networks, new Date(now)))))

  const post = () => {
    const isConfirmation = latest !== null && random.chance(0.3)
    const closures = isConfirmation
      ? (latest?.closures ?? [])
      : [
          ...(latest?.closures ?? []).filter(() => random.chance(0.7)),
          ...Array.from({ length: random.below(3) }, () => aClosure(random, now, ++made)),
        ]
    const isOld = !isConfirmation && random.chance(0.15)
    const words = isConfirmation
      ? (latest?.trails ?? {})
      : Object.fromEntries(trails.filter(() => random.chance(0.3)).map(({ id }) => [id, { status: random.pick(STATUSES), message: '' }]))
    const posted = Object.fromEntries(
      networks.map(({ id }) => {
        const before = isConfirmation ? latest?.networks[id] : undefined
        const base = before ? before.base : random.chance(0.7) ? random.pick(['Open', 'Open', 'Closed'] as const) : undefined
        return [id, { status: before?.status ?? random.pick(STATUSES), message: '', ...(base && { base }) }]
      }),
    )
    const input = { networks: posted, ...(!isOld && { trails: words, closures }) }
    const decision = decideTrailUpdate(null, idOf(900_000 + posts), input, manager, contextNow(), new Date(now))
    if (!decision.ok) throw new Error(`seed ${seed}: ${decision.refusal.detail}`)
    if (needsSecondYes && !closesOnly(decision.record, latest, trails, new Date(now))) return propose(input)
    const before = statement
    goLive(posted, isOld ? null : { words, closures }, decision.record)
    if (needsSecondYes) opensNothing(before)
  }

  const idOf = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const contextNow = () => ({ networkIds: networks.map(({ id }) => id), trails, before: latest })

  /** What was posted goes live; `own` is null of a program that says nothing of trails. */
  const goLive = (
    posted: NewTrailUpdate['networks'],
    own: { words: Record<string, TrailWord>; closures: readonly Closure[] } | null,
    update: NewTrailUpdate,
  ) => {
    const closures = own?.closures.map((closure) => ({ ...closure, startMs: closure.startsAt ? Date.parse(closure.startsAt) : now }))
    statement = {
      number: ++posts,
      hand: Object.fromEntries(Object.entries(posted).map(([id, { status }]) => [id, status])),
      base: Object.fromEntries(Object.entries(posted).map(([id, { base }]) => [id, base])),
      words: own?.words ?? statement?.words ?? {},
      closures: closures ?? statement?.closures ?? [],
    }
    history.push(statement)
    latest = update
  }

  /** T20 by the model: without a second manager no trail is more open than it was, now or later. */
  const opensNothing = (before: Statement | null) => {
    if (!statement) return
    const starts = [...statement.closures, ...(before?.closures ?? [])].map(({ startMs }) => startMs)
    for (const ms of [now, ...starts.filter((start) => start > now)])
      for (const trail of trails) {
        const was = before ? SEVERITY[trailAsRead(before, trail, ms)] : 2
        same(SEVERITY[trailAsRead(statement, trail, ms)] >= was, true, `seed ${seed}, opened without a second yes, trail ${trail.id}`)
      }
  }

  const change = (current: StatusProposal | null, patch: StatusProposalPatch, actor: Actor, isSuperseded = false) =>
    decideProposal(
      current,
      { recordId: idOf(800_000 + proposals.length), patch, recordedAt: new Date(now).toISOString() },
      actor,
      { ...contextNow(), isSuperseded },
      new Date(now),
    )

  const propose = (input: StatusProposalPatch) => {
    // As the server does: what is not spoken of stays.
    const whole = { trails: latest?.trails ?? {}, closures: latest?.closures ?? [], ...input, basedOn: null }
    const decision = change(null, whole, manager)
    if (!decision.ok) throw new Error(`seed ${seed}: ${decision.refusal.detail}`)
    proposals.push({ proposal: decision.record.record, knew: statement?.number ?? 0 })
  }

  const confirm = () => {
    const waiting = proposals.splice(random.below(proposals.length), 1)[0]
    if (!waiting) return
    const { proposal, knew } = waiting
    same(change(proposal, { confirm: true }, manager).ok, false, `seed ${seed}, confirmed by its author`)
    const isSuperseded = knew !== (statement?.number ?? 0)
    const answer = change(proposal, { confirm: true }, second, isSuperseded)
    same(answer.ok, !isSuperseded, `seed ${seed}, a proposal upon post ${knew}`)
    if (!answer.ok) return
    const { networks: posted, trails: words, closures } = proposal
    const decision = decideTrailUpdate(
      null,
      idOf(900_000 + posts),
      { networks: posted, trails: words, closures },
      manager,
      contextNow(),
      new Date(now),
    )
    // A closure that was to begin with the yes, and to end before it came: that has to be proposed again.
    if (!decision.ok) return same(decision.refusal.detail, 'a closure must end after it begins', `seed ${seed}`)
    seconded += 1
    goLive(posted, { words, closures }, decision.record)
  }

  const compare = () => {
    if (!statement || !latest) return
    const page = answerNow()
    // The feed's newest entry is worked out again from the log; a page from the answer.
    const feed = publicStatusOf(latest, networks, new Date(now))
    for (const { id } of networks) {
      const right = networkByModel(statement, id, now)
      for (const answer of [page, feed]) {
        const network = answer.networks.find((one) => one.id === id)
        same(network && statusAt(network, new Date(now)), right, `seed ${seed}, network ${id}`)
      }
    }
    for (const trail of trails) {
      const right = trailAsRead(statement, trail, now)
      for (const answer of [page, feed]) same(trailAt(answer, trail, new Date(now)).status, right, `seed ${seed}, trail ${trail.id}`)
      for (const phone of phones) {
        compared += 1
        if (!phone.copy) continue
        const { answer, number } = phone.copy
        const clock = now + phone.skew
        const shown = trailAt(answer, trail, new Date(clock)).status
        // A copy that is not the latest says so by its age; what it shows is what was said then, and its plans have begun.
        const then = history.find((one) => one.number === number)
        if (!then) throw new Error('a phone has what nobody said')
        same(shown, trailAsRead(then, trail, Math.max(clock, Date.parse(answer.asOf))), `seed ${seed}, phone, trail ${trail.id}`)
        if (number === statement.number && phone.skew >= 0 && right === 'Closed') same(shown, 'Closed', `seed ${seed}`)
      }
    }
  }

  for (let step = 0; step < 30; step++) {
    now += random.below(90) * MINUTE_MS
    if (random.chance(0.35)) post()
    if (proposals.length > 0 && random.chance(0.4)) confirm()
    for (const phone of phones) {
      if (!statement || !latest || !random.chance(0.4)) continue
      // By polling, or by sync, which brings the update as of its own time.
      const answer = random.chance(0.5) ? answerNow() : publicStatusOf(latest, networks, latest.createdAt)
      if (!phone.copy || phone.copy.number < statement.number || Date.parse(answer.asOf) > Date.parse(phone.copy.answer.asOf))
        phone.copy = { answer, number: statement.number }
    }
    compare()
  }
  return { compared, posts, seconded }
}

test('T21 T15 T16 T20 in random sequences of posts, plans, confirmations, clocks, proposals and phones without signal all say the same of every trail', () => {
  const count = Number(process.env.STATUS_SEQUENCES ?? 400)
  let [compared, posts, seconded] = [0, 0, 0]
  for (let seed = 1; seed <= count; seed++) {
    const run = runSequence(seed)
    compared += run.compared
    posts += run.posts
    seconded += run.seconded
  }
  if (count >= 10_000)
    console.info(
      `${count} sequences, ${posts} posts, ${seconded} of them confirmed by a second manager, ${compared} comparisons with phones: 0 differ`,
    )
  expect(posts).toBeGreaterThan(count)
  expect(seconded).toBeGreaterThan(count / 4)
}, 600_000)
