/** The schemas are loose, because the passkey library validates the browser's responses. */
import { GivenPassword } from '@trailwarden/domain'
import * as z from 'zod/mini'

const Signed = z.looseObject({
  id: z.string().check(z.maxLength(1400)),
  rawId: z.string().check(z.maxLength(1400)),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}),
})

/** Callers pass `options` unchanged to the browser's passkey function. */
export const PasskeyChallengeRequest = z.strictObject({})
export const PasskeyChallenge = z.object({ challengeId: z.uuid(), options: z.looseObject({ challenge: z.string() }) })
export type PasskeyChallenge = z.infer<typeof PasskeyChallenge>

export const PasskeyAnswer = z.strictObject({ challengeId: z.uuid(), answer: Signed })

const PasswordAgain = z.strictObject({ password: GivenPassword })
const PasskeyAgain = z.strictObject({ passkey: PasskeyAnswer })

/** Proves that the owner of a session is present: with the password, or with a passkey's response to a challenge. */
export const IdentityProof = z.union([PasswordAgain, PasskeyAgain])
export type IdentityProof = z.infer<typeof IdentityProof>

/** If the session began without two factors, the request contains the token from an emailed link (RULES.md, PE24). */
export const PasskeyOptionsRequest = z.union([PasswordAgain, PasskeyAgain, z.strictObject({ token: z.string().check(z.maxLength(200)) })])

export const PasskeyList = z.object({
  passkeys: z.array(
    z.object({ id: z.string(), device: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.nullable(z.iso.datetime()) }),
  ),
  recoveryCodesLeft: z.number(),
  required: z.boolean(),
  /** Without two factors, the user needs a link to add a passkey, and their role may be limited. */
  hasTwoFactors: z.boolean(),
})

/** The server shows recovery codes only once. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) })
/** Recovery codes come only with the account's first passkey. */
export const PasskeyAdded = z.object({ codes: z.nullable(z.array(z.string())) })
