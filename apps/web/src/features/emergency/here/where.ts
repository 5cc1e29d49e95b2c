import type { Whereabouts } from '@trailwarden/domain'
import type { EmergencyMarker, Trail } from '@trailwarden/site'

export type Where = Whereabouts<Trail, EmergencyMarker>

/** Whether the position is accurate enough to name a post and a trail. */
export const isMeasured = ({ precision: { band } }: Where) => band === 'exact' || band === 'near'
