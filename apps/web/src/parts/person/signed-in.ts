import type { Person } from '@trailwarden/domain'
import { useSession } from '#data/session.ts'

const NOBODY: Person = { id: '', displayName: '', email: '', phone: '', role: 0, disabled: false, createdAt: '' }

/** After the session ends, the screen stays for a moment, and NOBODY is the current user. */
export const useSignedIn = (): Person => useSession() ?? NOBODY
