/** Requests and responses of the passkey routes. The passkey library validates the contents of the browser's responses. */
import { GivenPassword } from '@trailwarden/domain'
import * as z from 'zod/mini'

/** The browser's response to a passkey request, as JSON. */
const Signed = z.looseObject({
  id: z.string().check(z.maxLength(1400)),
  rawId: z.string().check(z.maxLength(1400)),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}),
})

/** POST /api/account/passkey-challenge → 200. The caller passes `options` unchanged to the browser's passkey function. The body is `{}`. */
export const PasskeyChallengeRequest = z.strictObject({})
export const PasskeyChallenge = z.object({ challengeId: z.uuid(), options: z.looseObject({ challenge: z.string() }) })
export type PasskeyChallenge = z.infer<typeof PasskeyChallenge>

/** POST /api/account/passkey-login → 200 SignedIn, and starts a session. POST /api/me/passkeys → 201 PasskeyAdded. */
export const PasskeyAnswer = z.strictObject({ challengeId: z.uuid(), answer: Signed })

const PasswordAgain = z.strictObject({ password: GivenPassword })
const PasskeyAgain = z.strictObject({ passkey: PasskeyAnswer })

/**
 * Proves that the owner of a session is present. Contains the password, or a passkey response to a challenge from POST
 * /api/account/passkey-challenge. This is the complete body of POST /api/me/passkeys/link → 202, POST /api/me/passkeys/{id}/remove → 204
 * and POST /api/me/recovery-codes → 200.
 */
export const IdentityProof = z.union([PasswordAgain, PasskeyAgain])
export type IdentityProof = z.infer<typeof IdentityProof>

/**
 * POST /api/me/passkeys/options → 200 PasskeyChallenge. If the session began without two factors, the request contains the token from the
 * link that POST /api/me/passkeys/link sent (RULES.md, PE24).
 */
export const PasskeyOptionsRequest = z.union([PasswordAgain, PasskeyAgain, z.strictObject({ token: z.string().check(z.maxLength(200)) })])

/** GET /api/me/passkeys → 200. */
export const PasskeyList = z.object({
  passkeys: z.array(
    z.object({ id: z.string(), device: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.nullable(z.iso.datetime()) }),
  ),
  recoveryCodesLeft: z.number(),
  /** Whether the site requires a passkey for the user's role. */
  required: z.boolean(),
  /** Whether this session began with two factors. If it didn't, the user needs a link to add a passkey, and their role may be limited. */
  hasTwoFactors: z.boolean(),
})

/** The recovery codes, which are shown only once. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) })
/** Contains recovery codes if this is the account's first passkey. */
export const PasskeyAdded = z.object({ codes: z.nullable(z.array(z.string())) })
