/**
 * Generates random sequences of updates, plans, wrong clocks and offline devices, and compares every screen with a model that only uses the
 * updates. In every second sequence, updates that open anything need a second manager. `STATUS_SEQUENCES=10000` runs the full size.
 */
import { expect, test } from 'vitest'
import type { Actor } from '../person/person.ts'
import type { Closure, TrailWord } from './closure.ts'
import type { StatusProposal, StatusProposalPatch } from './proposal/status-proposal-kind.ts'
import { closesOnly, decideProposal } from './proposal/status-proposal-rules.ts'
import { PublicStatus, statusAt, type TrailStatus } from './public-status.ts'
import { type AuthorKnew, decideTrailUpdate } from './trail-status.ts'
import { publicStatusOf, trailAt } from './trail-statuses.ts'
import type { NewTrailUpdate } from './update/trail-update.ts'

const manager: Actor = { id: '0190a000-0000-7000-8000-000000000002', name: 'Ranger', role: 2 }
const second: Actor = { id: '0190a000-0000-7000-8000-000000000003', name: 'Second', role: 2 }
const networks = ['n1', 'n2'].map((id) => ({ id, name: id }))
const trails = ['a', 'b', 'c', 'd'].map((id, i) => ({
  id,
  name: `Trail ${id}`,
  networkId: i < 3 ? 'n1' : 'n2',
  posts: ['P1', 'P2', 'P3', 'P4'],
}))
const SEVERITY = { Open: 0, 'Partially Open': 1, Closed: 2 }
const STATUSES = ['Open', 'Partially Open', 'Closed'] as const
const MINUTE_MS = 60_000

/** Replaces `expect`, because a million `expect` calls would take most of the run time. */
function same(shown: unknown, right: unknown, about: string): void {
  if (shown !== right) throw new Error(`${about}: shows ${String(shown)}, expected ${String(right)}`)
}

/** Failure messages include the seed, so that the run can be repeated. */
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

/** The model contains only published data, without derived values. */
type Statement = {
  number: number
  postedMs: number
  word: Record<string, TrailStatus>
  words: Record<string, TrailWord>
  closures: (Closure & { startMs: number })[]
  /**
   * For each network, the earlier statement that still applies to trails without their own status, because this update was late or only
   * confirmed the status.
   */
  after: Record<string, Statement | null>
}
type SimTrail = (typeof trails)[number]

const begunAt = ({ closures }: Statement, ms: number) => closures.filter(({ startMs }) => startMs <= ms)

/** A "Partially Open" that names specific trails or sections leaves the other trails open (T25). */
function defaultByModel(statement: Statement, networkId: string): TrailStatus {
  const word = statement.word[networkId] ?? 'Closed'
  if (word !== 'Partially Open') return word
  const begun = begunAt(statement, statement.postedMs)
  for (const { id, networkId: of } of trails) {
    if (of !== networkId) continue
    const own = statement.words[id]?.status
    if (!((own && own !== 'Open') || begun.some(({ trailId }) => trailId === id))) continue
    const after = statement.after[networkId]
    return after && defaultByModel(after, networkId) === 'Partially Open' ? 'Partially Open' : 'Open'
  }
  return 'Partially Open'
}

function trailByModel(statement: Statement, trail: SimTrail, ms: number): TrailStatus {
  let severity = SEVERITY[statement.words[trail.id]?.status ?? defaultByModel(statement, trail.networkId)]
  for (const closure of begunAt(statement, ms)) {
    if (closure.trailId === trail.id) severity = Math.max(severity, closure.section === null ? 2 : 1)
  }
  return STATUSES[severity] ?? 'Closed'
}

/** T13: the stricter of the manager's status and the trails' status. */
function networkByModel(statement: Statement, networkId: string, ms: number): TrailStatus {
  if (begunAt(statement, ms).some((one) => one.networkId === networkId && one.trailId === null)) return 'Closed'
  const word = SEVERITY[statement.word[networkId] ?? 'Closed']
  const all = trails.filter((trail) => trail.networkId === networkId).map((trail) => SEVERITY[trailByModel(statement, trail, ms)])
  const fromTrails = Math.min(...all) === 2 ? 2 : Math.max(...all) > 0 ? 1 : 0
  return STATUSES[Math.max(word, fromTrails)] ?? 'Closed'
}

