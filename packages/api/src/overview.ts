import { Rating } from '@trailwarden/domain'
import * as z from 'zod/mini'

const Count = z.int().check(z.nonnegative())
const Time = z.iso.datetime()

/** Lower limits of the age groups of open Actions. The last group has no upper limit. */
export const AGE_FROM_DAYS = [0, 7, 28, 91] as const

const ActionFigures = z.object({
  open: Count,
  overdue: Count,
  unrated: z.object({ count: Count, oldestAt: z.nullable(Time) }),
  urgent: z.object({
    extreme: Count,
    high: Count,
    overdue: Count,
    nobodyHas: z.object({ count: Count, oldest: z.nullable(z.object({ id: z.uuid(), number: z.string() })) }),
  }),
  networks: z.array(z.object({ id: z.string(), ratings: z.record(Rating, Count) })),
  ages: z.array(Count),
  oldest: z.nullable(z.object({ id: z.uuid(), number: z.string(), description: z.string(), createdAt: Time })),
  /** Median of the last 12 months, rounded to whole hours below two days and to whole days above. */
  timeToFix: z.array(z.object({ rating: Rating, fixed: Count, medianHours: z.nullable(z.number()) })),
  /** The last 12 whole weeks in the site's time zone, earliest first. `from` is a Monday. */
  weeks: z.array(z.object({ from: z.iso.date(), opened: Count, closed: Count })),
  trails: z.array(z.object({ trail: z.string(), open: Count, worst: Rating })),
})
export type ActionFigures = z.infer<typeof ActionFigures>

/** A part that the server couldn't calculate is null. All other parts are complete. */
export const Overview = z.object({
  asOf: Time,
  reports: z.nullable(z.object({ waiting: Count, oldestAt: z.nullable(Time) })),
  actions: z.nullable(ActionFigures),
  /** Networks whose status is older than the age limit or was never published. */
  outdated: z.nullable(z.array(z.object({ id: z.string(), postedAt: z.nullable(Time) }))),
  emails: z.nullable(z.object({ undelivered: Count, since: z.nullable(Time) })),
  backup: z.nullable(z.object({ succeededAt: z.nullable(Time), testedAt: z.nullable(Time), isLate: z.boolean() })),
})
export type Overview = z.infer<typeof Overview>
