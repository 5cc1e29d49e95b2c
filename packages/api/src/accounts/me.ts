import { Person } from '@trailwarden/domain'
import * as z from 'zod/mini'

/**
 * GET /api/me. A null `person` proves that there is no session. The schema has its own file, because every page needs it, and account.ts is
 * larger.
 */
export const Me = z.object({ person: z.nullable(Person) })
export type Me = z.infer<typeof Me>
