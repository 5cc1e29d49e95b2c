import type { ApiRefusal } from '#data/api.ts'
import { refusalText } from '#lib/messages/refusal.ts'

/** Why the server refused, as text. What is wrong with a chosen password only the server can say: it has the list. */
export const reasonOf = ({ code, detail }: ApiRefusal): string => (code === 'weak-password' ? detail : refusalText(code, detail))
