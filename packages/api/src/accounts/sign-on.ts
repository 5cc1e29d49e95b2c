/** Login with the council's own accounts (OpenID Connect): docs/sign-in.md. */
import * as z from 'zod/mini'

/** The provider redirects people to this URL. The server then redirects them to /login with `signed` or `problem` in the query. */
export const SIGN_ON_CALLBACK = '/api/account/sign-on/callback'

/** PE15: `next` is the path in the app to open after the login. */
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
  /** The account with this address is disabled or belongs to someone else, or the invitation has expired. */
  | 'sign-on-refused'
