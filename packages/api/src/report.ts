import { ActionCategory, Position } from '@trailwarden/domain'
import * as z from 'zod/mini'

/** The secret of a device without an account: 32 random bytes in hexadecimal. */
export const REPORTER_HEADER = 'x-trailwarden-reporter'

/** Codes have 12 characters that are hard to confuse, which hold 60 random bits. */
export const FOLLOW_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const FOLLOW_LENGTH = 12

export const FollowCode = z.object({ code: z.string().check(z.regex(/^[2-9A-HJ-NP-Z]{12}$/)) })
export const FollowedPhotoRequest = z.object({ ...FollowCode.shape, photoId: z.uuid() })

export const ReportStep = z.object({
  name: z.enum(['Received', 'Checked', 'Assigned', 'Fixed', 'Closed']),
  at: z.nullable(z.iso.datetime()),
})
export type ReportStep = z.infer<typeof ReportStep>

const FollowedAddition = z.object({
  id: z.uuid(),
  words: z.string(),
  isNotFixed: z.boolean(),
  photos: z.array(z.uuid()),
  at: z.iso.datetime(),
  answer: z.string(),
})

/** Anyone with the link can read the report, so it contains no staff names, no contact details of the reporter and no rating. */
export const FollowedReport = z.object({
  number: z.string(),
  category: ActionCategory,
  words: z.string(),
  area: z.string(),
  trail: z.nullable(z.string()),
  place: z.nullable(Position),
  /** In chronological order. The last step is the current state. */
  steps: z.array(ReportStep),
  reason: z.nullable(z.string()),
  answer: z.string(),
  photos: z.array(z.uuid()),
  /** Whether someone had already reported the problem. The fields below then apply to both reports. */
  isMerged: z._default(z.boolean(), false),
  /** Empty until the problem is fixed, like `fixedPhotos`. */
  fix: z._default(z.string(), ''),
  fixedPhotos: z.array(z.uuid()),
  hasContact: z.boolean(),
  additions: z._default(z.array(FollowedAddition), []),
})
export type FollowedReport = z.infer<typeof FollowedReport>
