import type { UserAccess } from '@trailwarden/api'
import { FORMER_USER, isResetRequestLive } from '@trailwarden/domain'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Invitation } from './invitations.ts'

export const datesOf = ({ sentAt, expiresAt }: Invitation) => ({ sentAt: sentAt.toISOString(), endsAt: expiresAt.toISOString() })

type Reset = { requestedBy: string | null; requestedAt: Date | null; requestedByName: string | null }

const resetRequestOf = ({ requestedBy, requestedAt, requestedByName }: Reset, now: Date) =>
  requestedBy && requestedAt && isResetRequestLive({ requestedAt }, now)
    ? { by: requestedBy, byName: requestedByName ?? FORMER_USER, at: requestedAt.toISOString() }
    : null

export async function readAccess(db: Db, now: Date): Promise<UserAccess> {
  const people = await db
    .selectFrom('people')
    .leftJoin('invitations', 'invitations.personId', 'people.id')
    .leftJoin('secondFactorResets', 'secondFactorResets.personId', 'people.id')
    .leftJoin('people as requester', 'requester.id', 'secondFactorResets.requestedBy')
    .leftJoin('personActivity', 'personActivity.personId', 'people.id')
    .select(['people.id', 'people.createdAt', 'invitations.sentAt', 'invitations.expiresAt', 'personActivity.lastActiveAt'])
    .select(['requestedBy', 'requestedAt', 'requester.displayName as requestedByName'])
    .select([
      sql<boolean>`exists (select from passkeys where person_id = people.id)`.as('hasPasskey'),
      sql<boolean>`exists (select from oidc_identities where person_id = people.id)`.as('hasSignOn'),
      sql<boolean>`exists (select from passwords where person_id = people.id)`.as('hasPassword'),
      sql<boolean>`exists (select from doubtful_addresses where person_id = people.id)`.as('isAddressDoubtful'),
    ])
    .execute()
  const requests = await db.selectFrom('accountRequests').selectAll().orderBy('askedAt').execute()
  return {
    people: people.map(
      ({ id, createdAt, sentAt, expiresAt, lastActiveAt, hasPasskey, hasSignOn, hasPassword, isAddressDoubtful, ...reset }) => ({
        id,
        signsInWith: [...(hasPasskey ? ['Passkey'] : []), ...(hasSignOn ? ['Single sign-on'] : []), ...(hasPassword ? ['Password'] : [])],
        // If the person has never logged in, this is the time when the account was created.
        lastActiveAt: lastActiveAt && (hasPassword || lastActiveAt > createdAt) ? lastActiveAt.toISOString() : null,
        invitation: sentAt && expiresAt ? datesOf({ sentAt, expiresAt }) : null,
        isAddressDoubtful,
        resetRequest: resetRequestOf(reset, now),
      }),
    ),
    requests: requests.map(({ askedAt, ...request }) => ({ ...request, askedAt: askedAt.toISOString() })),
  }
}
