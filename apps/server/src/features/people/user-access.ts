import type { UserAccess } from '@trailwarden/api'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Invitation } from './invitations.ts'

export const datesOf = ({ sentAt, expiresAt }: Invitation) => ({ sentAt: sentAt.toISOString(), endsAt: expiresAt.toISOString() })

/** How everyone gets in, and who waits to. */
export async function readAccess(db: Db): Promise<UserAccess> {
  const people = await db
    .selectFrom('people')
    .leftJoin('invitations', 'invitations.personId', 'people.id')
    .leftJoin('personActivity', 'personActivity.personId', 'people.id')
    .select(['people.id', 'people.createdAt', 'invitations.sentAt', 'invitations.expiresAt', 'personActivity.lastActiveAt'])
    .select([
      sql<boolean>`exists (select from passkeys where person_id = people.id)`.as('hasPasskey'),
      sql<boolean>`exists (select from oidc_identities where person_id = people.id)`.as('hasSignOn'),
      sql<boolean>`exists (select from passwords where person_id = people.id)`.as('hasPassword'),
    ])
    .execute()
  const requests = await db.selectFrom('accountRequests').selectAll().orderBy('askedAt').execute()
  return {
    people: people.map(({ id, createdAt, sentAt, expiresAt, lastActiveAt, hasPasskey, hasSignOn, hasPassword }) => ({
      id,
      signsInWith: [...(hasPasskey ? ['Passkey'] : []), ...(hasSignOn ? ['Single sign-on'] : []), ...(hasPassword ? ['Password'] : [])],
      // Of someone who has never been here it is the moment at which the account was made.
      lastActiveAt: lastActiveAt && (hasPassword || lastActiveAt > createdAt) ? lastActiveAt.toISOString() : null,
      invitation: sentAt && expiresAt ? datesOf({ sentAt, expiresAt }) : null,
    })),
    requests: requests.map(({ askedAt, ...request }) => ({ ...request, askedAt: askedAt.toISOString() })),
  }
}
