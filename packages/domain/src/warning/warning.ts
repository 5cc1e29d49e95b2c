/**
 * Warnings by others (fire danger, weather, closed roads), as this app shows them: which messages count, which concern us, for how long,
 * and in which order. A warning never changes a trail's status: that is for the people who look after the trails.
 */
import * as z from 'zod/mini'

/** As the Common Alerting Protocol names them, the worst first. */
export const SEVERITIES = ['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown'] as const
export type WarningSeverity = (typeof SEVERITIES)[number]

const Time = z.string()

export const Warning = z.object({
  id: z.string(),
  /** Who warns: the title of the feed in `site.json`. */
  source: z.string(),
  title: z.string(),
  text: z.string(),
  /** The source's own words for where it holds. */
  area: z.string(),
  severity: z.enum(SEVERITIES),
  /** Networks that it touches. */
  networks: z.array(z.string()),
  link: z.nullable(z.string()),
  /** When it is shown; `startsAt` is when what it warns of begins, if the source says, and `endsAt` its own end. */
  shownFrom: Time,
  shownUntil: Time,
  startsAt: z.nullable(Time),
  endsAt: z.nullable(Time),
  /** When the source last said so. */
  asOf: Time,
  /** The source could not be asked since then. */
  isUnchecked: z.boolean(),
})
export type Warning = z.infer<typeof Warning>

export const PublicWarnings = z.object({ asOf: Time, warnings: z.array(Warning) })
export type PublicWarnings = z.infer<typeof PublicWarnings>

/** A warning of which its source does not say when it ends is shown for so long after the source last named it. */
const WITHOUT_END_MS = 24 * 3_600_000

export const shownUntil = (endsAt: string | null, asOf: string): string =>
  endsAt ?? new Date(Date.parse(asOf) + WITHOUT_END_MS).toISOString()

const rankOf = ({ severity }: Pick<Warning, 'severity'>) => SEVERITIES.indexOf(severity)

/** Those to be shown at a time: the worst first, and of these the latest. */
export const warningsAt = (warnings: readonly Warning[], now: Date): Warning[] =>
  warnings
    .filter(({ shownFrom, shownUntil: until }) => Date.parse(shownFrom) <= now.getTime() && now.getTime() < Date.parse(until))
    .sort((a, b) => rankOf(a) - rankOf(b) || Date.parse(b.shownFrom) - Date.parse(a.shownFrom) || a.id.localeCompare(b.id))

/** What the protocol says of a message as a whole. `references` name others as `sender,identifier,sent`. */
export type MessageHead = {
  sender: string
  identifier: string
  sent: string
  status: string
  scope: string
  type: string
  references: readonly string[]
}

// Times of the same moment are written in more than one way.
const nameOf = (sender: string, identifier: string, sent: string) => `${sender},${identifier},${Date.parse(sent)}`
const referenceOf = (reference: string) => {
  const [sender = '', identifier = '', sent = ''] = reference.split(',')
  return nameOf(sender, identifier, sent)
}

/** The messages that hold, of all that a source has: meant, public, and not replaced or called off by another, in whatever order they stand. */
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

/** Words of others as plain text in one line: no tags, no control characters, none that turn the direction of reading, no more than `max`. */
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

/** A link of others, or null where it is not one that people can open safely. */
export function safeLink(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed?.protocol === 'https:' && !parsed.username && !parsed.password && url.length <= 1000 ? parsed.href : null
}
