import { type Person, type PersonRecord, personOf, roleInForce } from '@trailwarden/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PeopleDependencies, queueEmail } from './accounts.ts'
import { hasPasskey } from './passkeys.ts'
import { startSession } from './sessions.ts'

/** Signs in someone who has proven who they are, and notifies them by email of a device they had not used before. */
export async function signIn(
  people: PeopleDependencies,
  person: { id: string; email: string },
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<void> {
  await people.db.transaction().execute(async (tx) => {
    const { device, wasKnown } = await startSession(tx, person.id, request, reply, now)
    if (!wasKnown) await queueEmail(people, tx, 'new-device', person, now, { device, at: now.toISOString() })
  })
}

/** A person for their own screens, with the role that is in force: what it does not open is not offered. */
export async function asTheySeeThemselves({ db, passkeyFromRole }: PeopleDependencies, person: PersonRecord): Promise<Person> {
  const role = passkeyFromRole === null ? person.role : roleInForce(person.role, await hasPasskey(db, person.id), passkeyFromRole)
  return personOf({ ...person, role })
}
