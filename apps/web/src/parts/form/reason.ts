import type { ApiRefusal } from '#data/api.ts'
import { refusalText } from '#lib/messages/refusal.ts'

export const reasonOf = ({ code, detail }: ApiRefusal): string => (code === 'weak-password' ? detail : refusalText(code, detail))
