import * as z from 'zod'
import { LOOPBACK_URL } from '#config.ts'

export const PeopleSettings = z
  .object({
    RETENTION_NOTICE_MONTHS: z.coerce
      .number()
      .int()
      .min(3)
      .max(120)
      .default(12)
      .describe('Number of inactive months after which a person is warned by email that their account will be deleted.'),
    RETENTION_FORGET_MONTHS: z.coerce
      .number()
      .int()
      .min(6)
      .max(240)
      .default(24)
      .describe('Number of inactive months after which an account is deleted. Must be more than `RETENTION_NOTICE_MONTHS`.'),
    SIGN_IN_TRIES_PER_ACCOUNT: z.coerce
      .number()
      .int()
      .positive()
      .default(5)
      .describe('Wrong passwords allowed in 15 minutes for one account, from one IP address or known device.'),
    SIGN_IN_TRIES_PER_ADDRESS: z.coerce
      .number()
      .int()
      .positive()
      .default(20)
      .describe('Wrong passwords allowed in 15 minutes for all accounts together, from one IP address.'),
    SIGN_IN_TRIES_FROM_ANYWHERE: z.coerce
      .number()
      .int()
      .positive()
      .default(20)
      .describe('Wrong passwords allowed in an hour for one account, from all unknown devices together.'),
    PASSKEY_TRIES_PER_ADDRESS: z.coerce
      .number()
      .int()
      .positive()
      .default(60)
      .describe('Passkey and single sign-on logins that one IP address can start in 15 minutes.'),
    REGISTRATIONS_PER_ADDRESS: z.coerce.number().int().positive().default(60).describe('Accounts created in an hour from one IP address.'),
    ACCOUNT_REQUESTS_PER_ADDRESS: z.coerce
      .number()
      .int()
      .positive()
      .default(20)
      .describe('Requests for an account in 30 days from one IP address, if a manager has to approve them.'),
    RESETS_PER_EMAIL: z.coerce
      .number()
      .int()
      .positive()
      .default(3)
      .describe('Links per hour that one IP address or known device can have sent to one email address.'),
    RESETS_FROM_ANYWHERE: z.coerce
      .number()
      .int()
      .positive()
      .default(10)
      .describe('Links per hour that all unknown devices together can have sent to one email address.'),
    RESETS_PER_ADDRESS: z.coerce
      .number()
      .int()
      .positive()
      .default(20)
      .describe('Emailed links that one IP address can request in 15 minutes.'),
    SUBSCRIPTIONS_PER_EMAIL: z.coerce
      .number()
      .int()
      .positive()
      .default(3)
      .describe('Requests in an hour to get trail status at one email address.'),
    SUBSCRIPTIONS_PER_ADDRESS: z.coerce
      .number()
      .int()
      .positive()
      .default(20)
      .describe('Requests to get trail status by email that one IP address can make in 15 minutes.'),
    FOLLOWS_PER_ADDRESS: z.coerce
      .number()
      .int()
      .positive()
      .default(100)
      .describe(
        'Changes to push alerts in 15 minutes from one IP address. The default is high because phones on the same mobile network share IP addresses.',
      ),
    OIDC_ISSUER: z
      .string()
      .refine((url) => (URL.canParse(url) && url.startsWith('https://')) || LOOPBACK_URL.test(url), 'must be an https address')
      .optional()
      .describe('Address of the OpenID Connect provider. Without it, single sign-on is off.'),
    OIDC_CLIENT_ID: z.string().min(1).optional().describe('Client ID from the provider. Required with `OIDC_ISSUER`.'),
    OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Client secret from the provider. Required with `OIDC_ISSUER`.'),
    OIDC_NAME: z.string().trim().min(1).max(40).default('Council sign-in').describe('Label of the login button.'),
    OIDC_EMAIL_DOMAINS: z
      .string()
      .transform((list) =>
        list
          .split(',')
          .map((domain) => domain.trim().toLowerCase())
          .filter(Boolean),
      )
      .optional()
      .describe(
        'Email domains that may log in this way, separated by commas, or `*` for every address that the provider has confirmed. Required with `OIDC_ISSUER`.',
      ),
    OIDC_GROUPS_CLAIM: z.string().min(1).default('groups').describe("Name of the claim that lists a person's groups."),
    OIDC_TWO_FACTORS: z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((value) => value.trim())
          .filter((value) => value !== ''),
      )
      .describe(
        'Values of the claims `amr` or `acr` that mean two factors, such as `mfa, hwk`. If it is empty, a login counts as one factor.',
      ),
    OIDC_ROLES: z
      .string()
      .default('')
      .transform((list, context) => {
        const pairs = list.split(',').filter((pair) => pair.trim() !== '')
        const roles = pairs.map((pair) => /^\s*(.+?)\s*=\s*([1-4])\s*$/.exec(pair))
        if (roles.includes(null)) context.addIssue({ code: 'custom', message: 'must be a list such as trail-admins=4, trail-crew=2' })
        return Object.fromEntries(roles.map((match) => [match?.[1] ?? '', Number(match?.[2])])) as Record<string, number>
      })
      .describe('Roles by group, such as `trail-admins=4, trail-crew=2`.'),
  })
  .refine((settings) => settings.RETENTION_FORGET_MONTHS > settings.RETENTION_NOTICE_MONTHS, {
    error: 'RETENTION_FORGET_MONTHS must be more than RETENTION_NOTICE_MONTHS',
  })
  .refine(
    ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_EMAIL_DOMAINS }) =>
      !OIDC_ISSUER || (OIDC_CLIENT_ID && OIDC_CLIENT_SECRET && OIDC_EMAIL_DOMAINS?.length),
    'OIDC_ISSUER needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_EMAIL_DOMAINS',
  )
export type PeopleSettings = z.infer<typeof PeopleSettings>
