import * as z from 'zod'

export const KeySettings = z.object({
  KEY_REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(120)
    .describe('Average requests per minute for each API key. One burst can contain the same number. Each process counts separately.'),
})
export type KeySettings = z.infer<typeof KeySettings>
