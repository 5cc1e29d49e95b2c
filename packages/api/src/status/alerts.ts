/**
 * Alerts on a phone (Web Push), available to everyone. A browser subscribes, receives an ID, and uses the ID to change or end the
 * subscription.
 */
import { PublicStatus } from '@trailwarden/domain'
import * as z from 'zod/mini'

const Ids = (most: number) => z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(most))

/** The networks and trails that someone follows. */
export const Followed = z.strictObject({ networks: Ids(50), trails: Ids(300) })
export type Followed = z.infer<typeof Followed>

/** What a device follows, and whether it receives an alert when something reopens. It always receives closure alerts. */
export const PhoneAlerts = z.object({ ...Followed.shape, reopenings: z._default(z.boolean(), true) })
export type PhoneAlerts = z.infer<typeof PhoneAlerts>

const Base64Url = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+=*$/), z.maxLength(most))

/** The fields of the browser's `PushSubscription`. A request with the same endpoint replaces the networks and trails selected before. */
export const FollowRequest = z.strictObject({
  endpoint: z.string().check(z.maxLength(1000)),
  keys: z.strictObject({ p256dh: Base64Url(100), auth: Base64Url(40) }),
  ...PhoneAlerts.shape,
})
export const FollowAnswer = z.object({ id: z.uuid() })

/** The public key that browsers need to subscribe to push alerts. Null if this server doesn't send any. */
export const AlertsOffer = z.object({ publicKey: z.nullable(z.string()) })

export const FollowedKind = z.enum(['network', 'trail'])
export type FollowedKind = z.infer<typeof FollowedKind>

/** The number of people an update would reach by email and by phone. */
export const Reach = z.object({ emails: z.int(), phones: z.int() })
export type Reach = z.infer<typeof Reach>

/** The content of a push before encryption. */
export const PushedNews = z.object({
  title: z.string(),
  body: z.string(),
  /** The path within the app that a tap opens. */
  path: z.string().check(z.regex(/^\/(?!\/)/)),
  /** The subscription's ID, with the network or trail that the alert is about, so that the user can unfollow it from the alert. */
  alertsId: z.string(),
  kind: FollowedKind,
  topic: z.string(),
  /** The trail status when the server sent the push. If it is too large, only the part that fits is included (`isShortened`). */
  status: z.optional(PublicStatus),
})
export type PushedNews = z.infer<typeof PushedNews>
