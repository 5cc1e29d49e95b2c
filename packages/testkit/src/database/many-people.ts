import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { hashToken, newToken } from '../../../../apps/server/src/http/security/token.ts'

export type SignedIn = { id: string; cookie: string }

export async function signInMany(pool: pg.Pool, count: number, role = 1): Promise<SignedIn[]> {
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), token: newToken() }))
  await pool.query(
    `with person as (
       insert into people (id, display_name, email, role, created_at)
       select id, 'Sam Reed', id || '@example.org', $3, now() from unnest($1::uuid[]) as id)
     insert into sessions (id, token_hash, person_id, device, created_at, last_seen_at, role_at_sign_in, has_two_factors)
     select gen_random_uuid(), hash, id, 'A test', now(), now(), $3, false from unnest($1::uuid[], $2::bytea[]) as one(id, hash)`,
    [people.map(({ id }) => id), people.map(({ token }) => hashToken(token)), role],
  )
  return people.map(({ id, token }) => ({ id, cookie: `__Host-tw=${token}` }))
}
