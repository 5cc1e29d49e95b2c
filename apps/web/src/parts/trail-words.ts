/** A trail's grade and kind in words, and its address: the same on the map, in lists and on its own page. */
import type { Trail } from '@trailwarden/site'

/** As the guide explains the grades. */
const GRADE_TEXT = { green: 'Green, easy', blue: 'Blue, intermediate', black: 'Black, difficult', link: 'Link trail' }
const KIND_TEXT = { adventure: 'Adventure', descent: 'Descent', loop: 'Loop', link: 'Link' }

export const gradeText = ({ rating }: Pick<Trail, 'rating'>) => (rating ? GRADE_TEXT[rating] : 'Ungraded')

export const kindText = ({ type }: Pick<Trail, 'type'>) => type && KIND_TEXT[type]

/** A trail's id is made of its name, and no two of a site are the same (packages/site, check.ts). */
export const trailPath = ({ id }: Pick<Trail, 'id'>) => `/trails/${id}`
