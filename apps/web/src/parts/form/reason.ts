import type { ApiRefusal } from '#data/api.ts'
import { refusalText } from '#lib/messages/refusal.ts'

/**
 * Returns the server's reason for a refusal as text. For weak passwords, returns the server's own text, because only the server has the
 * list of common passwords.
 */
export const reasonOf = ({ code, detail }: ApiRefusal): string => (code === 'weak-password' ? detail : refusalText(code, detail))
