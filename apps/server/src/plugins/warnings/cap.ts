/** Common Alerting Protocol 1.2 (OASIS). A message contains a warning in one or more languages and for one or more hazards. */
import type { MessageHead } from '@trailwarden/domain'
import { type FeedWarning, feedWarning, readTime, severityOf } from './feed-warning.ts'
import { circleOf, polygonOf } from './shapes.ts'
import { childrenOf, textOf, type XmlElement, XmlRefused } from './xml-tree.ts'

export type CapMessage = MessageHead & { warnings: FeedWarning[] }

const NAMESPACE = /^urn:oasis:names:tc:emergency:cap:1\.[12]$/

export const isCapMessage = ({ name, namespace }: XmlElement): boolean => name === 'alert' && NAMESPACE.test(namespace)

/** The protocol's default language. */
const UNNAMED_LANGUAGE = 'en-US'

/** Prefers the wanted language, then its main language (en for en-AU), then the language of the first part. */
function inLanguage(infos: readonly XmlElement[], wanted: string): readonly XmlElement[] {
  const languageOf = (info: XmlElement) => (textOf(info, 'language') || UNNAMED_LANGUAGE).toLowerCase()
  const main = (language: string) => language.toLowerCase().split('-')[0]
  const [first] = infos
  if (!first) return []
  const exact = infos.filter((info) => languageOf(info) === wanted.toLowerCase())
  if (exact.length > 0) return exact
  const like = infos.find((info) => main(languageOf(info)) === main(wanted)) ?? first
  return infos.filter((info) => languageOf(info) === languageOf(like))
}

function warningOf(info: XmlElement, id: string, sentAt: string): FeedWarning | null {
  // Past urgency means that people no longer need to act.
  if (textOf(info, 'urgency') === 'Past') return null
  const areas = childrenOf(info, 'area')
  const names = areas.map((area) => textOf(area, 'areaDesc'))
  const expires = textOf(info, 'expires')
  const endsAt = readTime(expires)
  // An end time that can't be read is ignored: the warning is shown as long as its source lists it.
  return feedWarning({
    id,
    title: textOf(info, 'headline') || textOf(info, 'event'),
    text: [textOf(info, 'description'), textOf(info, 'instruction')].filter(Boolean).join(' '),
    area: names.filter(Boolean).join('; '),
    severity: severityOf(textOf(info, 'severity')),
    link: textOf(info, 'web'),
    shownFrom: readTime(textOf(info, 'effective')) ?? sentAt,
    startsAt: readTime(textOf(info, 'onset')),
    endsAt,
    areas: areas.flatMap((area) => [
      ...childrenOf(area, 'polygon').flatMap(({ text }) => polygonOf(text)),
      ...childrenOf(area, 'circle').flatMap(({ text }) => circleOf(text)),
    ]),
    areaNames: [...names, ...areas.flatMap((area) => childrenOf(area, 'geocode').map((code) => textOf(code, 'value')))].filter(Boolean),
  })
}

export function readCap(alert: XmlElement, language: string): CapMessage {
  const [sender, identifier, sent] = ['sender', 'identifier', 'sent'].map((name) => textOf(alert, name).slice(0, 300))
  const sentAt = readTime(sent ?? '')
  if (!sender || !identifier || !sent || !sentAt)
    throw new XmlRefused('a CAP message needs sender, identifier and sent, with its time zone')
  return {
    sender,
    identifier,
    sent,
    status: textOf(alert, 'status'),
    scope: textOf(alert, 'scope'),
    type: textOf(alert, 'msgType'),
    references: textOf(alert, 'references').split(/\s+/).filter(Boolean).slice(0, 500),
    warnings: inLanguage(childrenOf(alert, 'info'), language).flatMap((info, i) => warningOf(info, `${identifier} ${i}`, sentAt) ?? []),
  }
}
