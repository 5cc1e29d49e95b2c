/**
 * Visitors enter only a name and an email address. Approval sends an invitation to that address, so nobody can get an account with someone
 * else's address.
 */
import { randomUUID } from 'node:crypto'
import type { AccountRequest, RouteDecision } from '@trailwarden/api'
import { type Actor, accept, type PersonRecord, refuse, wayIn } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Tx } from '#db/database.ts'
import { findPersonByEmail, lockManagers } from '../people-store.ts'
import { createUser } from '../users/users.ts'
import { type PeopleDependencies, queueEmail } from './accounts.ts'

/** Anyone can add to the table. A site with this many unanswered requests isn't reviewing them. */
const MOST_WAITING = 1000
const NO_SUCH_REQUEST = refuse('not-found', 'This request doesn’t exist.')

/** The response doesn't show whether the address already has an account, but its owner is notified. */
export async function requestAccount(
  people: PeopleDependencies,
  { displayName, email }: AccountRequest,
  now: Date,
): Promise<RouteDecision<null>> {
  if (wayIn(people.registration) !== 'request') return refuse('registration-closed', 'You can’t request an account here.')
  return people.db.transaction().execute(async (tx) => {
    const owner = await findPersonByEmail(tx, email)
    if (!owner) return recordAccountRequest(people, tx, { displayName, email }, now)
    await queueEmail(people, tx, 'already-registered', owner, now)
    return accept(null)
  })
}

/** Notifies the managers only of the first pending request. */
export async function recordAccountRequest(
  people: PeopleDependencies,
  tx: Tx,
  { displayName, email }: AccountRequest,
  now: Date,
): Promise<RouteDecision<null>> {
  const { count } = await tx
    .selectFrom('accountRequests')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_WAITING) return refuse('unavailable', 'Too many requests are pending.')
  const added = await tx
    .insertInto('accountRequests')
    .values({ id: randomUUID(), displayName, email, askedAt: now })
    .onConflict((row) => row.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return accept(null)
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
