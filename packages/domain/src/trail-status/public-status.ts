/** Part of the first download of the home page, so code that is needed only for updates, trails or closures is in other files. */
import * as z from 'zod/mini'

/** Managers can't set "Unknown". The public sees "Unknown" if no status was set. */
export const TrailStatus = z.enum(['Open', 'Partially Open', 'Closed'])
export type TrailStatus = z.infer<typeof TrailStatus>

/** The status of a network from the time when a planned closure begins. */
export const StatusStep = z.object({ at: z.iso.datetime(), status: TrailStatus, exceptions: z.optional(z.string()) })
export type StatusStep = z.infer<typeof StatusStep>

/** `asOf` is the time when the server created the answer, so that a copy in a proxy or on a device can show its age. */
export const PublicStatus = z.looseObject({
  asOf: z.iso.datetime(),
  postedAt: z.nullable(z.iso.datetime()),
  /** Within an epoch, the answer with the higher number is the later one, whatever the times are (T10). 0 before the first update. */
  orderNumber: z.optional(z.int()),
  /** Numbers of different epochs can't be compared, because the server was restored in between. */
  epoch: z.optional(z.string()),
  /** Parsed by `readNotices` only where notices are shown, so that the first visit doesn't download the parser. */
  notices: z.optional(z.array(z.unknown())),
  networks: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      status: z.nullable(TrailStatus),
      message: z.string(),
      postedAt: z.nullable(z.iso.datetime()),
      /** For example "Icarus closed.". Shown between the status and the message (T26). */
      exceptions: z.optional(z.string()),
      /** The next closure first. `trail` is null if the whole network will close. */
      upcoming: z.optional(
        z.array(
          z.object({
            trail: z.nullable(z.string()),
            isPart: z.boolean(),
            isLimited: z.optional(z.boolean()),
            startsAt: z.iso.datetime(),
            endsAt: z.nullable(z.iso.datetime()),
            message: z.string(),
          }),
        ),
      ),
      /** Status changes planned after `asOf`, in time order. A new update cancels them. */
      later: z.optional(z.array(StatusStep)),
    }),
  ),
})
export type PublicStatus = z.infer<typeof PublicStatus>
export type PublicNetworkStatus = Pick<
  PublicStatus['networks'][number],
  'id' | 'name' | 'status' | 'message' | 'postedAt' | 'exceptions' | 'upcoming' | 'later'
>

type Stepped<S> = { status: S; exceptions?: string | undefined; later?: StatusStep[] | undefined }

/** Planned closures take effect on time, even on an offline device (T15). */
export const networkNow = <S extends TrailStatus | null>({ status, exceptions = '', later }: Stepped<S>, now: Date) =>
  later?.findLast(({ at }) => Date.parse(at) <= now.getTime()) ?? { status, exceptions }

export const statusAt = <S extends TrailStatus | null>(network: Stepped<S>, now: Date) => networkNow(network, now).status

/** Screens show "not confirmed since" for a status older than the site's limit (T6). */
export function isUnconfirmed(postedAt: string | null, ageLimitHours: number, now: Date): boolean {
  return postedAt !== null && now.getTime() - Date.parse(postedAt) > ageLimitHours * 3_600_000
}
