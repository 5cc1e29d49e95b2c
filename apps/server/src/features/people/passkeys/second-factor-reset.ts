/** For someone who has lost their second factor, or whose account another person controls (RULES.md, PE26). */
import { type RouteDecision, refusalFor } from '@trailwarden/api'
import { type Actor, ADMINISTRATOR, accept, decideReset, type PersonRecord, refuse } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Tx } from '#db/database.ts'
import { findApprovalBlock } from '../accounts/account-grants.ts'
import { type PeopleDependencies, queueEmail } from '../accounts/accounts.ts'
import { dropLinks } from '../accounts/links.ts'
import { listAdministrators, lockSituation } from '../people-store.ts'
import { turnDown } from '../users/users.ts'
import { clearSecondFactor } from './passkeys.ts'

const NO_SUCH_PERSON = refuse('not-found', 'no such person')

export async function resetSecondFactor(
  people: PeopleDependencies,
  actor: Actor,
  id: string,
  now: Date,
): Promise<RouteDecision<'reset' | 'requested'>> {
  return people.db.transaction().execute(async (tx) => {
    const situation = await lockSituation(tx, actor, id, {})
    if (!situation) return NO_SUCH_PERSON
    const refusal = refusalFor('POST /api/users/:id/second-factor-reset', [], situation, people.rulebook)
    if (refusal) return turnDown(tx, actor, id, refusal, now)
    const { subject } = situation
    const request = await tx.selectFrom('secondFactorResets').selectAll().where('personId', '=', id).forUpdate().executeTakeFirst()
    const next = decideReset(subject, actor.id, request ?? null, now)
    if (next === 'own-request') return refuse('own-entry', 'Another administrator has to approve this.')
    if (next === 'request') return requestReset(people, tx, actor, subject, now)
    const block = request && subject.role >= ADMINISTRATOR && (await findApprovalBlock(tx, actor.id, [request.requestedBy], now))
    if (block) return turnDown(tx, actor, id, { code: 'own-entry', detail: block }, now)
    await clearSecondFactor(tx, id)
    // Another person may know the password, so the owner gets a link to choose a new one.
    await tx.deleteFrom('passwords').where('personId', '=', id).execute()
    await tx.deleteFrom('secondFactorResets').where('personId', '=', id).execute()
    await dropLinks(tx, id)
    await queueEmail(people, tx, 'second-factor-reset', subject, now)
    await audit(tx, 'second-factor-reset', { actorId: actor.id, subjectId: id }, now)
    return accept('reset')
  })
}

async function requestReset(
  people: PeopleDependencies,
  tx: Tx,
  actor: Actor,
  subject: PersonRecord,
  now: Date,
): Promise<RouteDecision<'requested'>> {
  const request = { requestedBy: actor.id, requestedAt: now }
  await tx
    .insertInto('secondFactorResets')
    .values({ personId: subject.id, ...request })
    .onConflict((row) => row.column('personId').doUpdateSet(request))
    .execute()
  await audit(tx, 'second-factor-reset-requested', { actorId: actor.id, subjectId: subject.id }, now)
  const details = { subjectId: subject.id, by: actor.id }
  for (const other of await listAdministrators(tx, [actor.id]))
    await queueEmail(people, tx, 'second-factor-reset-requested', other, now, details)
  return accept('requested')
}

/** Any administrator may withdraw the request, including the person it's about. */
export async function withdrawReset(people: PeopleDependencies, actor: Actor, id: string, now: Date): Promise<RouteDecision<null>> {
  return people.db.transaction().execute(async (tx) => {
    const gone = await tx.deleteFrom('secondFactorResets').where('personId', '=', id).returning('personId').executeTakeFirst()
    if (!gone) return refuse('not-found', 'This request doesn’t exist.')
    await audit(tx, 'second-factor-reset-withdrawn', { actorId: actor.id, subjectId: id }, now)
    return accept(null)
  })
}
