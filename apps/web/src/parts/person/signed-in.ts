import type { Person } from '@trailwarden/domain'
import { useSession } from '#data/session.ts'

const NOBODY: Person = { id: '', displayName: '', email: '', phone: '', role: 0, disabled: false, createdAt: '' }

/** Returns the current user on a screen for logged-in people. When the session ends, it returns NOBODY until the screen closes. */
export const useSignedIn = (): Person => useSession() ?? NOBODY
