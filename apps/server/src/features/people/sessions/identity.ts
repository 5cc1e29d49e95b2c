import type { IdentityProof } from '@trailwarden/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from '#http/problem.ts'
import { signedIn } from '#http/security/guard.ts'
import type { AccountLimits } from '../accounts/account-limits.ts'
import { isPasswordOf, type PeopleDependencies } from '../accounts/accounts.ts'
import { type RelyingParty, verifyPasskey } from '../passkeys/passkeys.ts'

/** If the proof doesn't belong to the logged-in user, sends a refusal and returns false. */
export type ConfirmIdentity = (request: FastifyRequest, reply: FastifyReply, proof: IdentityProof) => Promise<boolean>

/** Sensitive changes need the password or a passkey again, so that an unattended logged-in device isn't enough. */
export function identityCheck(people: PeopleDependencies, limits: AccountLimits, party: RelyingParty): ConfirmIdentity {
  return async (request, reply, proof) => {
    const actor = signedIn(request)
    const attempt = await limits.tryPasswordAgain(request.ip, request.sessionId ?? '')
    if (attempt.waitSeconds > 0) {
      sendProblem(reply.header('retry-after', String(attempt.waitSeconds)), 'too-many-requests', 'Too many attempts.')
      return false
    }
    if ('passkey' in proof) {
      const decision = await verifyPasskey(people.db, party, proof.passkey, new Date())
      const isTheirs = decision.ok && decision.record.id === actor.id
      if (isTheirs) await attempt.giveBack()
      else sendProblem(reply, 'wrong-password', 'The passkey was not accepted.')
      return isTheirs
    }
    const isRight = await isPasswordOf(people, actor, proof.password)
    if (isRight) await attempt.giveBack()
    else sendProblem(reply, 'wrong-password', 'That password is incorrect.')
    return isRight
  }
}
