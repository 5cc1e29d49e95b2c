import * as z from 'zod'

export const TrailStatusSettings = z
  .object({
    VAPID_PUBLIC_KEY: z
      .string()
      .regex(/^[A-Za-z0-9_-]{87}$/, 'must be the public key that `npm run ops -- vapid-keys` shows')
      .optional()
      .describe('Public key for Web Push, from `npm run ops -- vapid-keys`. Without both keys, alerts are sent only by email.'),
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, 'must be the private key that `npm run ops -- vapid-keys` shows')
      .optional()
      .describe('Private key for Web Push, from the same command.'),
    VAPID_SUBJECT: z
      .string()
      .regex(/^(mailto:.+@.+|https:\/\/.+)$/, 'must be a mailto: or https: address')
      .optional()
      .describe('Contact for push services (`mailto:` or `https:`). If it is not set, `PUBLIC_URL` is used.'),
  })
  .refine(
    ({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }) => (VAPID_PUBLIC_KEY === undefined) === (VAPID_PRIVATE_KEY === undefined),
    'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together',
  )
export type TrailStatusSettings = z.infer<typeof TrailStatusSettings>
