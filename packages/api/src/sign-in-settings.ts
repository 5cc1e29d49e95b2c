/** How people sign in here, for administrators. It is set in `site.json` and the server's settings; here it is read. */
import * as z from 'zod/mini'

const Count = z.int().check(z.nonnegative())

export const SignInSettings = z.object({
  /** Everyone who can sign in. */
  people: Count,
  passkeys: z.object({
    people: Count,
    /** From this role on a passkey is needed; null: for nobody. */
    neededFromRole: z.nullable(z.int()),
    /** Of those, who have none yet. */
    missing: Count,
  }),
  passwords: z.object({ people: Count }),
  /** Null where none is set up. */
  singleSignOn: z.nullable(
    z.object({
      name: z.string(),
      issuer: z.string(),
      /** Null: every address that the provider has confirmed. */
      domains: z.nullable(z.array(z.string())),
      /** Groups there and the role that each gives. */
      roles: z.record(z.string(), z.int()),
      people: Count,
      lastUsedAt: z.nullable(z.iso.datetime()),
    }),
  ),
  registration: z.string(),
  sessions: z.object({ days: Count, managerDays: Count, unusedDays: Count }),
})
export type SignInSettings = z.infer<typeof SignInSettings>

/** Whether the council's provider answers as one, and why not. */
export const SignOnTest = z.object({ works: z.boolean(), detail: z.string() })
export type SignOnTest = z.infer<typeof SignOnTest>
