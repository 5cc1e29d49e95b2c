import { ADMINISTRATOR, MEMBER } from './person.ts'

export const RECOVERY_CODES = 10

/** Never changes during the session, even if the account changes. */
export type SessionStart = {
  roleAtSignIn: number
  /** True for a passkey, a recovery code, or a single sign-on that counts as two factors. */
  hasTwoFactors: boolean
}

/** PE16, PE23: without two factors, the role stays below the roles that need a passkey. */
export function roleInSession(role: number, { roleAtSignIn, hasTwoFactors }: SessionStart, passkeyFromRole: number | null): number {
  const limited = Math.min(role, roleAtSignIn)
  return passkeyFromRole !== null && limited >= passkeyFromRole && !hasTwoFactors ? Math.min(limited, MEMBER) : limited
}

/** PE24: anyone who logged in with only a password must also prove that they can open the account's mailbox. */
export const addsPasskeyByLink = ({ hasTwoFactors }: Pick<SessionStart, 'hasTwoFactors'>): boolean => !hasTwoFactors

/** Owners have this many days to undo other people's changes to their account, using links sent to their address. */
export const TAKE_BACK_DAYS = 30
const TAKE_BACK_MS = TAKE_BACK_DAYS * 86_400_000

/** PE25: the owner of the email address can still undo passkeys added after this time. */
export const newSince = (now: Date): Date => new Date(now.getTime() - TAKE_BACK_MS)

export const takeBackEnd = (now: Date): Date => new Date(now.getTime() + TAKE_BACK_MS)

export const RESET_REQUEST_DAYS = 7

export type ResetRequest = { requestedBy: string; requestedAt: Date }

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
