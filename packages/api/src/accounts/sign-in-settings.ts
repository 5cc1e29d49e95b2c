/** Read-only, because the values come from `site.json` and the server's settings. */
import * as z from 'zod/mini'

const Count = z.int().check(z.nonnegative())

export const SignInSettings = z.object({
  people: Count,
  passkeys: z.object({
    people: Count,
    /** Null if no role needs a passkey. */
    neededFromRole: z.nullable(z.int()),
    /** The number of people who need a passkey but don't have one yet. */
    missing: Count,
  }),
  passwords: z.object({ people: Count }),
  /** Null if single sign-on isn't set up. */
  singleSignOn: z.nullable(
    z.object({
      name: z.string(),
      issuer: z.string(),
      /** Null if any address that the provider has verified may log in. */
      domains: z.nullable(z.array(z.string())),
      roles: z.record(z.string(), z.int()),
      /** Values in the provider's response that mean the login used two factors. */
      twoFactors: z.array(z.string()),
      people: Count,
      lastUsedAt: z.nullable(z.iso.datetime()),
    }),
  ),
  registration: z.string(),
  sessions: z.object({ days: Count, managerDays: Count, unusedDays: Count }),
})
export type SignInSettings = z.infer<typeof SignInSettings>

export const SignOnTest = z.object({ works: z.boolean(), detail: z.string() })
export type SignOnTest = z.infer<typeof SignOnTest>
