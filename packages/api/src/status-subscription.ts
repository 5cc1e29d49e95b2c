/** Trail status by email, for anyone: asked for on a page, confirmed by an email, ended from any email. */

import { Email } from '@trailwarden/domain'
import * as z from 'zod/mini'

export const SUBSCRIBE_PATH = '/subscribe'

export const SubscribeRequest = z.strictObject({ email: Email, networks: z.array(z.string()).check(z.minLength(1), z.maxLength(50)) })
export const ConfirmSubscriptionRequest = z.strictObject({ token: z.string().check(z.maxLength(100)) })
/** The networks that emails are about from now on. */
export const ConfirmSubscriptionAnswer = z.object({ networks: z.array(z.string()) })
