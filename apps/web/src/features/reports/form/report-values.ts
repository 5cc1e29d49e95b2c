import { ActionCategory, Position } from '@trailwarden/domain'
import { REPORT_WORDS_MAX_LENGTH } from '@trailwarden/domain/report/report-kind'
import * as z from 'zod/mini'
import { PhotoValues } from '#parts/photo/photo-values.ts'

export const ReportValues = z.object({
  category: z.enum(ActionCategory.options, 'Choose what’s wrong'),
  words: z.string().check(z.trim(), z.maxLength(REPORT_WORDS_MAX_LENGTH)),
  contact: z.union([z.literal(''), z.email('Enter an email address or leave this blank')]),
  canHurt: z.boolean(),
  area: z.string(),
  trail: z.nullable(z.string()),
  place: z.nullable(Position),
  photos: PhotoValues,
  /** The id of a public hazard that the reporter confirms. */
  sees: z.nullable(z.string()),
})
export type ReportValues = z.infer<typeof ReportValues>

export const START = { words: '', contact: '', canHurt: false, area: '', trail: null, place: null, photos: [], sees: null }

/** Drafts may contain half-typed email addresses. */
const Draft = z.object({ ...ReportValues.shape, category: z.optional(ActionCategory), words: z.string(), contact: z.string() })

/** Reads a draft. Ignores drafts that another version of the app saved in a different format. */
export const draftOf = (saved: unknown) => Draft.safeParse(saved).data ?? null

/** Returns whether the form has content worth saving. It needs more than a location, because the device measures it again. */
export const hasContent = ({ category, words, contact, canHurt, photos }: Partial<ReportValues>): boolean =>
  Boolean(category || words || contact || canHurt || photos?.length)
