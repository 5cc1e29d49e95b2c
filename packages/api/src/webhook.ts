import { type ActionCategory, type ActionStatus, type Position, ProgramName, type Rating } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { Answered } from './accounts/api-key.ts'
import { IdentityProof } from './accounts/passkey.ts'
import type { ProgramNetwork } from './programs.ts'

export const WEBHOOK_EVENTS = ['action', 'status'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** A webhook is paused after this many days without a successful delivery. */
export const WEBHOOK_PAUSE_DAYS = 3
export const WEBHOOKS_MAX = 20
export const WEBHOOK_TIMEOUT_SECONDS = 10

/** A message contains no names, addresses or text that people wrote. Programs can read the text with an API key. */
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
        /** Receivers can tell from the version which of two messages is newer. */
        version: number
        changed: string[]
      }
    }
  | {
      type: 'status.posted'
      data: {
        id: string
        url: string
        postedAt: string
        /** The status of the networks as riders see it. */
        networks: Record<string, z.infer<typeof ProgramNetwork>>
      }
    }

const Url = z.string().check(z.maxLength(500, 'Use at most 500 characters'), z.regex(/^https?:\/\/\S+$/, 'Start with https://'))

export const WebhookCreate = z.strictObject({
  name: ProgramName,
  url: Url,
  events: z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1, 'Choose at least one'), z.maxLength(WEBHOOK_EVENTS.length)),
  proof: IdentityProof,
})
export type WebhookCreate = z.infer<typeof WebhookCreate>

export const WebhookPatch = z.strictObject({ paused: z.boolean() })

export const WebhookTry = z.object({
  at: z.iso.datetime(),
  type: z.string(),
  /** Null if there was no response. `problem` then contains the reason. */
  status: z.nullable(z.int()),
  problem: z.nullable(z.string()),
  durationMs: z.int(),
})
export type WebhookTry = z.infer<typeof WebhookTry>

export const Webhook = z.object({
  ...Answered.shape,
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  createdAt: z.iso.datetime(),
  failingSince: z.nullable(z.iso.datetime()),
  pausedAt: z.nullable(z.iso.datetime()),
  waiting: z.int(),
  nextTryAt: z.nullable(z.iso.datetime()),
  /** Failed attempts since the last success. */
  failedTries: z.int(),
  lastTry: z.nullable(WebhookTry),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookList = z.object({ webhooks: z.array(Webhook) })
export const WebhookTries = z.object({ tries: z.array(WebhookTry) })
/** Only these two responses contain the secret. */
export const WebhookMade = z.object({ webhook: Webhook, secret: z.string() })
export type WebhookMade = z.infer<typeof WebhookMade>
export const WebhookSecret = z.object({ secret: z.string() })

export const isTaken = ({ status }: Pick<WebhookTry, 'status'>): boolean => status !== null && status >= 200 && status < 300
