/** Notices as anyone reads them, in the public answer about trail status: a phone has them with its last status, without signal too (RULES.md, NO). */
import * as z from 'zod/mini'

/** What it looks like: a closure is red, the others are cautions. */
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

/** What of a public answer can be read of it; one that a later version of the server wrote in another form is left out alone. */
export const readNotices = (notices: unknown): PublicNotice[] =>
  (Array.isArray(notices) ? notices : []).flatMap((one) => {
    const read = PublicNotice.safeParse(one)
    return read.success ? [read.data] : []
  })

/** NO4, NO5: those to be shown at a time, the newest first. */
export const noticesAt = (notices: readonly PublicNotice[], now: Date): PublicNotice[] =>
  notices
    .filter(({ endsAt }) => now.getTime() < Date.parse(endsAt))
    .sort((a, b) => Date.parse(b.postedAt) - Date.parse(a.postedAt) || a.id.localeCompare(b.id))
