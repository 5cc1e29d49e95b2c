import { type Person, type PersonRecord, personOf, roleInSession, type SessionStart } from '@trailwarden/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signedIn } from '#http/security/guard.ts'
import { type PeopleDependencies, queueEmail } from '../accounts/accounts.ts'
import { startSession } from './sessions.ts'

/** The identity must have been verified. Sends an email if the device is new. Returns the person with the role of this session. */
export async function signIn(
  people: PeopleDependencies,
  person: PersonRecord,
  hasTwoFactors: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<Person> {
  const start: SessionStart = { roleAtSignIn: person.role, hasTwoFactors }
  await people.db.transaction().execute(async (tx) => {
    const { device, wasKnown } = await startSession(tx, person.id, start, request, reply, now)
    if (!wasKnown) await queueEmail(people, tx, 'new-device', person, now, { device, at: now.toISOString() })
  })
  return personOf({ ...person, role: roleInSession(person.role, start, people.passkeyFromRole) })
}

/** The role is that of this session, so that the app doesn't offer actions that the session doesn't allow. */
export const toOwnPerson = (person: PersonRecord, request: FastifyRequest): Person => personOf({ ...person, role: signedIn(request).role })
