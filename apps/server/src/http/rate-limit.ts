/** Limits in memory. `now` is `performance.now()`: a clock that is set back an hour must not turn people away for that hour. */
import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sendProblem } from './problem.ts'
import { requestPath } from './request-path.ts'

type Limiter = {
  /** Counts one request of `key`; answers how many seconds to wait when it was one too many, else 0. */
  take(key: string, now: number): number
}

/** Some 10 MB. Who can use so many keys in one window has as many addresses, and gains nothing by having the oldest forgotten. */
const MAX_KEYS = 50_000

/** A fixed window per key. Old windows are forgotten as a whole; within one, the keys that were not seen for longest. */
export function createLimiter(limit: number, windowMs: number, maxKeys = MAX_KEYS, onForgotten = () => {}): Limiter {
  let windowStart = 0
  let counts = new Map<string, number>()
  return {
    take(key, now) {
      if (now - windowStart >= windowMs) {
        windowStart = now
        counts = new Map()
      }
      const count = (counts.get(key) ?? 0) + 1
      // Set again, so that a Map's order is that of their last use.
      counts.delete(key)
      if (counts.size >= maxKeys) {
        counts.delete(counts.keys().next().value ?? '')
        onForgotten()
      }
      counts.set(key, count)
      return count > limit ? Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000)) : 0
    },
  }
}

/**
 * A bucket per key that holds `burst` and refills at `perMinute`: what was saved up over days without signal goes out at once, and
 * still nobody can send without end. `take` answers how many seconds to wait when there is not enough, else 0.
 */
export type Bucket = {
  take(key: string, now: number, amount?: number): number
  /** Takes a count back that was not used. */
  giveBack(key: string, amount: number): void
}

export function createBucket(perMinute: number, burst: number): Bucket {
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
    giveBack(key, amount) {
      const last = buckets.get(key)
      if (last) buckets.set(key, { ...last, left: last.left + amount })
    },
  }
}

/**
 * Both at once: the queue of a long tour goes out in one go, and is refilled slowly; and what can be sent in this way day after day is
 * bounded on its own.
 */
export function createDailyBucket(perMinute: number, burst: number, perDay: number): Bucket {
  const [quick, daily] = [createBucket(perMinute, burst), createBucket(perDay / (24 * 60), perDay)]
  return {
    take(key, now, amount = 1) {
      const waitSeconds = daily.take(key, now, amount)
      if (waitSeconds > 0) return waitSeconds
      const waitForQuick = quick.take(key, now, amount)
      if (waitForQuick > 0) daily.giveBack(key, amount)
      return waitForQuick
    },
    giveBack(key, amount) {
      quick.giveBack(key, amount)
      daily.giveBack(key, amount)
    },
  }
}

/** One visitor for limits and logs: an IPv6 subscriber holds a whole /64, so the rest of the address identifies nobody. */
export function visitorKey(address: string): string {
  const groups = groupsOf(address)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : address.replace(/^::ffff:/, '')
}

/** The network that one party may well hold whole, an IPv6 /48 of 65,536 such visitors; null for IPv4, where addresses are dear. */
export function networkKey(address: string): string | null {
  const groups = groupsOf(address)
  return groups && `${groups.slice(0, 3).join(':')}::/48`
}

/** The eight groups of an IPv6 address; null for any other. */
function groupsOf(address: string): string[] | null {
  const unmapped = address.replace(/^::ffff:/, '')
  if (!isIPv6(unmapped)) return null
  const [head = '', tail] = unmapped.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  return tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

/** Limits what one address may ask of /api. Addresses come from `request.ip`, which believes only our own proxies. */
export function limitRequests(app: FastifyInstance, requestsPerMinute: number, onForgotten?: () => void): void {
  const limiter = createLimiter(requestsPerMinute, 60_000, MAX_KEYS, onForgotten)
  app.addHook('onRequest', async (request, reply) => {
    if (!requestPath(request.url).startsWith('/api/')) return
    const waitSeconds = limiter.take(visitorKey(request.ip), performance.now())
    if (waitSeconds > 0)
      return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many requests from this address.')
  })
}
