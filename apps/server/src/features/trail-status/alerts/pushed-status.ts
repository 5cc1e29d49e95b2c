/** A push contains as much trail status as fits. The device stores the status before it shows the message. */
import type { PushedNews } from '@trailwarden/api'
import {
  type Closure,
  hasBegun,
  type PublicStatus,
  type TrailStatus,
  type TrailStatuses,
  trailAt,
  trailStatusesOf,
} from '@trailwarden/domain'

/**
 * A push service accepts 4096 bytes. Encryption uses 103 of them: 86 for a header, 16 for a tag and 1 for the end mark (RFC 8188, RFC
 * 8291).
 */
export const PUSH_MAX_BYTES = 4096 - 103

type Network = PublicStatus['networks'][number] & Partial<Pick<TrailStatuses['networks'][number], 'base'>>

function withoutTexts(status: PublicStatus): PublicStatus {
  const { trails = {}, closures = [] } = trailStatusesOf(status) ?? {}
  const words = Object.entries(trails).flatMap(([id, { word }]) => (word ? [[id, wordOf(word.status)] as const] : []))
  return {
    ...withoutTrails(status),
    trails: Object.fromEntries(words),
    closures: closures.map((closure) => ({ ...closure, message: '', wayAround: '' })),
  }
}

const wordOf = (status: TrailStatus) => ({ word: { status, message: '' }, changedAt: null })

/** A status for each trail needs a third of the bytes of the closures. */
function withoutSections(status: PublicStatus): PublicStatus {
  const short = withoutTexts(status)
  const { trails = {}, closures = [] } = trailStatusesOf(short) ?? {}
  const isWord = (closure: Closure) => closure.trailId !== null && hasBegun(closure, new Date(status.asOf))
  const words = closures.flatMap((closure) => {
    if (!isWord(closure) || closure.trailId === null) return []
    return [
      [
        closure.trailId,
        wordOf(trailAt(status, { id: closure.trailId, networkId: closure.networkId }, new Date(status.asOf)).status ?? 'Closed'),
      ] as const,
    ]
  })
  return { ...short, trails: { ...trails, ...Object.fromEntries(words) }, closures: closures.filter((closure) => !isWord(closure)) }
}

/** `trails` is null, so devices show every trail as unknown until they've received the complete status. */
const withoutTrails = ({ asOf, postedAt, orderNumber, epoch, networks }: PublicStatus): PublicStatus => ({
  asOf,
  postedAt,
  orderNumber,
  epoch,
  networks: networks.map(({ id, name, status, postedAt: since, later, base }: Network) => ({
    id,
    name,
    status,
    message: '',
    postedAt: since,
    ...(later && { later: later.map((step) => ({ at: step.at, status: step.status })) }),
    ...(base && { base }),
  })),
  trails: null,
  isShortened: true,
})

/** Uses the first form that fits: complete, without texts, without sections, or only the networks. */
export function withStatus(news: PushedNews, { notices: _, ...status }: PublicStatus): PushedNews {
  const fits = (one: PushedNews) => Buffer.byteLength(JSON.stringify(one)) <= PUSH_MAX_BYTES
  return (
    [status, withoutTexts(status), withoutSections(status), withoutTrails(status)].map((one) => ({ ...news, status: one })).find(fits) ??
    news
  )
}
