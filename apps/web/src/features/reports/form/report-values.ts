import { ActionCategory, Position } from '@trailwarden/domain'
import { REPORT_WORDS_MAX_LENGTH } from '@trailwarden/domain/report/report-kind'
import * as z from 'zod/mini'
import { PhotoValues } from '#parts/photo/photo-values.ts'

const Fields = z.object({
  category: z.enum(ActionCategory.options, 'Choose what’s wrong'),
  words: z.string().check(z.trim(), z.maxLength(REPORT_WORDS_MAX_LENGTH)),
  contact: z.union([z.literal(''), z.email('Enter an email address or leave this blank')]),
  canHurt: z.boolean(),
  area: z.string(),
  trail: z.nullable(z.string()),
  place: z.nullable(Position),
  photos: PhotoValues,
  sees: z.nullable(z.string()),
})

/** Without text or a photo, "Something else" wouldn't tell the trail team anything. */
export const ReportValues = Fields.check(
  z.refine(({ category, words, photos, sees }) => category !== 'Something else' || sees !== null || words !== '' || photos.length > 0, {
    path: ['words'],
    error: 'Describe the problem or add a photo.',
  }),
)
export type ReportValues = z.infer<typeof ReportValues>

export const START = { words: '', contact: '', canHurt: false, area: '', trail: null, place: null, photos: [], sees: null }

/** Drafts may contain half-typed email addresses, and photos without a category. */
const Draft = z.object({ ...Fields.shape, category: z.nullish(ActionCategory), words: z.string(), contact: z.string() })

/** Another version of the app may have saved the draft in a different format. */
export const draftOf = (saved: unknown) => Draft.safeParse(saved).data ?? null

/** The device can measure its location again, so a location isn't worth saving. */
export const hasContent = ({ category, words, contact, canHurt, photos }: Partial<ReportValues>): boolean =>
  Boolean(category || words || contact || canHurt || photos?.length)
