/** Passkeys: what their routes take and answer. What lies inside the browser's answers is for the library to judge. */
import { GivenPassword } from '@trailwarden/domain'
import * as z from 'zod/mini'

/** What the browser's passkey function answered, as JSON. */
const Signed = z.looseObject({
  id: z.string().check(z.maxLength(1400)),
  rawId: z.string().check(z.maxLength(1400)),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}),
})

/** POST /api/account/passkey-challenge → 200: `options` go to the browser's passkey function as they are. Body `{}`. */
export const PasskeyChallengeRequest = z.strictObject({})
export const PasskeyChallenge = z.object({ challengeId: z.uuid(), options: z.looseObject({ challenge: z.string() }) })
export type PasskeyChallenge = z.infer<typeof PasskeyChallenge>

/** POST /api/account/passkey-login → 200 SignedIn, and a session. */
/** POST /api/me/passkeys → 201 PasskeyAdded. */
export const PasskeyAnswer = z.strictObject({ challengeId: z.uuid(), answer: Signed })

/** POST /api/me/passkeys/options → 200 PasskeyChallenge, POST /api/me/passkeys/{id}/remove → 204, POST /api/me/recovery-codes → 200. */
export const PasswordAgainRequest = z.strictObject({ password: GivenPassword })

/** GET /api/me/passkeys → 200. */
export const PasskeyList = z.object({
  passkeys: z.array(
    z.object({ id: z.string(), device: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.nullable(z.iso.datetime()) }),
  ),
  recoveryCodesLeft: z.number(),
  /** The network asks it of the person's role. */
  required: z.boolean(),
})

/** Recovery codes are there to be read once. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) })
/** With the first passkey come recovery codes. */
export const PasskeyAdded = z.object({ codes: z.nullable(z.array(z.string())) })
