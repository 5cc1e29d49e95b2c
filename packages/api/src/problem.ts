/** Every code that a refusal or an error can carry as problem details (RFC 9457), with its HTTP status. Codes are stable: phones choose their text by them. */
import type { Decision, RefusalCode } from '@trailwarden/domain'

type AccountProblemCode =
  /** 401: this call needs a session and there is none. Only this answer (or `person: null`) may clear a kept profile. */
  | 'not-signed-in'
  /** 401: address and password do not belong together; never says which. */
  | 'wrong-credentials'
  /** 401: address and password are right, and the account has a passkey: sign in with it, or send a recovery code too. */
  | 'passkey-needed'
  /** 401: the recovery code is none of the person's, or was used before. */
  | 'wrong-recovery-code'
  /** 403: the password asked for again was wrong. */
  | 'wrong-password'
  /** 422: the chosen password is among those everybody tries first, or too short for a manager. From login: the password was right
   * but too short for the role the person has by now; an email with a link to set a new one is on its way. */
  | 'weak-password'
  /** 409: an account cannot be made with this address. */
  | 'email-unavailable'
  /** 403: accounts are not made in this way here (PE18). */
  | 'registration-closed'
  /** 410: the link was used, replaced or is too old. */
  | 'link-expired'

type ProgramProblemCode =
  /** 401: the key of a program is none, has ended or was revoked. */
  'wrong-key'

type SyncProblemCode =
  /** The queue is somebody else's: the phone has changed hands. */
  | 'other-person'
  /** The phone stands in another epoch: it must pull before it pushes. */
  | 'other-epoch'
  /** The phone speaks a protocol version that the server no longer does. */
  | 'app-too-old'

export type ProblemCode =
  | RefusalCode
  | AccountProblemCode
  | ProgramProblemCode
  | SyncProblemCode
  | 'too-many-requests'
  | 'unavailable'
  | 'internal'
  | 'bad-request'

export type Problem = { code: ProblemCode; detail: string }

/** A decision of a route, which has more reasons to refuse than the rules have. */
export type RouteDecision<T> = Decision<T, ProblemCode>

export const PROBLEM_STATUS: Record<ProblemCode, number> = {
  'not-allowed': 403,
  'not-valid': 422,
  'not-found': 404,
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'passkey-needed': 401,
  'wrong-recovery-code': 401,
  'wrong-key': 401,
  'wrong-password': 403,
  'weak-password': 422,
  'email-unavailable': 409,
  'registration-closed': 403,
  'link-expired': 410,
  gone: 410,
  superseded: 409,
  'needs-second-yes': 409,
  'too-many-notes': 422,
  'too-many-photos': 422,
  'changed-since': 409,
  'own-entry': 403,
  'code-in-use': 409,
  'last-manager': 409,
  'last-way-in': 409,
  'other-person': 409,
  'other-epoch': 409,
  'app-too-old': 426,
  'too-many-requests': 429,
  unavailable: 503,
  internal: 500,
  'bad-request': 400,
}
