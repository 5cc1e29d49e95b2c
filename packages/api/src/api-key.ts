/** Keys for other programs, as administrators make and see them. */
import { KEY_MOST_DAYS, KEY_SCOPES, ProgramName } from '@trailwarden/domain'
import * as z from 'zod/mini'

export const KeyCreate = z.strictObject({
  name: ProgramName,
  scopes: z.array(z.enum(KEY_SCOPES)).check(z.minLength(1, 'Choose at least one'), z.maxLength(KEY_SCOPES.length)),
  /** Until it ends. */
  days: z.int().check(z.gte(1), z.lte(KEY_MOST_DAYS)),
})
export type KeyCreate = z.infer<typeof KeyCreate>

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** Its last four characters. */
  ending: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type ApiKey = z.infer<typeof ApiKey>

export const KeyList = z.object({ keys: z.array(ApiKey) })

/** The only answer that ever holds the key itself. */
export const KeyMade = z.object({ key: ApiKey, secret: z.string() })
export type KeyMade = z.infer<typeof KeyMade>
