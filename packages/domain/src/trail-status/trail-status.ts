import * as z from 'zod/mini'
import { accept, type Decision, refuse } from '../decision.ts'
import { type Actor, isManager } from '../person/person.ts'

/** What a manager says of a network. There is no "unknown" to post: unknown is what the public reads when nobody has said anything. */
export const TrailStatus = z.enum(['Open', 'Partially Open', 'Closed'])
export type TrailStatus = z.infer<typeof TrailStatus>

export const MESSAGE_MAX_LENGTH = 500

export const NetworkStatus = z.object({
  status: TrailStatus,
  message: z.string().check(z.trim(), z.maxLength(MESSAGE_MAX_LENGTH)),
})
export type NetworkStatus = z.infer<typeof NetworkStatus>

/** What a manager sends: every network of the site, by its id from `site.json`. */
export const TrailUpdateFields = z.object({
  networks: z.record(z.string(), NetworkStatus),
  /** The update that was the latest to the author, null when they saw none. Programs that never looked leave it out. */
  basedOn: z.optional(z.nullable(z.uuid())),
})

/** One post of trail status, as stored. Updates are only ever added, so the log can be trusted afterwards. */
export type TrailUpdate = {
  networks: Record<string, NetworkStatus>
  id: string
  createdAt: Date
  createdBy: string
  createdByName: string
  /** Which of two updates is the later one (T10); 0 for those brought over from an older log. */
  orderNumber: number
  /** How many people get it by email; null where nobody counted. */
  emailed: number | null
}
export type NewTrailUpdate = Omit<TrailUpdate, 'orderNumber' | 'emailed'>

/** Oldest first: by the number that the server gave, never by a clock (T10). Times only order what has no number, or 0. */
export function compareUpdates(a: Pick<TrailUpdate, 'id' | 'orderNumber'> & { createdAt: string }, b: typeof a): number {
  const text = ({ createdAt, id }: typeof a) => `${createdAt} ${id}`
  return a.orderNumber - b.orderNumber || (text(a) < text(b) ? -1 : 1)
}

export type PostingContext = {
  /** The site's networks; the caller reads them from `site.json`. */
  networkIds: readonly string[]
  /** True when another update was posted since the one that the author knew as the latest. */
  isSuperseded?: boolean
}

/** Rules of posting trail status (RULES.md, T1-T4, T7). */
export function decideTrailUpdate(
  current: NewTrailUpdate | null,
  id: string,
  input: unknown,
  actor: Actor,
  { networkIds, isSuperseded = false }: PostingContext,
  now: Date,
): Decision<NewTrailUpdate> {
  if (!isManager(actor)) return refuse('not-allowed', 'trail status is posted by managers')
  if (current) return refuse('not-allowed', 'an update is never changed; post a new one')
  const fields = TrailUpdateFields.safeParse(input)
  if (!fields.success) return refuse('not-valid', z.prettifyError(fields.error))
  const given = Object.keys(fields.data.networks)
  const missing = networkIds.filter((network) => !given.includes(network))
  if (missing.length > 0) return refuse('not-valid', `no status for ${missing.join(', ')}`)
  const unknown = given.filter((network) => !networkIds.includes(network))
  if (unknown.length > 0) return refuse('not-valid', `no such network: ${unknown.join(', ')}`)
  // An "Open" that waited for signal must not undo the "Closed" that someone posted meanwhile.
  if (isSuperseded) return refuse('superseded', 'another update was posted meanwhile; look at it and send again')
  return accept({ networks: fields.data.networks, id, createdAt: now, createdBy: actor.id, createdByName: actor.name })
}

/** The public answer: what anyone may read. `asOf` is when the server last looked, so that a copy kept by a proxy or a phone can tell its age. */
export const PublicStatus = z.object({
  asOf: z.iso.datetime(),
  postedAt: z.nullable(z.iso.datetime()),
  /** Of two answers of one epoch the one with the higher number is the later, whatever their times say (T10). 0: nothing was posted yet. */
  orderNumber: z.optional(z.int()),
  /** Numbers of different epochs cannot be compared: the server was restored in between. */
  epoch: z.optional(z.string()),
  networks: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.nullable(TrailStatus),
      message: z.string(),
      postedAt: z.nullable(z.iso.datetime()),
    }),
  ),
})
export type PublicStatus = z.infer<typeof PublicStatus>
export type PublicNetworkStatus = PublicStatus['networks'][number]

/** What the public reads from the latest update. A network that the update does not speak of is unknown, never Open (T5). */
export function publicStatusOf(
  latest: (Pick<TrailUpdate, 'networks' | 'createdAt'> & { orderNumber?: number | undefined }) | null,
  networks: readonly { id: string; name: string }[],
  now: Date,
  epoch?: string,
): PublicStatus {
  const postedAt = latest?.createdAt.toISOString() ?? null
  return {
    asOf: now.toISOString(),
    postedAt,
    orderNumber: latest ? latest.orderNumber : 0,
    epoch,
    networks: networks.map(({ id, name }) => {
      const posted = latest?.networks[id]
      return { id, name, status: posted?.status ?? null, message: posted?.message ?? '', postedAt: posted ? postedAt : null }
    }),
  }
}

/** Which networks an update says something new of: another status or another message than the update before it (T8). */
export function changedNetworks(update: Pick<TrailUpdate, 'networks'>, before: Pick<TrailUpdate, 'networks'> | null): string[] {
  return Object.entries(update.networks).flatMap(([id, { status, message }]) => {
    const was = before?.networks[id]
    return was?.status === status && was.message === message ? [] : [id]
  })
}

/** A status older than the site's limit is no longer something to rely on: screens then say "not confirmed since" (T6). */
export function isUnconfirmed(postedAt: string | null, ageLimitHours: number, now: Date): boolean {
  return postedAt !== null && now.getTime() - Date.parse(postedAt) > ageLimitHours * 3_600_000
}
