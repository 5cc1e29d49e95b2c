/**
 * A single CAP message, or Atom or RSS. Their entries contain CAP messages, link to them, or have locations in GeoRSS. The document shows
 * its format.
 */
import type { WarningArea } from '@trailwarden/domain'
import { type CapMessage, isCapMessage, readCap } from './cap.ts'
import { type FeedWarning, feedWarning, readTime, severityOf } from './feed-warning.ts'
import { shapesOf } from './shapes.ts'
import { childrenOf, findElement, textOf, type XmlElement, XmlRefused } from './xml-tree.ts'

/** `version` changes whenever the message changes. `areas` is set if the entry itself contains the location. */
export type LinkedMessage = { url: string; version: string; areas: WarningArea[] }

export type FeedContent = { messages: CapMessage[]; linked: LinkedMessage[]; warnings: FeedWarning[]; skipped: number }

const CAP_TYPES = ['application/cap+xml', 'application/common-alerting-protocol+xml']

const linksOf = (entry: XmlElement): { href: string; type: string; rel: string }[] => [
  ...childrenOf(entry, 'link').map(({ attributes: { href = '', type = '', rel = 'alternate' }, text }) => ({
    href: href || text.trim(),
    type,
    rel,
  })),
  ...childrenOf(entry, 'enclosure').map(({ attributes: { url = '', type = '' } }) => ({ href: url, type, rel: 'enclosure' })),
]

function capLinkOf(entry: XmlElement, base: string): string | null {
  const links = linksOf(entry)
  const link =
    links.find(({ type }) => CAP_TYPES.includes(type.toLowerCase().split(';')[0] ?? '')) ??
    links.find(({ href }) => /\.(cap|cap\.xml)$/i.test(href))
  return link && URL.canParse(link.href, base) ? new URL(link.href, base).href : null
}

function entryWarning(entry: XmlElement): FeedWarning | null {
  const at = ['updated', 'pubDate', 'published', 'date'].map((name) => readTime(textOf(entry, name))).find((time) => time !== null)
  const link = linksOf(entry).find(({ rel, href }) => rel === 'alternate' && href !== '')?.href ?? ''
  const areas = shapesOf(entry)
  if (areas.length === 0 || !at) return null
  return feedWarning({
    id: textOf(entry, 'id') || textOf(entry, 'guid') || link || textOf(entry, 'title'),
    title: textOf(entry, 'title'),
    text: textOf(entry, 'summary') || textOf(entry, 'description') || textOf(entry, 'content'),
    area: textOf(entry, 'areaDesc'),
    severity: severityOf(textOf(entry, 'severity')),
    link,
    shownFrom: readTime(textOf(entry, 'effective')) ?? at,
    startsAt: readTime(textOf(entry, 'onset')),
    endsAt: readTime(textOf(entry, 'expires')),
    areas,
    areaNames: [textOf(entry, 'areaDesc')].filter(Boolean),
  })
}

const entriesOf = (root: XmlElement): XmlElement[] => {
  if (root.name === 'feed') return childrenOf(root, 'entry')
  if (root.name === 'rss') return childrenOf(root, 'channel').flatMap((channel) => childrenOf(channel, 'item'))
  if (root.name === 'RDF') return childrenOf(root, 'item')
  throw new XmlRefused(`a document of <${root.name.slice(0, 40)}> is not CAP, Atom or RSS`)
}

/** `base` is the document's address. Entries that can't be read are counted and skipped. */
export function readFeed(root: XmlElement, base: string, language: string): FeedContent {
  const content: FeedContent = { messages: [], linked: [], warnings: [], skipped: 0 }
  if (isCapMessage(root)) {
    content.messages.push(readCap(root, language))
    return content
  }
  for (const entry of entriesOf(root)) {
    const inside = findElement(entry, 'alert')
    const capLink = inside ? null : capLinkOf(entry, base)
    if (inside && isCapMessage(inside)) {
      try {
        content.messages.push(readCap(inside, language))
      } catch {
        content.skipped += 1
      }
    } else if (capLink) {
      const version = textOf(entry, 'updated') || textOf(entry, 'pubDate') || textOf(entry, 'id') || textOf(entry, 'guid')
      content.linked.push({ url: capLink, version: version.slice(0, 200), areas: shapesOf(entry) })
    } else {
      const warning = entryWarning(entry)
      if (warning) content.warnings.push(warning)
      else content.skipped += 1
    }
  }
  return content
}
