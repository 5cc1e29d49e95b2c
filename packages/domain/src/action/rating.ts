import * as z from 'zod/mini'

export const Rating = z.enum(['Unrated', 'Low', 'Medium', 'High', 'Extreme'])
export type Rating = z.infer<typeof Rating>

/** A10: Actions without a rating come first. */
export const ratingPriority = (rating: Rating | null | undefined): number =>
  rating ? { Unrated: 1, Extreme: 2, High: 3, Medium: 4, Low: 5 }[rating] : 0

const WORST_FIRST: readonly Rating[] = ['Extreme', 'High', 'Unrated', 'Medium', 'Low']

type Ranked = { rating: Rating; createdAt: string; recordedAt: string }

/** Unsent Actions have only the device's time. */
const dateOf = ({ createdAt, recordedAt }: Ranked) => createdAt || recordedAt

/** A25: an unrated Action may turn out to be worse than Medium. */
export function compareWorstFirst(a: Ranked, b: Ranked): number {
  const byRating = WORST_FIRST.indexOf(a.rating) - WORST_FIRST.indexOf(b.rating)
  return byRating || (dateOf(a) < dateOf(b) ? -1 : 1)
}
