import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sendProblem } from './problem.ts'

export type Limiter = {
  /** Counts one request of `key`; says how many seconds to wait when it was one too many, else 0. */
  take(key: string, now: number): number
  /** Takes one count back: for tries that turned out to be honest. Counting first and returning later leaves no gap to slip through. */
  giveBack(key: string): void
}

/** A fixed window per key. Old windows are forgotten as a whole, so memory is bounded by the keys of one window. */
export function createLimiter(limit: number, windowMs: number): Limiter {
  let windowStart = 0
  let counts = new Map<string, number>()
  return {
    take(key, now) {
      if (now - windowStart >= windowMs) {
        windowStart = now
        counts = new Map()
      }
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count > limit ? Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000)) : 0
    },
    giveBack(key) {
      const count = counts.get(key)
      if (count) counts.set(key, count - 1)
    },
  }
}

/**
 * A bucket per key that holds `burst` and refills at `perMinute`: what was saved up over days without signal goes out at once, and
 * still nobody can send without end. `take` says how many seconds to wait when there is not enough, else 0.
 */
export function createBucket(perMinute: number, burst: number): { take(key: string, now: number, amount?: number): number } {
  let buckets = new Map<string, { left: number; at: number }>()
  const refillMs = (burst / perMinute) * 60_000
  let sweptAt = 0
  return {
    take(key, now, amount = 1) {
      // A bucket that had the time to fill up is like one that was never used.
      if (now - sweptAt > refillMs) {
        buckets = new Map([...buckets].filter(([, { at }]) => now - at < refillMs))
        sweptAt = now
      }
      const last = buckets.get(key) ?? { left: burst, at: now }
      const left = Math.min(burst, last.left + ((now - last.at) / 60_000) * perMinute)
      const enough = left >= amount
      buckets.set(key, { left: enough ? left - amount : left, at: now })
      return enough ? 0 : Math.max(1, Math.ceil(((amount - left) / perMinute) * 60))
    },
  }
}
export type Bucket = ReturnType<typeof createBucket>

/** One visitor for limits and logs: an IPv6 subscriber holds a whole /64, so the rest of the address tells nothing. */
export function visitorKey(address: string): string {
  const unmapped = address.replace(/^::ffff:/, '')
  if (!isIPv6(unmapped)) return unmapped
  const [head = '', tail] = unmapped.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const full = tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return `${full.slice(0, 4).join(':')}::/64`
}

/** Limits what one address may ask of /api. Addresses come from `request.ip`, which believes only our own proxies. */
export function limitRequests(app: FastifyInstance, requestsPerMinute: number): void {
  const limiter = createLimiter(requestsPerMinute, 60_000)
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const waitSeconds = limiter.take(visitorKey(request.ip), Date.now())
    if (waitSeconds > 0)
      return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many requests from this address.')
  })
}
