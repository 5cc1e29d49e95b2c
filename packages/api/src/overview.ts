/** The overview for managers, calculated by the server: what needs attention and how work is progressing. */
import { Rating } from '@trailwarden/domain'
import * as z from 'zod/mini'

const Count = z.int().check(z.nonnegative())
const Time = z.iso.datetime()

/** Lower limits of the age groups of open Actions. The last group has no upper limit. */
export const AGE_FROM_DAYS = [0, 7, 28, 91] as const

const ActionFigures = z.object({
  /** All unresolved Actions. */
  open: Count,
  overdue: Count,
  unrated: z.object({ count: Count, oldestAt: z.nullable(Time) }),
  /** Actions rated Extreme or High. */
  urgent: z.object({
    extreme: Count,
    high: Count,
    overdue: Count,
    /** The number of unassigned Actions, and the oldest of them. */
    nobodyHas: z.object({ count: Count, oldest: z.nullable(z.object({ id: z.uuid(), number: z.string() })) }),
  }),
  networks: z.array(z.object({ id: z.string(), ratings: z.record(Rating, Count) })),
  /** Number of open Actions in each age group of `AGE_FROM_DAYS`. */
  ages: z.array(Count),
  oldest: z.nullable(z.object({ id: z.uuid(), number: z.string(), description: z.string(), createdAt: Time })),
  /** Median time to fix over the last 12 months, in hours. Below two days it is rounded to whole hours, and above to whole days. */
  timeToFix: z.array(z.object({ rating: Rating, fixed: Count, medianHours: z.nullable(z.number()) })),
  /** The last 12 whole weeks in the site's time zone, earliest first. `from` is a Monday. */
  weeks: z.array(z.object({ from: z.iso.date(), opened: Count, closed: Count })),
  /** Trails with open Actions. */
  trails: z.array(z.object({ trail: z.string(), open: Count, worst: Rating })),
})
export type ActionFigures = z.infer<typeof ActionFigures>

/** If the server couldn't calculate one of these parts, that part is null, and the others are still complete. */
export const Overview = z.object({
  asOf: Time,
  reports: z.nullable(z.object({ waiting: Count, oldestAt: z.nullable(Time) })),
  actions: z.nullable(ActionFigures),
  /** Networks whose status is past the age limit or was never published. */
  outdated: z.nullable(z.array(z.object({ id: z.string(), postedAt: z.nullable(Time) }))),
  /** The number of emails that the mail server didn't accept. */
  emails: z.nullable(z.object({ undelivered: Count, since: z.nullable(Time) })),
  backup: z.nullable(z.object({ succeededAt: z.nullable(Time), testedAt: z.nullable(Time), isLate: z.boolean() })),
})
export type Overview = z.infer<typeof Overview>
