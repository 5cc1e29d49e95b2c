import type { Trail } from '@trailwarden/site'

/** Keep this wording the same as in the guide. */
const GRADE_TEXT = { green: 'Green, easy', blue: 'Blue, intermediate', black: 'Black, difficult', link: 'Link trail' }
const KIND_TEXT = { adventure: 'Adventure', descent: 'Descent', loop: 'Loop', link: 'Link' }

export const gradeText = ({ rating }: Pick<Trail, 'rating'>) => (rating ? GRADE_TEXT[rating] : 'Ungraded')

export const kindText = ({ type }: Pick<Trail, 'type'>) => type && KIND_TEXT[type]

/** A trail's id is derived from its name and unique within a site (packages/site, check.ts). */
export const trailPath = ({ id }: Pick<Trail, 'id'>) => `/trails/${id}`

/** Heights are accurate to ten metres, so a height below 5 m has no text. */
export const heightText = (metres: number | undefined) => (metres === undefined || metres < 5 ? null : `${Math.round(metres / 10) * 10} m`)
