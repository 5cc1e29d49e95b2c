import type { Person } from '@trailwarden/domain'
import { useSession } from '#data/session.ts'

const NOBODY: Person = { id: '', displayName: '', email: '', phone: '', role: 0, disabled: false, createdAt: '' }

/** The person on a screen that only signed-in people reach. In the moment between the end of a session and leaving it is nobody. */
export const useSignedIn = (): Person => useSession() ?? NOBODY
