import { messagesInForce, touchesBounds } from '@trailwarden/domain'
import type { Network } from '@trailwarden/site'
import type { WarningFeed } from '@trailwarden/site/files'
import type { StoredMessage, StoredWarning } from '#db/schema/column-types.ts'
import type { Outbound } from '#http/outbound.ts'
import { type CapMessage, isCapMessage, readCap } from './cap.ts'
import type { FeedWarning } from './feed-warning.ts'
import { type LinkedMessage, readFeed } from './read-feed.ts'
import { readXml, XmlRefused } from './xml-tree.ts'

type Known = { etag: string | null; lastModified: string | null; messages: Readonly<Record<string, StoredMessage>> }

/** `failure` is set if part of the feed couldn't be read. That part retains its previous warnings and is read again later. */
type FeedCheck =
  | { isSame: true }
  | {
      isSame: false
      etag: string | null
      lastModified: string | null
      messages: Record<string, StoredMessage>
      warnings: StoredWarning[]
      failure: string | null
    }

type CheckDependencies = { feed: WarningFeed; networks: readonly Network[]; outbound: Outbound; signal: AbortSignal }

const MAX_BYTES = 2 * 1024 * 1024
const MAX_MESSAGE_BYTES = 512 * 1024
const TIMEOUT_MS = 20_000
const AT_ONCE = 4
/** A feed with more links is read over several checks. */
const MAX_FETCHED = 100
const MAX_LINKED = 1000
const MAX_WARNINGS = 200

const ACCEPT = 'application/cap+xml, application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.8'

export async function checkFeed({ feed, networks, outbound, signal }: CheckDependencies, known: Known): Promise<FeedCheck> {
  const { etag, lastModified } = known
  const names = new Set(feed.areas.map((name) => name.toLowerCase()))

  /** A warning without a shape affects all networks if the site lists its area. */
  function found({ areas, areaNames, ...warning }: FeedWarning): StoredWarning[] {
    const isNamed = areas.length === 0 && areaNames.some((name) => names.has(name))
    const touched = networks.filter(({ bounds }) => isNamed || areas.some((area) => touchesBounds(area, bounds, feed.withinKm)))
    return touched.length > 0 ? [{ ...warning, link: warning.link ?? feed.link ?? null, networks: touched.map(({ id }) => id) }] : []
  }
  const read = ({ warnings, ...head }: CapMessage, version = ''): StoredMessage => ({ ...head, version, warnings: warnings.flatMap(found) })

  async function fetchMessage({ url, version }: LinkedMessage): Promise<StoredMessage> {
    const request = { headers: { accept: ACCEPT }, timeoutMs: TIMEOUT_MS, maxBytes: MAX_MESSAGE_BYTES, maxRedirects: 2, signal }
    const reply = await outbound(url, request)
    if (reply.status !== 200) throw new XmlRefused(`a linked message returned status ${reply.status}`)
    const root = await readXml(reply.body, reply.headers['content-type'])
    if (!isCapMessage(root)) throw new XmlRefused('a linked document is not a CAP message')
    return read(readCap(root, feed.language), version)
  }

  const isOurs = ({ areas }: LinkedMessage) =>
    areas.length === 0 || names.size > 0 || networks.some(({ bounds }) => areas.some((area) => touchesBounds(area, bounds, feed.withinKm)))

  /** Only reads messages on the feed's own host. Reuses messages whose version hasn't changed, and fetches the others. */
  async function readLinked(linked: readonly LinkedMessage[]) {
    const { host } = new URL(feed.url)
    const wanted = linked.filter((one) => new URL(one.url).host === host && isOurs(one)).slice(0, MAX_LINKED)
    const messages: Record<string, StoredMessage> = {}
    const waiting: LinkedMessage[] = []
    for (const one of wanted) {
      const before = known.messages[one.url]
      if (before) messages[one.url] = before
      if (before?.version !== one.version || !before) waiting.push(one)
    }
    let failures = Math.max(0, waiting.length - MAX_FETCHED)
    for (let first = 0; first < Math.min(waiting.length, MAX_FETCHED); first += AT_ONCE) {
      signal.throwIfAborted()
      await Promise.all(
        waiting.slice(first, Math.min(first + AT_ONCE, MAX_FETCHED)).map(async (one) => {
          try {
            messages[one.url] = await fetchMessage(one)
          } catch {
            failures += 1
          }
        }),
      )
    }
    return { messages, failure: failures > 0 ? `${failures} of ${wanted.length} messages could not be read yet` : null }
  }

  const reply = await outbound(feed.url, {
    headers: {
      accept: ACCEPT,
      'accept-encoding': 'gzip',
      ...(etag && { 'if-none-match': etag }),
      ...(lastModified && { 'if-modified-since': lastModified }),
    },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    maxRedirects: 3,
    signal,
  })
  if (reply.status === 304) return { isSame: true }
  if (reply.status !== 200) throw new XmlRefused(`the server returned status ${reply.status}`)
  const content = readFeed(await readXml(reply.body, reply.headers['content-type']), feed.url, feed.language)
  const { messages, failure } = await readLinked(content.linked)
  const inForce = messagesInForce([...content.messages.map((message) => read(message)), ...Object.values(messages)])
  const warnings = [...inForce.flatMap((message) => message.warnings), ...content.warnings.flatMap(found)]
  const unique = [...new Map(warnings.map((warning) => [warning.id, warning])).values()].slice(0, MAX_WARNINGS)
  const short = (value: string | undefined, max: number) => (value && value.length <= max && !failure ? value : null)
  return {
    isSame: false,
    etag: short(reply.headers.etag, 1000),
    lastModified: short(reply.headers['last-modified'], 100),
    messages,
    warnings: unique,
    failure,
  }
}
