import * as z from 'zod'

export const PhotoSettings = z.object({
  PHOTOS_PER_HOUR: z.coerce.number().positive().default(30).describe('Average number of photos that one person may send per hour.'),
  PHOTOS_AT_ONCE: z.coerce.number().int().positive().default(100).describe('Photos that one person may send in one burst.'),
})
export type PhotoSettings = z.infer<typeof PhotoSettings>
