import { addStatus, PublicStatus } from '@trailwarden/domain'
import { announceStatus, withStatusLock } from './status-channel.ts'

const CACHE = 'pushed-status'
const ADDRESS = '/api/public/status'

export type PushedStatusParts = {
  caches: { has(name: string): Promise<boolean>; open(name: string): Promise<Pick<Cache, 'match' | 'put'>> }
  lock(act: () => Promise<void>): Promise<void>
  announce(status: PublicStatus): void
}

export function createPushedStatus(parts: () => PushedStatusParts) {
  async function read(): Promise<PublicStatus | null> {
    const { caches } = parts()
    try {
      if (!(await caches.has(CACHE))) return null
      const stored = await (await caches.open(CACHE)).match(ADDRESS)
      return PublicStatus.safeParse(await stored?.json()).data ?? null
    } catch {
      // The browser has no such storage, or its content can't be read.
      return null
    }
  }

  return {
    read,
    /** Merging with earlier pushes means that a late push can't bring back an older status. */
    async add(status: PublicStatus): Promise<void> {
      const { caches, lock, announce } = parts()
      await lock(async () => {
        const known = await read()
        const next = addStatus(known, status)
        if (next !== known) await (await caches.open(CACHE)).put(ADDRESS, Response.json(next))
      })
      announce(status)
    },
  }
}

export const pushedStatus = createPushedStatus(() => ({ caches, lock: withStatusLock, announce: announceStatus }))
