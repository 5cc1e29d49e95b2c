/**
 * Where a manager must say yes: people leave a name and an address, nothing else. A yes is an invitation to that address, so that nobody
 * gets in by an address that is not theirs, whoever asked.
 */
import { randomUUID } from 'node:crypto'
import type { AccountRequest, RouteDecision } from '@trailwarden/api'
import { type Actor, accept, type PersonRecord, refuse, wayIn } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Tx } from '#db/database.ts'
import { type PeopleDependencies, queueEmail } from './accounts.ts'
import { findPersonByEmail, lockManagers } from './people-store.ts'
import { createUser } from './users.ts'

/** Strangers fill no table. A network with this many unanswered ones does not read them. */
const MOST_WAITING = 1000
const NO_SUCH_REQUEST = refuse('not-found', 'no such request')

/** The answer is the same for an address that has an account; its owner is told. */
export async function requestAccount(
  people: PeopleDependencies,
  { displayName, email }: AccountRequest,
  now: Date,
): Promise<RouteDecision<null>> {
  if (wayIn(people.registration) !== 'request') return refuse('registration-closed', 'accounts are not asked for here')
  return people.db.transaction().execute(async (tx) => {
    const owner = await findPersonByEmail(tx, email)
    if (!owner) return recordAccountRequest(people, tx, { displayName, email }, now)
    await queueEmail(people, tx, 'already-registered', owner, now)
    return accept(null)
  })
}

/** Notes a request of someone who has no account, and notifies the managers of the first one. */
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
  if (count >= MOST_WAITING) return refuse('unavailable', 'too many requests wait already')
  const added = await tx
    .insertInto('accountRequests')
    .values({ id: randomUUID(), displayName, email, askedAt: now })
    .onConflict((row) => row.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return accept(null)
  await audit(tx, 'account-requested', {}, now)
  // One email for all who wait: whoever wants to bother the managers gets no further than this.
  if (count > 0) return accept(null)
  const managers = (await lockManagers(tx)).map(({ id }) => id)
  if (managers.length === 0) return accept(null)
  const recipients = await tx.selectFrom('people').select(['id', 'email']).where('id', 'in', managers).execute()
  for (const manager of recipients) await queueEmail(people, tx, 'account-requested', manager, now)
  return accept(null)
}

/** A manager's yes. */
export async function confirmRequest(
  people: PeopleDependencies,
  actor: Actor,
  id: string,
  now: Date,
): Promise<RouteDecision<PersonRecord>> {
  return people.db.transaction().execute(async (tx) => {
    const request = await tx.selectFrom('accountRequests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!request) return NO_SUCH_REQUEST
    return createUser(people, tx, actor, { displayName: request.displayName, email: request.email }, now)
  })
}

/** A manager's no. Nobody is told: it may have been somebody else who typed the address. */
export async function declineRequest(people: PeopleDependencies, actor: Actor, id: string, now: Date): Promise<RouteDecision<null>> {
  return people.db.transaction().execute(async (tx) => {
    const declined = await tx.deleteFrom('accountRequests').where('id', '=', id).returning('id').executeTakeFirst()
    if (!declined) return NO_SUCH_REQUEST
    await audit(tx, 'account-request-declined', { actorId: actor.id }, now)
    return accept(null)
  })
}
