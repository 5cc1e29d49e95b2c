import * as z from 'zod/mini'

/** `POST /api/exports`. A device creates the file only after this request succeeds. */
export const ExportNote = z.strictObject({
  collection: z.enum(['actions', 'users', 'updates', 'audit-log']),
  rows: z.int().check(z.gte(0)),
})
export type ExportNote = z.infer<typeof ExportNote>
