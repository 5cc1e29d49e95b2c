import { BRIEF_LINK_MAX_HOURS, Rating } from '@trailwarden/domain'
import * as z from 'zod/mini'

export const BriefLinkRequest = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(40)),
  hours: z.int().check(z.minimum(1), z.maximum(BRIEF_LINK_MAX_HOURS)),
})
export type BriefLinkRequest = z.infer<typeof BriefLinkRequest>

export const BriefLink = z.object({ code: z.string(), token: z.string(), expiresAt: z.iso.datetime() })

export const BriefToken = z.strictObject({ token: z.string().check(z.minLength(20), z.maxLength(100)) })

/** Responders see what is wrong and where, without people's names. */
export const OpenHazard = z.object({
  number: z.string(),
  description: z.string(),
  detail: z.string(),
  rating: Rating,
  trail: z.nullable(z.string()),
  position: z.readonly(z.tuple([z.number(), z.number()])),
  /** Null if someone chose the location by hand. */
  accuracyM: z._default(z.nullable(z.number()), null),
  distanceM: z.number(),
  createdAt: z.iso.datetime(),
})
export type OpenHazard = z.infer<typeof OpenHazard>

/** `expiresAt` is null for people who are logged in, because they need no link. */
export const OpenHazards = z.object({
  code: z.string(),
  asOf: z.iso.datetime(),
  expiresAt: z.nullable(z.iso.datetime()),
  hazards: z.array(OpenHazard),
})
export type OpenHazards = z.infer<typeof OpenHazards>
