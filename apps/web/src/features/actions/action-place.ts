import type { Action } from '@trailwarden/domain'

/** Where an action is, in one line. */
export const placeName = ({ trail, area }: Pick<Action, 'trail' | 'area'>) => (trail && trail !== area ? `${trail}, ${area}` : area)
