/** Anyone who has a subscription's random id can change or end it. Nothing else about its owner is stored. */
import { randomUUID } from 'node:crypto'
import type { FollowedKind, FollowRequest, PhoneAlerts, Reach } from '@trailwarden/api'
import type { StatusNews } from '@trailwarden/domain'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db, Tx } from '#db/database.ts'

const once = (ids: readonly string[]) => [...new Set(ids)]

/** A browser whose endpoint is already stored keeps its id, and the new list replaces the old one. */
export async function follow(db: Db, { endpoint, keys, ...followed }: z.infer<typeof FollowRequest>, now: Date): Promise<string> {
  const { networks, trails, reopenings } = followed
  const what = { p256dh: keys.p256dh, auth: keys.auth, networks: once(networks), trails: once(trails), reopenings }
  const { id } = await db
    .insertInto('pushSubscriptions')
    .values({ id: randomUUID(), endpoint, ...what, createdAt: now })
    .onConflict((row) => row.column('endpoint').doUpdateSet(what))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function readFollowed(db: Db, id: string): Promise<PhoneAlerts | null> {
  return (
    (await db.selectFrom('pushSubscriptions').select(['networks', 'trails', 'reopenings']).where('id', '=', id).executeTakeFirst()) ?? null
  )
}

export async function unfollowAll(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pushSubscriptions').where('id', '=', id).execute()
}

/** Ends the subscription if this network or trail was its last. Idempotent. */
export async function unfollow(db: Db, id: string, kind: FollowedKind, topic: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('pushSubscriptions').select(['networks', 'trails']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) return
    const without = (ids: readonly string[], ofKind: FollowedKind) => ids.filter((one) => kind !== ofKind || one !== topic)
    const left = { networks: without(row.networks, 'network'), trails: without(row.trails, 'trail') }
    if (left.networks.length + left.trails.length === 0)
      return void (await tx.deleteFrom('pushSubscriptions').where('id', '=', id).execute())
    await tx.updateTable('pushSubscriptions').set(left).where('id', '=', id).execute()
    const waiting = tx.deleteFrom('pushMessages').where('subscriptionId', '=', id)
    await waiting.where('kind', '=', kind).where('topic', '=', topic).execute()
  })
}

export async function countReach(db: Db | Tx, { networks, trails }: StatusNews): Promise<Reach> {
  const [ofNetworks, ofTrails] = [Object.keys(networks), trails]
  const { rows } = await sql<Reach>`
    select (select count(*)::integer from status_subscriptions
        where networks && ${ofNetworks}::text[] or trails && ${ofTrails}::text[]) as emails,
      (select count(*)::integer from push_subscriptions
        where networks && ${ofNetworks}::text[] or trails && ${ofTrails}::text[]) as phones`.execute(db)
  return rows[0] ?? { emails: 0, phones: 0 }
}
