/**
 * Visitors enter only a name and an email address. Approval sends an invitation to that address, so nobody can get an account with someone
 * else's address.
 */
import { randomUUID } from 'node:crypto'
import type { AccountRequest, RouteDecision } from '@trailwarden/api'
import { type Actor, accept, type PersonRecord, refuse, wayIn } from '@trailwarden/domain'
import { sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { Tx } from '#db/database.ts'
import { wideRanges } from '#http/security/rate-limit.ts'
import { findPersonByEmail, lockManagers } from '../people-store.ts'
import { createUser } from '../users/users.ts'
import { type PeopleDependencies, queueEmail } from './accounts.ts'

/** Limits the size of the table, because anyone can add to it. */
const MOST_WAITING = 1000
const NO_SUCH_REQUEST = refuse('not-found', 'This request doesn’t exist.')

/** The response doesn't show whether the address already has an account, but its owner is notified. */
export async function requestAccount(
  people: PeopleDependencies,
  { displayName, email }: AccountRequest,
  ip: string,
  now: Date,
): Promise<RouteDecision<null>> {
  if (wayIn(people.registration) !== 'request') return refuse('registration-closed', 'You can’t request an account here.')
  return people.db.transaction().execute(async (tx) => {
    const owner = await findPersonByEmail(tx, email)
    if (!owner) return recordAccountRequest(people, tx, { displayName, email }, ip, now)
    await queueEmail(people, tx, 'already-registered', owner, now)
    return accept(null)
  })
}

/**
 * If the list is full, removes one request from the range of addresses with the most. A flood from many addresses then replaces its own
 * requests, and neither prevents nor removes those of other people (SEC-N6).
 */
async function makeRoom(tx: Tx): Promise<void> {
  const largest = (column: 'wideRange' | 'narrowRange', within: string | null) =>
    tx
      .selectFrom('accountRequests')
      .select(column)
      .where(column, 'is not', null)
      .$if(within !== null, (query) => query.where('wideRange', '=', within))
      .groupBy(column)
      .orderBy((row) => row.fn.countAll(), 'desc')
      .orderBy(column)
      .limit(1)
      .executeTakeFirst()
  const wide = (await largest('wideRange', null))?.wideRange
  if (!wide) return
  const narrow = (await largest('narrowRange', wide))?.narrowRange ?? null
  // The newest, because the range's earlier requests may be from before the flood.
  const one = tx.selectFrom('accountRequests').select('id').where('wideRange', '=', wide).where('narrowRange', '=', narrow)
  await tx.deleteFrom('accountRequests').where('id', 'in', one.orderBy('askedAt', 'desc').orderBy('id').limit(1)).execute()
}

/**
 * Stores a request from someone without an account, and notifies the managers if it's the first one. `ip` is null if the council's single
 * sign-on knows the person.
 */
export async function recordAccountRequest(
  people: PeopleDependencies,
  tx: Tx,
  { displayName, email }: AccountRequest,
  ip: string | null,
  now: Date,
): Promise<RouteDecision<null>> {
  await sql`select pg_advisory_xact_lock(hashtextextended('account-requests', 0))`.execute(tx)
  const known = await tx.selectFrom('accountRequests').select('id').where('email', '=', email).executeTakeFirst()
  if (known) return accept(null)
  const { count } = await tx
    .selectFrom('accountRequests')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_WAITING) await makeRoom(tx)
  const ranges = ip === null ? null : wideRanges(ip)
  await tx
    .insertInto('accountRequests')
    .values({ id: randomUUID(), displayName, email, askedAt: now, wideRange: ranges?.wide ?? null, narrowRange: ranges?.narrow ?? null })
    .execute()
  await audit(tx, 'account-requested', {}, now)
  // One email covers all pending requests, so that repeated requests can't flood the managers' mailboxes.
  if (count > 0) return accept(null)
  const managers = (await lockManagers(tx)).map(({ id }) => id)
  if (managers.length === 0) return accept(null)
  const recipients = await tx.selectFrom('people').select(['id', 'email']).where('id', 'in', managers).execute()
  for (const manager of recipients) await queueEmail(people, tx, 'account-requested', manager, now)
  return accept(null)
}

export async function confirmRequest(
  people: PeopleDependencies,
  actor: Actor,
  id: string,
  now: Date,
): Promise<RouteDecision<PersonRecord>> {
  return people.db.transaction().execute(async (tx) => {
    const request = await tx.selectFrom('accountRequests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!request) return NO_SUCH_REQUEST
    return createUser(people, tx, actor, { displayName: request.displayName, email: request.email }, now, 'request-accepted')
  })
}

/** Sends no email, because someone else may have entered the address. */
export async function declineRequest(people: PeopleDependencies, actor: Actor, id: string, now: Date): Promise<RouteDecision<null>> {
  return people.db.transaction().execute(async (tx) => {
    const declined = await tx.deleteFrom('accountRequests').where('id', '=', id).returning('id').executeTakeFirst()
    if (!declined) return NO_SUCH_REQUEST
    await audit(tx, 'account-request-declined', { actorId: actor.id }, now)
    return accept(null)
  })
}
