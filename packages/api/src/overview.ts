/** What managers see first in the morning: what needs a look, and how the work goes. Counted by the server. */
import { Rating } from '@trailwarden/domain'
import * as z from 'zod/mini'

const Count = z.int().check(z.nonnegative())
const Time = z.iso.datetime()

/** Ages of open Actions are counted from each of these days to the next; the last has no end. */
export const AGE_FROM_DAYS = [0, 7, 28, 91] as const

const ActionFigures = z.object({
  /** All that are unresolved. */
  open: Count,
  overdue: Count,
  unrated: z.object({ count: Count, oldestAt: z.nullable(Time) }),
  /** Extreme or High. */
  urgent: z.object({
    extreme: Count,
    high: Count,
    overdue: Count,
    /** Of those that nobody has, the one that has waited longest. */
    nobodyHas: z.object({ count: Count, oldest: z.nullable(z.object({ id: z.uuid(), number: z.string() })) }),
  }),
  networks: z.array(z.object({ id: z.string(), ratings: z.record(Rating, Count) })),
  /** By `AGE_FROM_DAYS`. */
  ages: z.array(Count),
  oldest: z.nullable(z.object({ id: z.uuid(), number: z.string(), description: z.string(), createdAt: Time })),
  /** Of the last 12 months: half of them were fixed within the median. In whole hours below two days, in whole days from there on. */
  timeToFix: z.array(z.object({ rating: Rating, fixed: Count, medianHours: z.nullable(z.number()) })),
  /** The last 12 whole weeks by the clock of the site, the earliest first. `from` is a Monday. */
  weeks: z.array(z.object({ from: z.iso.date(), opened: Count, closed: Count })),
  /** Those with open Actions. */
  trails: z.array(z.object({ trail: z.string(), open: Count, worst: Rating })),
})
export type ActionFigures = z.infer<typeof ActionFigures>

/** Null stands for what could not be counted: the rest is there all the same. */
export const Overview = z.object({
  asOf: Time,
  reports: z.nullable(z.object({ waiting: Count, oldestAt: z.nullable(Time) })),
  actions: z.nullable(ActionFigures),
  /** Networks whose status is past its limit, or was never posted. */
  outdated: z.nullable(z.array(z.object({ id: z.string(), postedAt: z.nullable(Time) }))),
  /** Tried and not taken by the mail server. */
  emails: z.nullable(z.object({ undelivered: Count, since: z.nullable(Time) })),
  backup: z.nullable(z.object({ succeededAt: z.nullable(Time), testedAt: z.nullable(Time), isLate: z.boolean() })),
})
export type Overview = z.infer<typeof Overview>
