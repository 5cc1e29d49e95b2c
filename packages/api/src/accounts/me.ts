import { Person } from '@trailwarden/domain'
import * as z from 'zod/mini'

/**
 * GET /api/me → 200. If `person` is null, there is definitely no session. This schema is separate from account.ts because every page needs
 * it, but not the other schemas.
 */
export const Me = z.object({ person: z.nullable(Person) })
export type Me = z.infer<typeof Me>
