/** Alerts on a phone (Web Push), for anyone: asked for by a browser, changed and ended by the id that it was given. */
import * as z from 'zod/mini'

const Ids = (most: number) => z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(most))

/** What is followed. */
export const Followed = z.strictObject({ networks: Ids(50), trails: Ids(300) })
export type Followed = z.infer<typeof Followed>

/** What a phone follows, and whether it is to hear that something opened again. That something closed, it always hears. */
export const PhoneAlerts = z.object({ ...Followed.shape, reopenings: z._default(z.boolean(), true) })
export type PhoneAlerts = z.infer<typeof PhoneAlerts>

const Base64Url = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+=*$/), z.maxLength(most))

/** As the browser's `PushSubscription` has it. The same endpoint again replaces what it followed. */
export const FollowRequest = z.strictObject({
  endpoint: z.string().check(z.maxLength(1000)),
  keys: z.strictObject({ p256dh: Base64Url(100), auth: Base64Url(40) }),
  ...PhoneAlerts.shape,
})
export const FollowAnswer = z.object({ id: z.uuid() })

/** What a browser needs to ask for pushes; null where this server sends none. */
export const AlertsOffer = z.object({ publicKey: z.nullable(z.string()) })

export const FollowedKind = z.enum(['network', 'trail'])
export type FollowedKind = z.infer<typeof FollowedKind>

/** How many an update would reach. */
export const Reach = z.object({ emails: z.int(), phones: z.int() })
export type Reach = z.infer<typeof Reach>

/** What is encrypted in a push. */
export const PushedNews = z.object({
  title: z.string(),
  body: z.string(),
  /** Where a tap leads: a path of ours. */
  path: z.string().check(z.regex(/^\/(?!\/)/)),
  /** The id of the subscription and what it follows, to end it from the message. */
  alertsId: z.string(),
  kind: FollowedKind,
  topic: z.string(),
})
export type PushedNews = z.infer<typeof PushedNews>
