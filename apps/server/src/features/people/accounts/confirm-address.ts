import { type RouteDecision, refusalFor } from '@trailwarden/api'
import { type Actor, accept, refuse } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import { findPersonByEmail, listAdministrators, lockSituation } from '../people-store.ts'
import { endSessions } from '../sessions/sessions.ts'
import { turnDown } from '../users/users.ts'
import { type PeopleDependencies, queueEmail } from './accounts.ts'
import { isAddressDoubtful, trustAddress } from './doubtful-addresses.ts'
import { dropLinks } from './links.ts'
import { isAddressReserved } from './take-back.ts'

/** For an administrator who has asked the account's owner for their address (decision 0074). It may be the doubtful one. */
export async function confirmAddress(
  people: PeopleDependencies,
  actor: Actor,
  id: string,
  email: string,
  now: Date,
): Promise<RouteDecision<null>> {
  return people.db.transaction().execute(async (tx) => {
    const situation = await lockSituation(tx, actor, id, {})
    if (!situation) return refuse('not-found', 'no such person')
    const refusal = refusalFor('POST /api/users/:id/address', ['email', 'proof'], situation, people.rulebook)
    if (refusal) return turnDown(tx, actor, id, refusal, now)
    const { subject } = situation
    if (!(await isAddressDoubtful(tx, subject.email))) return refuse('not-found', 'This address needs no confirmation.')
    const owner = await findPersonByEmail(tx, email)
    if ((owner && owner.id !== id) || (await isAddressReserved(tx, email, id, now)))
      return refuse('email-unavailable', 'You can’t use this email address.')
    await trustAddress(tx, id)
    await tx.updateTable('people').set({ email }).where('id', '=', id).execute()
    await endSessions(tx, id)
    await dropLinks(tx, id)
    await audit(tx, 'address-confirmed', { actorId: actor.id, subjectId: id }, now)
    for (const other of await listAdministrators(tx, [actor.id, id]))
      await queueEmail(people, tx, 'address-confirmed', other, now, { subjectId: id, by: actor.id })
    return accept(null)
  })
}
