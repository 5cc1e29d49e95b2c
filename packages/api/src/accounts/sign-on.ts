/** Login with the council's own accounts (OpenID Connect), if a provider is set up: docs/sign-in.md. */
import * as z from 'zod/mini'

/** The URL to which the provider redirects people. The server then redirects them to /login, with `signed` or `problem` in the query. */
export const SIGN_ON_CALLBACK = '/api/account/sign-on/callback'

/**
 * POST /api/account/sign-on → 200 SignOnBegun, the URL that the browser opens next. `next` is the path in the app to open afterwards
 * (PE15).
 */
export const SignOnBegin = z.strictObject({ next: z.optional(z.string().check(z.maxLength(2000), z.regex(/^\/(?![/\\])/))) })
export const SignOnBegun = z.object({ url: z.string() })

export type SignOnProblem =
  /** The provider's response was already used, is too old, belongs to a login started in another browser, or isn't valid. */
  | 'sign-on-failed'
  /** The person cancelled, or the provider refused. */
  | 'sign-on-cancelled'
  /** The provider hasn't verified any email address that may log in this way. */
  | 'sign-on-email'
  /** There is no account, and this site doesn't create one automatically. */
  | 'sign-on-no-account'
  /** There is no account yet. A manager has received a request for one. */
  | 'sign-on-waiting'
  /**
   * An account with this address exists, but this person can't use it, because it is disabled, belongs to someone else, or its invitation
   * has expired.
   */
  | 'sign-on-refused'
