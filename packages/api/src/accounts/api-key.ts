/** API keys for other programs, as administrators create and see them. */
import { KEY_MOST_DAYS, KEY_SCOPES, ProgramName } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { IdentityProof } from './passkey.ts'

export const KeyCreate = z.strictObject({
  name: ProgramName,
  scopes: z.array(z.enum(KEY_SCOPES)).check(z.minLength(1, 'Choose at least one'), z.maxLength(KEY_SCOPES.length)),
  /** Days until the key expires. */
  days: z.int().check(z.gte(1), z.lte(KEY_MOST_DAYS)),
  proof: IdentityProof,
})
export type KeyCreate = z.infer<typeof KeyCreate>

/**
 * The user who created a key or webhook, the user who is now responsible for it, and whether it is suspended because that user is no longer
 * an active administrator (RULES.md, PE22).
 */
export const Answered = z.object({ madeBy: z.string(), heldBy: z.string(), isSuspended: z.boolean() })

/** POST /api/keys/{id}/take-over → 200 ApiKey, POST /api/webhooks/{id}/take-over → 200 Webhook. */
export const TakeOverRequest = z.strictObject({ proof: IdentityProof })

export const ApiKey = z.object({
  ...Answered.shape,
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** The key's last four characters. */
  ending: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type ApiKey = z.infer<typeof ApiKey>

export const KeyList = z.object({ keys: z.array(ApiKey) })

/** The response to creating a key. No other response contains the secret. */
export const KeyMade = z.object({ key: ApiKey, secret: z.string() })
export type KeyMade = z.infer<typeof KeyMade>
