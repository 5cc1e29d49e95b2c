import * as z from 'zod'

export const SyncSettings = z.object({
  COMMANDS_PER_MINUTE: z.coerce.number().positive().default(60).describe('Average number of changes that one person may send per minute.'),
  COMMANDS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(50)
    .default(2500)
    .describe('Changes that one person may send in one burst, for example after several days offline.'),
  COMMANDS_PER_DAY: z.coerce.number().int().min(50).default(10_000).describe('Changes that one person may send in a day.'),
})
export type SyncSettings = z.infer<typeof SyncSettings>
