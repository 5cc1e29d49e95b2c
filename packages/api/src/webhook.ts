/** Webhooks: what other programs are told, and how administrators set them up. */
import { type ActionCategory, type ActionStatus, type NetworkStatus, type Position, ProgramName, type Rating } from '@trailwarden/domain'
import * as z from 'zod/mini'

/** What a webhook may be for. */
export const WEBHOOK_EVENTS = ['action', 'status'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** After so long without one message taken, a webhook is paused. */
export const WEBHOOK_PAUSE_DAYS = 3
export const WEBHOOKS_MAX = 20
export const WEBHOOK_TIMEOUT_SECONDS = 10

/**
 * What is told of a change. Of an action what is wrong where, not what people wrote: who wants the words reads them by a key. Names and
 * addresses of people are in none.
 */
export type News =
  | {
      type: 'action.created' | 'action.changed' | 'action.resolved' | 'action.reopened' | 'action.deleted'
      data: {
        id: string
        number: string
        url: string
        category: z.infer<typeof ActionCategory> | null
        area: string
        trail: string | null
        place: z.infer<typeof Position> | null
        rating: z.infer<typeof Rating>
        status: z.infer<typeof ActionStatus>
        /** Grows by one with each change: of two messages the one with the higher is the later. */
        version: number
        /** Names of the fields that changed. */
        changed: string[]
      }
    }
  | {
      type: 'status.posted'
      data: {
        id: string
        url: string
        postedAt: string
        networks: Record<string, z.infer<typeof NetworkStatus>>
      }
    }

const Url = z.string().check(z.maxLength(500, 'At most 500 characters'), z.regex(/^https?:\/\/\S+$/, 'Begin with https://'))

export const WebhookCreate = z.strictObject({
  name: ProgramName,
  url: Url,
  events: z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1, 'Choose at least one'), z.maxLength(WEBHOOK_EVENTS.length)),
})
export type WebhookCreate = z.infer<typeof WebhookCreate>

export const WebhookPatch = z.strictObject({ paused: z.boolean() })

export const WebhookTry = z.object({
  at: z.iso.datetime(),
  /** `action.resolved`, `test` */
  type: z.string(),
  /** Null when nobody answered, and then `problem` says why. */
  status: z.nullable(z.int()),
  problem: z.nullable(z.string()),
  durationMs: z.int(),
})
export type WebhookTry = z.infer<typeof WebhookTry>

export const Webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  createdAt: z.iso.datetime(),
  failingSince: z.nullable(z.iso.datetime()),
  pausedAt: z.nullable(z.iso.datetime()),
  /** Messages that were not taken yet, and when the next of them is tried. */
  waiting: z.int(),
  nextTryAt: z.nullable(z.iso.datetime()),
  /** Since it fails. */
  failedTries: z.int(),
  lastTry: z.nullable(WebhookTry),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookList = z.object({ webhooks: z.array(Webhook) })
export const WebhookTries = z.object({ tries: z.array(WebhookTry) })
/** The only answers that ever hold the secret. */
export const WebhookMade = z.object({ webhook: Webhook, secret: z.string() })
export type WebhookMade = z.infer<typeof WebhookMade>
export const WebhookSecret = z.object({ secret: z.string() })

export const isTaken = ({ status }: Pick<WebhookTry, 'status'>): boolean => status !== null && status >= 200 && status < 300
