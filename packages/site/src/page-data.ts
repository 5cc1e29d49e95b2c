import { PublicStatus } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { Site } from './schema.ts'

/** What the server writes into every page it serves, so that the first paint waits for no request. */
export const PageData = z.object({ site: Site, status: z.nullable(PublicStatus) })
export type PageData = z.infer<typeof PageData>
