/** Anyone can subscribe to status emails, must then confirm by email, and can unsubscribe from any of the emails. */

import { Email } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { Followed } from './alerts.ts'

export const SUBSCRIBE_PATH = '/subscribe'

export const SubscribeRequest = z.strictObject({
  email: Email,
  networks: Followed.shape.networks,
  trails: z._default(Followed.shape.trails, []),
})
export const ConfirmSubscriptionRequest = z.strictObject({ token: z.string().check(z.maxLength(100)) })
export const ConfirmSubscriptionAnswer = z.object({ networks: z.array(z.string()) })
