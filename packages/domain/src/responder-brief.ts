/** What responders are told of open hazards on the way in, and the link that lets them read it without an account (RULES.md, E). */
import * as z from 'zod/mini'
import { Rating } from './action/rating.ts'
import { accept, type Decision, refuse } from './decision.ts'
import { findByCode } from './emergency.ts'
import { type Actor, isManager } from './person.ts'

const HOUR_MS = 3_600_000
/** Long enough for a search; a link that is forgotten in a group of messages is not open for weeks. */
export const BRIEF_LINK_MAX_HOURS = 72

export const BriefLinkRequest = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(40)),
  hours: z.int().check(z.minimum(1), z.maximum(BRIEF_LINK_MAX_HOURS)),
})
export type BriefLinkRequest = z.infer<typeof BriefLinkRequest>

export const BriefLink = z.object({ code: z.string(), token: z.string(), expiresAt: z.iso.datetime() })

export const BriefToken = z.strictObject({ token: z.string().check(z.minLength(20), z.maxLength(100)) })

/** An unresolved action as responders see it: what and where, and no word of who. */
export const OpenHazard = z.object({
  number: z.string(),
  description: z.string(),
  detail: z.string(),
  rating: Rating,
  trail: z.nullable(z.string()),
  position: z.readonly(z.tuple([z.number(), z.number()])),
  distanceM: z.number(),
  createdAt: z.iso.datetime(),
})
export type OpenHazard = z.infer<typeof OpenHazard>

/** `expiresAt` is the link's; null for people who are signed in. */
export const OpenHazards = z.object({
  code: z.string(),
  asOf: z.iso.datetime(),
  expiresAt: z.nullable(z.iso.datetime()),
  hazards: z.array(OpenHazard),
})
export type OpenHazards = z.infer<typeof OpenHazards>

/** May this person make a link, and until when does it work? */
export function decideBriefLink<Marker extends { code: string }>(
  actor: Pick<Actor, 'role'>,
  { code, hours }: BriefLinkRequest,
  markers: readonly Marker[],
  now: Date,
): Decision<{ marker: Marker; expiresAt: Date }> {
  if (!isManager(actor)) return refuse('not-allowed', 'links for responders are made by managers')
  const marker = findByCode(markers, code)
  if (!marker) return refuse('not-found', 'no post has this code')
  return accept({ marker, expiresAt: new Date(now.getTime() + hours * HOUR_MS) })
}

/** Refused from the very moment it expires. */
export const isBriefLinkOpen = ({ expiresAt }: { expiresAt: Date }, now: Date) => now < expiresAt
