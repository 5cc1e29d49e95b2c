/** Reports without an account: how a device identifies itself, and what a report's link leads to. */
import { ActionCategory, Position } from '@trailwarden/domain'
import * as z from 'zod/mini'

/** The secret of a device without an account, 32 random bytes in hexadecimal digits. */
export const REPORTER_HEADER = 'x-trailwarden-reporter'

/** 60 random bits in characters that are not mistaken for each other. */
export const FOLLOW_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const FOLLOW_LENGTH = 12

export const FollowCode = z.object({ code: z.string().check(z.regex(/^[2-9A-HJ-NP-Z]{12}$/)) })
export const FollowedPhotoRequest = z.object({ ...FollowCode.shape, photoId: z.uuid() })

export const ReportStep = z.object({
  name: z.enum(['Received', 'Checked', 'Assigned', 'Fixed', 'Closed']),
  at: z.nullable(z.iso.datetime()),
})
export type ReportStep = z.infer<typeof ReportStep>

/** What was added to a report by the device that made it. `answer`: what the team says to it, once it has looked. */
const FollowedAddition = z.object({
  id: z.uuid(),
  words: z.string(),
  isNotFixed: z.boolean(),
  photos: z.array(z.uuid()),
  at: z.iso.datetime(),
  answer: z.string(),
})

/** What whoever has the link reads: no names of staff, no contact, no rating. */
export const FollowedReport = z.object({
  number: z.string(),
  category: ActionCategory,
  words: z.string(),
  area: z.string(),
  trail: z.nullable(z.string()),
  place: z.nullable(Position),
  /** What has happened, in its order. The last one is where it stands. */
  steps: z.array(ReportStep),
  reason: z.nullable(z.string()),
  answer: z.string(),
  photos: z.array(z.uuid()),
  /** Someone had reported it already; all that follows is what becomes of both. */
  isMerged: z._default(z.boolean(), false),
  /** Once it is fixed: what was done, in words and in photos that were taken afterwards. */
  fix: z._default(z.string(), ''),
  fixedPhotos: z.array(z.uuid()),
  hasContact: z.boolean(),
  additions: z._default(z.array(FollowedAddition), []),
})
export type FollowedReport = z.infer<typeof FollowedReport>
