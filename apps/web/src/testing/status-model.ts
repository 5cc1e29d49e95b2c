/** The model calculates what must be shown without using any of the app's rules. */
import { type Closure, type PublicStatus, statusAt, type TrailStatus, trailAt } from '@trailwarden/domain'
import type { Random } from '@trailwarden/testkit/random'

const MINUTE_MS = 60_000
const STATUSES = ['Open', 'Partially Open', 'Closed'] as const
export const NETWORKS = ['n1', 'n2']
const TRAILS = [
  { id: 'a', networkId: 'n1' },
  { id: 'b', networkId: 'n1' },
  { id: 'c', networkId: 'n2' },
]

const RANK = { Open: 0, unknown: 1, 'Partially Open': 2, Closed: 3 }
const rank = (status: TrailStatus | null | undefined) => RANK[status ?? 'unknown']
const iso = (ms: number) => new Date(ms).toISOString()

type Statement = {
  networks: Record<string, { status: TrailStatus; base: TrailStatus | undefined }>
  words: Record<string, TrailStatus>
  closures: { id: number; trail: (typeof TRAILS)[number]; from: string | null; startMs: number }[]
}
/** `g` numbers all updates ever made in sequence. */
export type Post = { g: number; number: number; at: number; statement: Statement }
export type Server = { epoch: number; posts: Post[]; now: number; made: number }

export function createStatement(random: Random, now: number): Statement {
  const networks = Object.fromEntries(
    NETWORKS.map((id) => [id, { status: random.pick(STATUSES), base: random.chance(0.5) ? random.pick(STATUSES) : undefined }]),
  )
  for (const network of Object.values(networks)) if (network.base === 'Closed') network.status = 'Closed'
  const words = Object.fromEntries(TRAILS.flatMap(({ id }) => (random.chance(0.4) ? [[id, random.pick(STATUSES)]] : [])))
  const closures = Array.from({ length: random.below(3) }, () => ({
    id: random.below(4),
    trail: random.pick(TRAILS),
    from: random.pick([null, 'P1', 'P2']),
    startMs: now + (random.chance(0.6) ? -1 : random.below(600)) * MINUTE_MS,
  }))
  return { networks, words, closures: closures.filter(({ id }, i) => closures.findIndex((one) => one.id === id) === i) }
}

const closureOf = ({ id, trail, from, startMs }: Statement['closures'][number]): Closure => ({
  id: `0190a000-0000-7000-8000-${String(id).padStart(12, '0')}`,
  networkId: trail.networkId,
  trailId: trail.id,
  section: from === null ? null : { from, to: null },
  level: 'Closed',
  message: '',
  wayAround: '',
  startsAt: iso(startMs),
  endsAt: null,
  reopens: null,
})

/** The response is text because it may be delivered much later. */
export function answerOf({ posts, epoch, now }: Server, { isShort = false } = {}): { text: string; g: number } {
  const post = posts.at(-1)
  const postedAt = post ? iso(post.at) : null
  const status = {
    asOf: iso(now),
    postedAt,
    orderNumber: post?.number ?? 0,
    epoch: `e${epoch}`,
    networks: NETWORKS.map((id) => ({ id, name: id, status: null, message: '', postedAt, ...post?.statement.networks[id] })),
    trails: isShort
      ? null
      : Object.fromEntries(
          Object.entries(post?.statement.words ?? {}).map(([id, word]) => [id, { word: { status: word, message: '' }, changedAt: null }]),
        ),
    closures: post?.statement.closures.map(closureOf) ?? [],
    ...(isShort && { isShortened: true }),
  }
  return { text: JSON.stringify(status), g: post?.g ?? 0 }
}

/** The update itself determines the minimum restriction. Section closures are identified by trail and first post. */
export function leastOf({ statement }: Post, ms: number): Map<string, number> {
  const least = new Map<string, number>()
  for (const [id, { status }] of Object.entries(statement.networks)) least.set(id, rank(status))
  for (const { id, networkId } of TRAILS) {
    const network = statement.networks[networkId]
    if (!network) continue
    const begun = statement.closures.filter((closure) => closure.trail.id === id && closure.startMs <= ms)
    const own = rank(statement.words[id] ?? network.base ?? network.status)
    const closed = begun.some(({ from }) => from === null) ? 3 : begun.length > 0 ? 2 : 0
    least.set(id, network.status === 'Closed' ? 3 : Math.max(own, closed))
    if (network.status !== 'Closed') for (const { from } of begun) if (from !== null) least.set(`${id} from ${from}`, 2)
  }
  return least
}

export function shownOf(status: PublicStatus | null, ms: number): Map<string, number> {
  const shown = new Map<string, number>()
  const at = new Date(ms)
  for (const id of NETWORKS) {
    const network = status?.networks.find((one) => one.id === id)
    shown.set(id, rank(network && statusAt(network, at)))
  }
  for (const trail of TRAILS) {
    const now = trailAt(status, trail, at)
    shown.set(trail.id, rank(now.status))
    for (const from of ['P1', 'P2']) {
      // If the whole trail is closed, its sections aren't listed, so they all count as closed.
      const isShown = now.status === 'Closed' || now.closures.some(({ section }) => section?.from === from)
      shown.set(`${trail.id} from ${from}`, isShown ? 2 : 0)
    }
  }
  return shown
}
