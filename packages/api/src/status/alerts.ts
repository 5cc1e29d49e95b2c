/** Alerts on phones (Web Push) need no account. A browser changes or ends its subscription with the ID that it received. */
import { PublicStatus } from '@trailwarden/domain'
import * as z from 'zod/mini'

const Ids = (most: number) => z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(most))

export const Followed = z.strictObject({ networks: Ids(50), trails: Ids(300) })
export type Followed = z.infer<typeof Followed>

/** `reopenings` decides whether the device receives alerts about reopenings. Devices always receive closure alerts. */
export const PhoneAlerts = z.object({ ...Followed.shape, reopenings: z._default(z.boolean(), true) })
export type PhoneAlerts = z.infer<typeof PhoneAlerts>

const Base64Url = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+=*$/), z.maxLength(most))

/** A second request for an endpoint replaces the networks and trails selected before. */
export const FollowRequest = z.strictObject({
  endpoint: z.string().check(z.maxLength(1000)),
  keys: z.strictObject({ p256dh: Base64Url(100), auth: Base64Url(40) }),
  ...PhoneAlerts.shape,
})
export const FollowAnswer = z.object({ id: z.uuid() })

/** Null if this server doesn't send push alerts. */
export const AlertsOffer = z.object({ publicKey: z.nullable(z.string()) })

export const FollowedKind = z.enum(['network', 'trail'])
export type FollowedKind = z.infer<typeof FollowedKind>

export const Reach = z.object({ emails: z.int(), phones: z.int() })
export type Reach = z.infer<typeof Reach>

export const PushedNews = z.object({
  title: z.string(),
  body: z.string(),
  path: z.string().check(z.regex(/^\/(?!\/)/)),
  /** Lets the user unfollow the network or trail from the alert. */
  alertsId: z.string(),
  kind: FollowedKind,
  topic: z.string(),
  /** The trail status when the server sent the push. `isShortened` marks a status that was too large for a push. */
  status: z.optional(PublicStatus),
})
export type PushedNews = z.infer<typeof PushedNews>
