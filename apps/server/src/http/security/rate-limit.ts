/** `now` is `performance.now()`: if the system clock were set back, people would be blocked for too long. */
import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isStoredRead } from '../caching/stored-reads.ts'
import { sendProblem } from '../problem.ts'
import { requestPath } from './request-path.ts'

type Limiter = {
  /** Returns the seconds to wait if the limit is exceeded, otherwise 0. */
  take(key: string, now: number): number
}

/** Uses about 10 MB. Someone with so many keys in one window has as many addresses anyway, and gains nothing from evicting old keys. */
const MAX_KEYS = 50_000

/** Old windows are deleted as a whole. Within a window, the keys that haven't been used for longest are evicted first. */
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
      // Deletes the key and adds it again, so that the Map is ordered by last use.
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
 * The bucket holds `burst` and refills at `perMinute`. Changes from several days offline can be sent in one go, but the overall rate is
 * limited. `take` returns 0, or the seconds to wait.
 */
export type Bucket = {
  take(key: string, now: number, amount?: number): number
  giveBack(key: string, amount: number): void
}

export function createBucket(perMinute: number, burst: number): Bucket {
  let buckets = new Map<string, { left: number; at: number }>()
  const refillMs = (burst / perMinute) * 60_000
  let sweptAt = 0
  return {
    take(key, now, amount = 1) {
      // A full bucket equals an unused one, so it can be deleted.
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

/** One bucket refills slowly but allows the changes of a long ride to be sent in one go. The other limits the total per day. */
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

/** IPv6 subscribers have a whole /64, so the rest of their address doesn't identify anyone. */
export function visitorKey(address: string): string {
  const groups = groupsOf(address)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : address.replace(/^::ffff:/, '')
}

/** One party may own an IPv6 /48 with 65,536 visitor keys. Null for IPv4, where addresses are scarce. */
export function networkKey(address: string): string | null {
  const groups = groupsOf(address)
  return groups && `${groups.slice(0, 3).join(':')}::/48`
}

/** Returns the /24 of an IPv4 address, or the same as `networkKey` for IPv6. */
export const rangeKey = (address: string): string => networkKey(address) ?? visitorKey(address).replace(/\.\d+$/, '.0')

/**
 * Returns two large ranges that contain the address: /8 and /16 for IPv4, /32 and /48 for IPv6. They're too large to identify anyone.
 */
export function wideRanges(address: string): { wide: string; narrow: string } {
  const groups = groupsOf(address)
  const [parts, separator, least] = groups ? [groups, ':', 2] : [visitorKey(address).split('.'), '.', 1]
  return { wide: parts.slice(0, least).join(separator), narrow: parts.slice(0, least + 1).join(separator) }
}

/** Returns the eight groups of an IPv6 address, or null for any other address. */
function groupsOf(address: string): string[] | null {
  const unmapped = address.replace(/^::ffff:/, '')
  if (!isIPv6(unmapped)) return null
  const [head = '', tail] = unmapped.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  return tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

/** Doesn't count paths that nginx stores for everyone. `request.ip` trusts only our own proxies. */
export function limitRequests(app: FastifyInstance, requestsPerMinute: number, onForgotten?: () => void): void {
  const limiter = createLimiter(requestsPerMinute, 60_000, MAX_KEYS, onForgotten)
  app.addHook('onRequest', async (request, reply) => {
    if (!requestPath(request.url).startsWith('/api/') || isStoredRead(request)) return
    const waitSeconds = limiter.take(visitorKey(request.ip), performance.now())
    if (waitSeconds > 0)
      return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many requests from this address.')
  })
}
