import * as z from 'zod'

export const ActionSettings = z.object({
  RETENTION_PURGE_DAYS: z.coerce
    .number()
    .int()
    .min(30)
    .max(3650)
    .default(90)
    .describe("Number of days after which a deleted Action's content and photos are erased."),
})
export type ActionSettings = z.infer<typeof ActionSettings>
