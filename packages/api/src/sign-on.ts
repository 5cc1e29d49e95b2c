/** Signing in with the council's own accounts (OpenID Connect), where a provider is set up: docs/sign-in.md. */
import * as z from 'zod/mini'

/** Where the provider sends people back to: a page of ours that leads on to /login, with `signed` or `problem` in its query. */
export const SIGN_ON_CALLBACK = '/api/account/sign-on/callback'

/** POST /api/account/sign-on → 200 SignOnBegun: where the browser goes now. `next`: the page wanted afterwards, a path of the app (PE15). */
export const SignOnBegin = z.strictObject({ next: z.optional(z.string().check(z.maxLength(2000), z.regex(/^\/(?![/\\])/))) })
export const SignOnBegun = z.object({ url: z.string() })

export type SignOnProblem =
  /** Used before, too old, begun elsewhere, or not what the provider should have answered. */
  | 'sign-on-failed'
  /** The person, or the provider, said no there. */
  | 'sign-on-cancelled'
  /** The provider does not vouch for an address that may come in this way. */
  | 'sign-on-email'
  /** There is no account, and none is made here. */
  | 'sign-on-no-account'
  /** There is none yet: a manager has been asked. */
  | 'sign-on-waiting'
  /** There is an account with the address that this person does not get: disabled, somebody else's there, an invitation that has ended. */
  | 'sign-on-refused'
