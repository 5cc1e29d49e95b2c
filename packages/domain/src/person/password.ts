import * as z from 'zod/mini'
import { isManager } from './person.ts'

export const PASSWORD_MIN_LENGTH = 6
export const MANAGER_PASSWORD_MIN_LENGTH = 12
export const PASSWORD_MAX_LENGTH = 200

export const passwordTooShort = (atLeast: number) => `Use at least ${atLeast} characters`

/** The server also refuses common passwords, and short ones for managers (PE6, PE7). */
export const NewPassword = z
  .string()
  .check(z.minLength(PASSWORD_MIN_LENGTH, passwordTooShort(PASSWORD_MIN_LENGTH)), z.maxLength(PASSWORD_MAX_LENGTH, 'Too long'))

export const PASSWORD_TOO_COMMON = 'This is one of the most common passwords. Choose another.'

/** The server has the list of common passwords (PE6, PE7). */
export function newPasswordIssue(password: string, role: number, isCommon: (password: string) => boolean): string | null {
  const atLeast = isManager({ role }) ? MANAGER_PASSWORD_MIN_LENGTH : PASSWORD_MIN_LENGTH
  if (password.length < atLeast) return passwordTooShort(atLeast)
  if (password.length > PASSWORD_MAX_LENGTH) return 'Too long'
  return isCommon(password) ? PASSWORD_TOO_COMMON : null
}

/** Only compared with the stored password, never checked against the rules for new passwords. */
export const GivenPassword = z.string().check(z.minLength(1, 'Required'), z.maxLength(PASSWORD_MAX_LENGTH, 'Too long'))

export const PASSWORDS_DIFFER = 'The passwords don’t match'
