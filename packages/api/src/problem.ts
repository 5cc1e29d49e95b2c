/** Codes in problem details (RFC 9457), with their HTTP status. Codes must stay stable, because devices choose the text to show by code. */
import type { Decision, RefusalCode } from '@trailwarden/domain'

type AccountProblemCode =
  /** 401: the call needs a session. A device clears a stored profile only because of this code or `person: null`. */
  | 'not-signed-in'
  /** 401: wrong address or password. The response never reveals which of the two is wrong. */
  | 'wrong-credentials'
  /** 401: the password is correct, but the account has a passkey. The user must log in with the passkey or also send a recovery code. */
  | 'passkey-needed'
  /** 401: the recovery code is wrong or was already used. */
  | 'wrong-recovery-code'
  /** 403: this session began without two factors, so adding a passkey needs a link sent to the account's address. */
  | 'link-needed'
  /** 403: the password given as proof of identity is wrong. */
  | 'wrong-password'
  /**
   * 422: the new password is very common, or too short for a manager. In a login, the correct password is too short for the user's current
   * role, and the server has emailed a link to set a new one.
   */
  | 'weak-password'
  /** 409: an account can't be created with this address. */
  | 'email-unavailable'
  /** 403: this site doesn't create accounts in this way (PE18). */
  | 'registration-closed'
  /** 410: the link has expired or was already used. */
  | 'link-expired'

type ProgramProblemCode =
  /** 401: the API key is unknown, has expired or was revoked. */
  'wrong-key'

type SyncProblemCode =
  /** The outbox belongs to another user, because someone else has logged in on this device. */
  | 'other-person'
  /** The device is in another epoch, so it must pull before it can push. */
  | 'other-epoch'
  /** The server no longer supports the device's protocol version. */
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

/** Routes can refuse requests for more reasons than the domain's rules. */
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
  'link-needed': 403,
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
