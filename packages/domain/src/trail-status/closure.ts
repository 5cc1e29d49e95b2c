/** What is said of single trails: a status of their own, and closures of a network, a trail or a part of one, now or planned. */
import * as z from 'zod/mini'
import { text } from '../text.ts'
import { TrailStatus } from './public-status.ts'

export const TRAIL_MESSAGE_MAX_LENGTH = 280
export const WAY_AROUND_MAX_LENGTH = 80
/** More than the largest network has trails; a bound on what one update can hold. */
export const MOST_CLOSURES = 300

/** A status of a trail's own. Without one it follows its network (T12). */
export const TrailWord = z.object({ status: TrailStatus, message: text(TRAIL_MESSAGE_MAX_LENGTH) })
export type TrailWord = z.infer<typeof TrailWord>

const Post = z.nullable(text(40).check(z.minLength(1)))
/** Between two posts, by their codes in riding order; null is the start or the finish of the trail. */
export const Section = z.object({ from: Post, to: Post })
export type Section = z.infer<typeof Section>

export const ClosureLevel = z.enum(['Closed', 'Limited'])
export type ClosureLevel = z.infer<typeof ClosureLevel>

export const Closure = z.object({
  id: z.uuid(),
  networkId: z.string(),
  /** Null: the whole network. */
  trailId: z.nullable(z.string()),
  /** Null: all of the trail. */
  section: z.nullable(Section),
  /** Limited: open with care, of a section only. */
  level: ClosureLevel,
  message: text(TRAIL_MESSAGE_MAX_LENGTH),
  wayAround: text(WAY_AROUND_MAX_LENGTH),
  /** Null from its author: at once, by the server's clock and not by the author's, which may be wrong. */
  startsAt: z.nullable(z.iso.datetime()),
  /** Reaching it reopens nothing: somebody has to look first (T16). */
  endsAt: z.nullable(z.iso.datetime()),
  /** The day on which it will likely reopen. */
  reopens: z.nullable(z.iso.date()),
})
export type Closure = z.infer<typeof Closure>

export const TrailWords = z.record(z.string(), TrailWord)
export const Closures = z.array(Closure).check(z.maxLength(MOST_CLOSURES))

export const hasBegun = ({ startsAt }: Pick<Closure, 'startsAt'>, now: Date) => startsAt === null || Date.parse(startsAt) <= now.getTime()

export const isPastEnd = ({ endsAt }: Pick<Closure, 'endsAt'>, now: Date) => endsAt !== null && Date.parse(endsAt) <= now.getTime()

/** A status after the closures that are in force. Limited parts leave the word as it is: the trail can be ridden. */
export function statusUnder(status: TrailStatus, closures: readonly Pick<Closure, 'level' | 'section'>[]): TrailStatus {
  const closed = closures.filter(({ level }) => level === 'Closed')
  if (status === 'Closed' || closed.some(({ section }) => section === null)) return 'Closed'
  return closed.length > 0 ? 'Partially Open' : status
}
