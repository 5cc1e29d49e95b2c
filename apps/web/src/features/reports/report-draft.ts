/** What was written at `/report` and not sent, for a day: a phone that is put away in the rain must not cost the words. Without photos. */
import { ActionCategory, Position } from '@trailwarden/domain'
import * as z from 'zod/mini'

const KEY = 'report:draft'
const LASTS_MS = 24 * 3_600_000

const ReportDraft = z.object({
  at: z.number(),
  category: z.optional(ActionCategory),
  words: z.string(),
  contact: z.string(),
  canHurt: z.boolean(),
  place: z.nullable(Position),
})
export type ReportDraft = Omit<z.infer<typeof ReportDraft>, 'at'>

/** Null when there is none, or it is older than a day: then it is removed. */
export function readReportDraft(now: number): ReportDraft | null {
  try {
    const draft = ReportDraft.parse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
    if (now - draft.at < LASTS_MS && draft.at <= now) return draft
  } catch {
    // None, or of another version.
  }
  dropReportDraft()
  return null
}

export function writeReportDraft(draft: ReportDraft, now: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...draft, at: now }))
  } catch {
    // No room: it stays in the form.
  }
}

export function dropReportDraft(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage is off: there is none.
  }
}
