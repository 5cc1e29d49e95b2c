import * as z from 'zod/mini'
import { text } from '../text.ts'
import { TrailStatus } from './public-status.ts'

export const TRAIL_MESSAGE_MAX_LENGTH = 280
export const WAY_AROUND_MAX_LENGTH = 80
/** Limits the size of an update. The largest network has fewer trails. */
export const MOST_CLOSURES = 300

/** A trail without its own status follows its network (T12). */
export const TrailWord = z.object({ status: TrailStatus, message: text(TRAIL_MESSAGE_MAX_LENGTH) })
export type TrailWord = z.infer<typeof TrailWord>

const Post = z.nullable(text(40).check(z.minLength(1)))
/** Identified by the codes of two posts in riding order. Null means the start or finish of the trail. */
export const Section = z.object({ from: Post, to: Post })
export type Section = z.infer<typeof Section>

export const ClosureLevel = z.enum(['Closed', 'Limited'])
export type ClosureLevel = z.infer<typeof ClosureLevel>

export const Closure = z.object({
  id: z.uuid(),
  networkId: z.string(),
  /** Null if the whole network is closed. */
  trailId: z.nullable(z.string()),
  /** Null unless only a section is affected. */
  section: z.nullable(Section),
  /** Limited means open with care. Only sections can be limited. */
  level: ClosureLevel,
  message: text(TRAIL_MESSAGE_MAX_LENGTH),
  wayAround: text(WAY_AROUND_MAX_LENGTH),
  /** Null for a closure that begins immediately. The server then sets its own time, because the author's clock may be wrong. */
  startsAt: z.nullable(z.iso.datetime()),
  /** The closure doesn't end automatically at this time, because someone must check first (T16). */
  endsAt: z.nullable(z.iso.datetime()),
  /** The day when the network, trail or section is likely to reopen. */
  reopens: z.nullable(z.iso.date()),
})
export type Closure = z.infer<typeof Closure>

export const TrailWords = z.record(z.string(), TrailWord)
export const Closures = z.array(Closure).check(z.maxLength(MOST_CLOSURES))

export const hasBegun = ({ startsAt }: Pick<Closure, 'startsAt'>, now: Date) => startsAt === null || Date.parse(startsAt) <= now.getTime()

export const isPastEnd = ({ endsAt }: Pick<Closure, 'endsAt'>, now: Date) => endsAt !== null && Date.parse(endsAt) <= now.getTime()

const RESTRICTION: Record<TrailStatus, number> = { Open: 0, 'Partially Open': 1, Closed: 2 }

export const moreRestrictive = (a: TrailStatus, b: TrailStatus): TrailStatus => (RESTRICTION[b] > RESTRICTION[a] ? b : a)

/** A trail that is closed or limited in part is Partially Open at best (T14). */
export function statusUnder(status: TrailStatus, closures: readonly Pick<Closure, 'level' | 'section'>[]): TrailStatus {
  if (closures.some(({ level, section }) => level === 'Closed' && section === null)) return 'Closed'
  return closures.length > 0 ? moreRestrictive(status, 'Partially Open') : status
}
