/** Why something was refused, for people. Codes are stable, this text is not. */
export const REFUSALS = {
  'not-allowed': 'Your role does not allow this.',
  'not-valid': 'Something in the form is not right.',
  'not-found': 'It is no longer there.',
  gone: 'It has been deleted in the meantime.',
  'too-many-notes': 'This action already has 100 notes, and cannot have more.',
  'too-many-photos': 'It already has 8 photos, and cannot have more.',
  superseded: 'Someone posted another update in the meantime.',
  'not-signed-in': 'You are not signed in. Log in and try again.',
  'wrong-credentials': 'The email address and password do not match.',
  'passkey-needed': 'This account has a passkey. Log in with it, or with a recovery code.',
  'wrong-recovery-code': 'This recovery code is wrong or was used before.',
  'wrong-password': 'The password is not right.',
  'weak-password': 'Choose a longer or less common password.',
  'email-unavailable': 'This email address cannot be used.',
  'registration-closed': 'Accounts are not made in this way here.',
  'link-expired': 'The link was used, replaced or is too old. Ask for a new one.',
  'last-manager': 'Nobody would be left to manage the network.',
  'last-way-in': 'No administrator with a password or passkey would be left.',
  'too-many-requests': 'Too many tries. Wait a while and try again.',
  unavailable: 'The service is out of reach for a moment. Try again.',
  internal: 'Something went wrong on our side.',
  'bad-request': 'Something went wrong on our side.',
  'no-answer': 'No answer from the server. Try again when there is signal.',
} as const

const isKnown = (code: string): code is keyof typeof REFUSALS => code in REFUSALS

/** The text for a code; `otherwise` for one that only a newer server knows. */
export const refusalText = (code: string, otherwise: string): string => (isKnown(code) ? REFUSALS[code] : otherwise)
