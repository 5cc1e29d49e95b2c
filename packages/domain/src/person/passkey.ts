import { ADMINISTRATOR, MEMBER } from './person.ts'

export const RECOVERY_CODES = 10

/** How a session began. This doesn't change during the session, even if the account changes. */
export type SessionStart = {
  /** The person's role when the session began. */
  roleAtSignIn: number
  /** True if the session began with a passkey, a recovery code, or a single sign-on that counts as two factors. */
  hasTwoFactors: boolean
}

/** PE16, PE23: returns a person's role in a session. */
export function roleInSession(role: number, { roleAtSignIn, hasTwoFactors }: SessionStart, passkeyFromRole: number | null): number {
  const limited = Math.min(role, roleAtSignIn)
  return passkeyFromRole !== null && limited >= passkeyFromRole && !hasTwoFactors ? Math.min(limited, MEMBER) : limited
}

/** PE24: anyone who logged in with only a password must also prove that they can open the account's mailbox. */
export const addsPasskeyByLink = ({ hasTwoFactors }: Pick<SessionStart, 'hasTwoFactors'>): boolean => !hasTwoFactors

/** How many days the owner of an account has to undo someone else's changes to it, using links sent to the owner's address. */
export const TAKE_BACK_DAYS = 30
const TAKE_BACK_MS = TAKE_BACK_DAYS * 86_400_000

/** PE25: returns the start of the period in which the owner of the email address can still undo added passkeys. */
export const newSince = (now: Date): Date => new Date(now.getTime() - TAKE_BACK_MS)

export const takeBackEnd = (now: Date): Date => new Date(now.getTime() + TAKE_BACK_MS)

export const RESET_REQUEST_DAYS = 7

export type ResetRequest = { requestedBy: string; requestedAt: Date }

/** Returns whether a request to reset someone's second factor is still valid. It expires if nobody approves it. */
export const isResetRequestLive = ({ requestedAt }: Pick<ResetRequest, 'requestedAt'>, now: Date): boolean =>
  now.getTime() - requestedAt.getTime() < RESET_REQUEST_DAYS * 86_400_000

/** PE26: decides what happens when an administrator requests a second factor reset. */
export function decideReset(
  subject: { role: number },
  actorId: string,
  request: ResetRequest | null,
  now: Date,
): 'reset' | 'request' | 'own-request' {
  if (subject.role < ADMINISTRATOR) return 'reset'
  if (!request || !isResetRequestLive(request, now)) return 'request'
  return request.requestedBy === actorId ? 'own-request' : 'reset'
}
