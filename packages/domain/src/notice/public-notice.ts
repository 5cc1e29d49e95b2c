/** Devices store notices with the last status, so notices are shown offline too (RULES.md, NO). */
import * as z from 'zod/mini'

/** Closures are red, and all other levels look like cautions. */
export const NoticeLevel = z.enum(['Caution', 'Fire', 'Weather', 'Closure'])
export type NoticeLevel = z.infer<typeof NoticeLevel>

export const PublicNotice = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  level: NoticeLevel,
  postedAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
})
export type PublicNotice = z.infer<typeof PublicNotice>

/** Skips notices in an unknown format, because a later server version may have written them. */
export const readNotices = (notices: unknown): PublicNotice[] =>
  (Array.isArray(notices) ? notices : []).flatMap((one) => {
    const read = PublicNotice.safeParse(one)
    return read.success ? [read.data] : []
  })

/** NO4, NO5: returns the notices to show at a given time, newest first. */
export const noticesAt = (notices: readonly PublicNotice[], now: Date): PublicNotice[] =>
  notices
    .filter(({ endsAt }) => now.getTime() < Date.parse(endsAt))
    .sort((a, b) => Date.parse(b.postedAt) - Date.parse(a.postedAt) || a.id.localeCompare(b.id))
