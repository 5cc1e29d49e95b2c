import * as z from 'zod/mini'

export const Rating = z.enum(['Unrated', 'Low', 'Medium', 'High', 'Extreme'])
export type Rating = z.infer<typeof Rating>

/** A10: Actions without a rating come first. */
export const ratingPriority = (rating: Rating | null | undefined): number =>
  rating ? { Unrated: 1, Extreme: 2, High: 3, Medium: 4, Low: 5 }[rating] : 0
