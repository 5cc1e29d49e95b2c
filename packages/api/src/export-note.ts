/** A record of an exported list: who exported it and how many rows. */
import * as z from 'zod/mini'

/** `POST /api/exports` → 204. Sent before the file is created. If this request fails, no file is created. */
export const ExportNote = z.strictObject({
  collection: z.enum(['actions', 'users', 'updates', 'audit-log']),
  rows: z.int().check(z.gte(0)),
})
export type ExportNote = z.infer<typeof ExportNote>
