/** How people come by an account (RULES.md, PE18 and PE19). */

/**
 * open: anyone registers. confirmed: anyone asks, and a manager says yes or no. invited: managers invite. closed: nobody new; only
 * whoever sits at the server can add an administrator.
 */
export const REGISTRATION_MODES = ['open', 'confirmed', 'invited', 'closed'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]

/** What somebody without an account can do about it. A site that does not say is open. */
export const wayIn = (mode: RegistrationMode = 'open'): 'register' | 'request' | null =>
  mode === 'open' ? 'register' : mode === 'confirmed' ? 'request' : null

export const mayInvite = (mode: RegistrationMode = 'open'): boolean => mode !== 'closed'

export const INVITATION_DAYS = 14

/** When an invitation that is sent now ends. */
export const invitationEnd = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * 86_400_000)

/** A request that nobody has answered for so long is removed. */
export const ACCOUNT_REQUEST_DAYS = 30
