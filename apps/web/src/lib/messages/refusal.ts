/** Codes are stable, but these texts may change. */
export const REFUSALS = {
  'not-allowed': 'Your role doesn’t let you do this.',
  'not-valid': 'Check the form and try again.',
  'not-found': 'This no longer exists.',
  gone: 'This has been deleted.',
  'too-many-notes': 'This Action already has the maximum of 100 notes.',
  'too-many-photos': 'There are already 8 photos, which is the maximum.',
  superseded: 'Someone else has posted a newer update.',
  'not-signed-in': 'You’re not logged in. Log in and try again.',
  'wrong-credentials': 'The email address and password don’t match.',
  'passkey-needed': 'This account has a passkey. Log in with it, or with a recovery code.',
  'wrong-recovery-code': 'This recovery code is wrong or has already been used.',
  'wrong-password': 'That password is incorrect.',
  'weak-password': 'Choose a longer or less common password.',
  'email-unavailable': 'You can’t use this email address.',
  'registration-closed': 'You can’t register here. Ask the trail team for an account.',
  'link-expired': 'This link has expired or already been used. Ask for a new one.',
  'last-manager': 'You can’t do this because there must be at least one manager.',
  'last-way-in': 'You can’t do this because at least one administrator must have a password or passkey.',
  'too-many-requests': 'Too many attempts. Wait a few minutes and try again.',
  unavailable: 'The service is temporarily unavailable. Try again soon.',
  internal: 'Something went wrong on our side.',
  'bad-request': 'Something went wrong on our side.',
  'no-answer': 'The server didn’t respond. Try again when you have signal.',
} as const

const isKnown = (code: string): code is keyof typeof REFUSALS => code in REFUSALS

/** A newer server may send an unknown code. */
export const refusalText = (code: string, otherwise: string): string => (isKnown(code) ? REFUSALS[code] : otherwise)
