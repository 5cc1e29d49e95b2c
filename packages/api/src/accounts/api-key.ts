import { KEY_MOST_DAYS, KEY_SCOPES, ProgramName } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { IdentityProof } from './passkey.ts'

export const KeyCreate = z.strictObject({
  name: ProgramName,
  scopes: z.array(z.enum(KEY_SCOPES)).check(z.minLength(1, 'Choose at least one'), z.maxLength(KEY_SCOPES.length)),
  days: z.int().check(z.gte(1), z.lte(KEY_MOST_DAYS)),
  proof: IdentityProof,
})
export type KeyCreate = z.infer<typeof KeyCreate>

/** `isSuspended`: the holder is no longer an active administrator (RULES.md, PE22). */
export const Answered = z.object({ madeBy: z.string(), heldBy: z.string(), isSuspended: z.boolean() })

export const TakeOverRequest = z.strictObject({ proof: IdentityProof })

export const ApiKey = z.object({
  ...Answered.shape,
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  ending: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type ApiKey = z.infer<typeof ApiKey>

export const KeyList = z.object({ keys: z.array(ApiKey) })

/** No other response contains the secret. */
export const KeyMade = z.object({ key: ApiKey, secret: z.string() })
export type KeyMade = z.infer<typeof KeyMade>
