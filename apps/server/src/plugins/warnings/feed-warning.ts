/** A warning from a feed of any format, before it is filtered by network and time. */
import { plainText, SEVERITIES, safeLink, type WarningArea, type WarningSeverity } from '@trailwarden/domain'

export type FeedWarning = {
  id: string
  title: string
  text: string
  area: string
  severity: WarningSeverity
  link: string | null
  /** The time from which the warning is shown, as ISO text like all times in this module. */
  shownFrom: string
  startsAt: string | null
  endsAt: string | null
  areas: WarningArea[]
  /** The source's names and codes for the areas, in lower case. */
  areaNames: string[]
}

const MAX = { title: 120, text: 600, area: 160, id: 300, names: 50 } as const

/** Returns a time with a time zone as ISO text in UTC, or null for anything else. A time without a zone is ambiguous. */
export function readTime(text: string): string | null {
  const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text)
  const isMail = /^([A-Z][a-z]{2},? )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(:\d\d)? ([A-Z]{1,4}|[+-]\d{4})$/.test(text)
  const time = isIso || isMail ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

export const severityOf = (word: string): WarningSeverity => SEVERITIES.find((severity) => severity === word) ?? 'Unknown'

type Given = Omit<FeedWarning, 'link' | 'areaNames'> & { link: string; areaNames: readonly string[] }

/** Makes a source's text safe for a page. Returns null if the warning has no title. */
export function feedWarning(given: Given): FeedWarning | null {
  const title = plainText(given.title, MAX.title)
  if (!title) return null
  return {
    ...given,
    id: plainText(given.id, MAX.id),
    title,
    text: plainText(given.text, MAX.text),
    area: plainText(given.area, MAX.area),
    link: safeLink(given.link),
    areaNames: given.areaNames.slice(0, MAX.names).map((name) => plainText(name, MAX.area).toLowerCase()),
  }
}
