/** A list taken away as a file: that it was, by whom and how much, is kept. */
import * as z from 'zod/mini'

/** `POST /api/exports` → 204. Sent before the file is made; without it there is none. */
export const ExportNote = z.strictObject({
  collection: z.enum(['actions', 'users', 'updates', 'audit-log']),
  rows: z.int().check(z.gte(0)),
})
export type ExportNote = z.infer<typeof ExportNote>
