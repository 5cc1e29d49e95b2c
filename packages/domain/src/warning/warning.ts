/**
 * Warnings from other agencies (fire danger, weather, closed roads). A warning never changes a trail's status, because only the trail team
 * can do that.
 */
import * as z from 'zod/mini'

/** From the Common Alerting Protocol, worst first. */
export const SEVERITIES = ['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown'] as const
export type WarningSeverity = (typeof SEVERITIES)[number]

const Time = z.string()

export const Warning = z.object({
  id: z.string(),
  /** The feed's title in `site.json`. */
  source: z.string(),
  title: z.string(),
  text: z.string(),
  area: z.string(),
  severity: z.enum(SEVERITIES),
  networks: z.array(z.string()),
  link: z.nullable(z.string()),
  /** `startsAt` is the start of the event, if the source specifies one. `endsAt` is the end of the source's warning. */
  shownFrom: Time,
  shownUntil: Time,
  startsAt: z.nullable(Time),
  endsAt: z.nullable(Time),
  asOf: Time,
  /** True if the source hasn't been reachable since `asOf`. */
  isUnchecked: z.boolean(),
})
export type Warning = z.infer<typeof Warning>

export const PublicWarnings = z.object({ asOf: Time, warnings: z.array(Warning) })
export type PublicWarnings = z.infer<typeof PublicWarnings>

/** How long a warning without an end time is shown after it last appeared in the source. */
const WITHOUT_END_MS = 24 * 3_600_000

export const shownUntil = (endsAt: string | null, asOf: string): string =>
  endsAt ?? new Date(Date.parse(asOf) + WITHOUT_END_MS).toISOString()

const rankOf = ({ severity }: Pick<Warning, 'severity'>) => SEVERITIES.indexOf(severity)

export const warningsAt = (warnings: readonly Warning[], now: Date): Warning[] =>
  warnings
    .filter(({ shownFrom, shownUntil: until }) => Date.parse(shownFrom) <= now.getTime() && now.getTime() < Date.parse(until))
    .sort((a, b) => rankOf(a) - rankOf(b) || Date.parse(b.shownFrom) - Date.parse(a.shownFrom) || a.id.localeCompare(b.id))

/** `references` name other messages as `sender,identifier,sent`. */
export type MessageHead = {
  sender: string
  identifier: string
  sent: string
  status: string
  scope: string
  type: string
  references: readonly string[]
}

// Compares milliseconds, because a time can be written in several ways.
const nameOf = (sender: string, identifier: string, sent: string) => `${sender},${identifier},${Date.parse(sent)}`
const referenceOf = (reference: string) => {
  const [sender = '', identifier = '', sent = ''] = reference.split(',')
  return nameOf(sender, identifier, sent)
}

/** Excludes tests, non-public messages, and messages that another one replaced or cancelled. */
export function messagesInForce<T extends MessageHead>(messages: readonly T[]): T[] {
  const meant = messages.filter(({ status, scope }) => status === 'Actual' && scope === 'Public')
  const replaced = new Set(
    meant.filter(({ type }) => type === 'Update' || type === 'Cancel').flatMap(({ references }) => references.map(referenceOf)),
  )
  const named = new Map(
    meant
      .filter(({ type }) => type === 'Alert' || type === 'Update')
      .map((message) => [nameOf(message.sender, message.identifier, message.sent), message]),
  )
  return [...named].flatMap(([name, message]) => (replaced.has(name) ? [] : [message]))
}

const HTML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export function plainText(words: string, max: number): string {
  const plain = words
    .slice(0, max * 20)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => HTML_ENTITIES[name] ?? '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .toWellFormed()
    .trim()
  const characters = [...plain]
  return characters.length <= max ? plain : `${characters.slice(0, max - 1).join('')}…`
}

export function safeLink(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed?.protocol === 'https:' && !parsed.username && !parsed.password && url.length <= 1000 ? parsed.href : null
}
