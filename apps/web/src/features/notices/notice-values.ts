/** The end time is in the network's time zone, even if the author is elsewhere. */
import { createPatch } from '@trailwarden/domain'
import { type Notice, type NoticePatch, noticeKind } from '@trailwarden/domain/notice/notice-kind'
import { whyNotEnd } from '@trailwarden/domain/notice/notice-rules'
import * as z from 'zod/mini'
import { fromWallText, toWallText } from '#lib/dates.ts'

const { title, text, level } = noticeKind.values.shape
const Values = z.object({ title, text, level, until: z.string() })
export type NoticeValues = z.infer<typeof Values>

/** A draft may contain half-typed text, or come from an older version of the app with another format. */
const Draft = z.object({ title: z.string(), text: z.string(), level, until: z.string() })
export const draftOf = (saved: unknown): NoticeValues | null => Draft.safeParse(saved).data ?? null

const endOf = (until: string, timeZone: string) => {
  const end = fromWallText(until, timeZone)
  return Number.isNaN(end.getTime()) ? '' : end.toISOString()
}

/** Most notices should end at the end of the day. */
export function valuesOf(notice: Notice | null, timeZone: string, now: Date): NoticeValues {
  if (!notice) return { title: '', text: '', level: 'Caution', until: `${toWallText(now, timeZone).slice(0, 10)}T23:59` }
  return { title: notice.title, text: notice.text, level: notice.level, until: toWallText(new Date(notice.endsAt), timeZone) }
}

export const schemaOf = (timeZone: string) =>
  Values.check((context) => {
    const wrong = whyNotEnd(endOf(context.value.until, timeZone), new Date())
    if (wrong) context.issues.push({ code: 'custom', path: ['until'], message: wrong, input: context.value })
  })

/** Saving a notice that has ended also clears `isEnded`, so that the notice is shown again. */
export function patchOf(notice: Notice | null, { until, ...values }: NoticeValues, timeZone: string): NoticePatch {
  const isSameEnd = notice && toWallText(new Date(notice.endsAt), timeZone) === until
  const endsAt = isSameEnd ? notice.endsAt : endOf(until, timeZone)
  return createPatch(noticeKind, notice ?? noticeKind.blank, { ...values, endsAt, isEnded: false })
}
