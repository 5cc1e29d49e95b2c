import { Person } from '@trailwarden/domain'
import * as z from 'zod/mini'

/** GET /api/me → 200. `person: null` is the real "no session" answer. Not in account.ts: every page asks it, and none of the rest. */
export const Me = z.object({ person: z.nullable(Person) })
export type Me = z.infer<typeof Me>
