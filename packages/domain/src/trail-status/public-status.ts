/**
 * Trail status as anyone reads it. Home's first download has this file: what only updates, trails and closures need is in the files
 * beside it.
 */
import * as z from 'zod/mini'

/** What a manager says of a network or a trail. There is no "unknown" to post: unknown is what the public reads when nobody has said anything. */
export const TrailStatus = z.enum(['Open', 'Partially Open', 'Closed'])
export type TrailStatus = z.infer<typeof TrailStatus>

/** The status from a time on, by a closure that is planned. */
export const StatusStep = z.object({ at: z.iso.datetime(), status: TrailStatus })
export type StatusStep = z.infer<typeof StatusStep>

/**
 * The public answer. `asOf` is when the server last looked, so that a copy kept by a proxy or a phone can tell its age. What it says of
 * trails is read by `trailStatusesOf`.
 */
export const PublicStatus = z.looseObject({
  asOf: z.iso.datetime(),
  postedAt: z.nullable(z.iso.datetime()),
  /** Of two answers of one epoch the one with the higher number is the later, whatever their times say (T10). 0: nothing was posted yet. */
  orderNumber: z.optional(z.int()),
  /** Numbers of different epochs cannot be compared: the server was restored in between. */
  epoch: z.optional(z.string()),
  /** Read by what shows them (`readNotices`), and so no weight of the first visit. */
  notices: z.optional(z.array(z.unknown())),
  networks: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      status: z.nullable(TrailStatus),
      message: z.string(),
      postedAt: z.nullable(z.iso.datetime()),
      /** What it will be after `asOf` unless something is posted before, in the order of time. */
      later: z.optional(z.array(StatusStep)),
    }),
  ),
})
export type PublicStatus = z.infer<typeof PublicStatus>
export type PublicNetworkStatus = Pick<PublicStatus['networks'][number], 'id' | 'name' | 'status' | 'message' | 'postedAt' | 'later'>

/** A planned closure begins at its minute, on a phone without signal too (T15). */
export const statusAt = <S extends TrailStatus | null>({ status, later }: { status: S; later?: StatusStep[] | undefined }, now: Date) =>
  later?.findLast(({ at }) => Date.parse(at) <= now.getTime())?.status ?? status

/** A status older than the site's limit is no longer something to rely on: screens then say "not confirmed since" (T6). */
export function isUnconfirmed(postedAt: string | null, ageLimitHours: number, now: Date): boolean {
  return postedAt !== null && now.getTime() - Date.parse(postedAt) > ageLimitHours * 3_600_000
}