const trailAsRead = (statement: Statement, trail: SimTrail, ms: number) =>
  networkByModel(statement, trail.networkId, ms) === 'Closed' ? 'Closed' : trailByModel(statement, trail, ms)

function createClosure(random: Random, now: number, n: number): Closure {
  const networkId = random.pick(networks).id
  const own = trails.filter((trail) => trail.networkId === networkId)
  const trailId = random.chance(0.1) ? null : random.pick(own).id
  const hasSection = trailId !== null && random.chance(0.6)
  const startMs = random.chance(0.5) ? null : now + (random.below(400) - 60) * MINUTE_MS
  // A closure that began immediately, but was sent offline, may arrive after its end.
  const endsMs = random.chance(0.5)
    ? null
    : startMs === null
      ? now + (random.below(400) - 100) * MINUTE_MS
      : startMs + (1 + random.below(300)) * MINUTE_MS
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

function isRepeated(update: NewTrailUpdate, before: NewTrailUpdate | null, networkId: string): boolean {
  const statementsOf = ({ networks: words, trails: own, closures }: NewTrailUpdate) =>
    JSON.stringify([
      words[networkId]?.status,
      trails.map((trail) => (trail.networkId === networkId ? own[trail.id]?.status : null)),
      closures.filter((closure) => closure.networkId === networkId),
    ])
  return before !== null && statementsOf(update) === statementsOf(before)
}

function runSequence(seed: number) {
  const random = generator(seed)
  const needsSecondYes = seed % 2 === 0
  let now = Date.UTC(2026, 3, 4, 0, 0) // Daylight saving ends in Hobart that night.
  let latest = null as NewTrailUpdate | null
  let statement = null as Statement | null
  let [made, compared, posts, seconded, late, refused] = [0, 0, 0, 0, 0, 0]
  const history: Statement[] = []
  const updates: NewTrailUpdate[] = []
  /** Each proposal has the number of the update that the author had seen. */
  const proposals: { proposal: StatusProposal; knew: number }[] = []
  /** The clocks are wrong by up to two days. `copy` is the last answer received. */
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
          ...Array.from({ length: random.below(3) }, () => createClosure(random, now, ++made)),
        ]
    const isOld = !isConfirmation && random.chance(0.15)
    const words = isConfirmation
      ? (latest?.trails ?? {})
      : Object.fromEntries(trails.filter(() => random.chance(0.3)).map(({ id }) => [id, { status: random.pick(STATUSES), message: '' }]))
    const posted = Object.fromEntries(
      networks.map(({ id }) => [id, latest && isConfirmation ? latest.networks[id] : { status: random.pick(STATUSES), message: '' }]),
    ) as NewTrailUpdate['networks']
    const input = { networks: posted, ...(!isOld && { trails: words, closures }) }
    const authorKnew = whatTheAuthorKnew()
    const decision = decideTrailUpdate(null, idOf(900_000 + posts), input, manager, { ...contextNow(), authorKnew }, new Date(now))
    if (!decision.ok) {
      same(decision.refusal.code, 'superseded', `seed ${seed}: ${decision.refusal.detail}`)
      same(authorKnew.is === 'latest' || latest === null, false, `seed ${seed}, refused though its author knew the latest`)
      return void refused++
    }
    if (needsSecondYes && !closesOnly(decision.record, latest, trails, new Date(now))) return propose(input)
    const before = statement
    goLive(decision.record, authorKnew.is !== 'latest')
    if (needsSecondYes || (before && authorKnew.is !== 'latest')) opensNothing(before)
    if (authorKnew.is === 'earlier') late++
  }

  /** Most authors have seen the latest update. Some were offline or saw an update that a restore lost. Some programs never check. */
  const whatTheAuthorKnew = (): AuthorKnew => {
    if (random.chance(0.6)) return { is: 'latest' }
    if (random.chance(0.3)) return { is: 'untold' }
    return { is: 'earlier', update: random.chance(0.3) ? null : (random.pick(updates) ?? null) }
  }

  const idOf = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const contextNow = () => ({ networkIds: networks.map(({ id }) => id), trails, before: latest })

  const goLive = (update: NewTrailUpdate, isLate = false) => {
    const { networks: posted, trails: words, closures } = update
    statement = {
      number: ++posts,
      postedMs: now,
      word: Object.fromEntries(Object.entries(posted).map(([id, { status }]) => [id, status])),
      words,
      closures: closures.map((closure) => ({ ...closure, startMs: closure.startsAt ? Date.parse(closure.startsAt) : now })),
      after: Object.fromEntries(networks.map(({ id }) => [id, isLate || isRepeated(update, latest, id) ? statement : null])),
    }
    history.push(statement)
    updates.push(update)
    latest = update
  }

  /** T20, T27: no network or trail may become more open, now or later. */
  const opensNothing = (before: Statement | null) => {
    if (!statement) return
    const starts = [...statement.closures, ...(before?.closures ?? [])].map(({ startMs }) => startMs)
    for (const ms of [now, ...starts.filter((start) => start > now)]) {
      for (const trail of trails) {
        const was = before ? SEVERITY[trailAsRead(before, trail, ms)] : 2
        same(SEVERITY[trailAsRead(statement, trail, ms)] >= was, true, `seed ${seed}, opened, trail ${trail.id}`)
      }
      for (const { id } of networks) {
        const was = before ? SEVERITY[networkByModel(before, id, ms)] : 2
        same(SEVERITY[networkByModel(statement, id, ms)] >= was, true, `seed ${seed}, opened, network ${id}`)
      }
    }
  }

  const change = (current: StatusProposal | null, patch: StatusProposalPatch, actor: Actor, authorKnew: AuthorKnew = { is: 'latest' }) =>
    decideProposal(
      current,
      { recordId: idOf(800_000 + proposals.length), patch, recordedAt: new Date(now).toISOString() },
      actor,
      { ...contextNow(), authorKnew, approvalBlock: null },
      new Date(now),
    )

  const propose = (input: StatusProposalPatch) => {
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
    const answer = change(proposal, { confirm: true }, second, isSuperseded ? { is: 'earlier', update: null } : { is: 'latest' })
    same(answer.ok, !isSuperseded, `seed ${seed}, a proposal based on update ${knew}`)
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
    if (!decision.ok) throw new Error(`seed ${seed}: ${decision.refusal.detail}`)
    seconded += 1
    goLive(decision.record)
  }

  const compare = () => {
    if (!statement || !latest) return
    const page = answerNow()
    // The feed derives its newest entry from the log, and a page derives it from the answer.
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
        // An outdated copy shows its age and the status published at that time, with the planned closures that have begun since.
        const then = history.find((one) => one.number === number)
        if (!then) throw new Error('a phone has an unknown update')
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
      // With sync, the answer has the time of the update.
      const answer = random.chance(0.5) ? answerNow() : publicStatusOf(latest, networks, latest.createdAt)
      if (!phone.copy || phone.copy.number < statement.number || Date.parse(answer.asOf) > Date.parse(phone.copy.answer.asOf))
        phone.copy = { answer, number: statement.number }
    }
    compare()
  }
  return { compared, posts, seconded, late, refused }
}

test('T21 T13 T15 T16 T20 T25 T27 STAT-1 pages, feeds and offline devices agree on every network and trail in random histories', () => {
  const count = Number(process.env.STATUS_SEQUENCES ?? 400)
  const sum = { compared: 0, posts: 0, seconded: 0, late: 0, refused: 0 }
  for (let seed = 1; seed <= count; seed++)
    for (const [name, value] of Object.entries(runSequence(seed))) sum[name as keyof typeof sum] += value
  console.info(`no differences: ${JSON.stringify({ sequences: count, ...sum })}`)
  expect(sum.posts).toBeGreaterThan(count)
  expect(sum.seconded).toBeGreaterThan(count / 4)
  expect(sum.late).toBeGreaterThan(count / 4)
  expect(sum.refused).toBeGreaterThan(count / 4)
}, 600_000)
