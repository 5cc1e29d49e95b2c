/**
 * - open: anyone registers.
 * - confirmed: anyone sends a request, and a manager approves or declines it.
 * - invited: managers invite people.
 * - closed: no new accounts, except administrators added by a command on the server.
 */
export const REGISTRATION_MODES = ['open', 'confirmed', 'invited', 'closed'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]

/** Without a setting, anyone can register. */
export const wayIn = (mode: RegistrationMode = 'open'): 'register' | 'request' | null =>
  mode === 'open' ? 'register' : mode === 'confirmed' ? 'request' : null

export const mayInvite = (mode: RegistrationMode = 'open'): boolean => mode !== 'closed'

export const INVITATION_DAYS = 14

export const invitationEnd = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * 86_400_000)

/** The server deletes unanswered requests after this many days. */
export const ACCOUNT_REQUEST_DAYS = 30
