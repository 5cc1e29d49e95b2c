import { plainText, SEVERITIES, safeLink, type WarningArea, type WarningSeverity } from '@trailwarden/domain'

export type FeedWarning = {
  id: string
  title: string
  text: string
  area: string
  severity: WarningSeverity
  link: string | null
  shownFrom: string
  startsAt: string | null
  endsAt: string | null
  areas: WarningArea[]
  areaNames: string[]
}

const MAX = { title: 120, text: 600, area: 160, id: 300, names: 50 } as const

/** Null for a time without a time zone, because that time is ambiguous. */
export function readTime(text: string): string | null {
  const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text)
  const isMail = /^([A-Z][a-z]{2},? )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(:\d\d)? ([A-Z]{1,4}|[+-]\d{4})$/.test(text)
  const time = isIso || isMail ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

export const severityOf = (word: string): WarningSeverity => SEVERITIES.find((severity) => severity === word) ?? 'Unknown'

type Given = Omit<FeedWarning, 'link' | 'areaNames'> & { link: string; areaNames: readonly string[] }

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
