/** An unknown phrase is shown as it was surveyed. Nothing is dropped, and nothing sounds more certain than it is in the survey. */
import { bearingDeg, compassWord, distanceM, distanceText, type LonLat } from '@trailwarden/domain'
import type { EmergencyMarker, Way } from '@trailwarden/site'
import type { SiteData } from '#parts/trail/site-data.ts'

/** Null means that there is no such post, or that its trails don't agree. */
type Neighbours = { previous: string | null; next: string | null }

/** Within this distance, two places count as one, so no direction is shown. */
const SAME_PLACE_M = 15

const numberOf = (code: string) => Number(/\d+$/.exec(code)?.[0] ?? Number.NaN)

/** The survey numbers posts down the trail, so a neighbour whose number doesn't fit isn't named. */
export function neighboursOf(
  { index }: Pick<SiteData, 'index'>,
  { code }: EmergencyMarker,
  trails: ReturnType<typeof index.trailsOf>,
): Neighbours {
  const only = (step: 1 | -1) => {
    const codes = trails.flatMap((trail) => {
      const posts = index.markersAlong(trail)
      const at = posts.findIndex(({ marker }) => marker.code === code)
      return (at < 0 ? undefined : posts[at + step]?.marker.code) ?? []
    })
    const [one, ...others] = new Set(codes)
    return one !== undefined && others.length === 0 && (numberOf(one) - numberOf(code)) * step > 0 ? one : null
  }
  return { previous: only(-1), next: only(1) }
}

const HERE = 'here'

/** Returns, for example, "870 m south". Null means that the place isn't known. */
export function awayText(from: LonLat, to: LonLat | null): string | null {
  if (!to) return null
  const metres = distanceM(from, to)
  return metres < SAME_PLACE_M ? HERE : `${distanceText(metres)} ${compassWord(bearingDeg(from, to))}`
}

const NO_ACCESS = 'No access past Rd x Trail'
const DIRECT = 'Direct access'
const DIRECT_AT_POST = 'Direct Access at EM'

/** How close a vehicle gets. */
function reachText(vehicle: string, from: LonLat, crossing: LonLat | null): string {
  const [, metres, kind] = /^Limited \(within (\d+)m of EM\)(?: (2WD|4WD only))?$/.exec(vehicle) ?? []
  if (metres && kind === '2WD') return `Any car can get within ${metres} m`
  if (metres && kind) return `Only 4WDs can get within ${metres} m`
  if (metres) return `Vehicles (type not recorded) can get within ${metres} m`
  if (vehicle === NO_ACCESS) {
    const away = crossing && distanceM(from, crossing)
    const where = away === null ? '' : away < SAME_PLACE_M ? ', at the post' : `, ${distanceText(away)} away`
    return `Vehicles can go only as far as the road crossing${where}`
  }
  return vehicle === DIRECT ? 'Vehicles can reach the post' : vehicle
}

function sideText(side: string, { previous, next }: Neighbours): string {
  const code = side === 'previous' ? previous : next
  if (code) return `from the ${code} side`
  return side === 'previous' ? 'from up the trail' : 'from down the trail'
}

function sentences(parts: readonly (string | null)[]): string | null {
  const known = parts.filter(Boolean)
  return known.length === 0 ? null : known.map((part) => `${part}.`).join(' ')
}

/** As in "Bay Road. Any car can get within 500 m, from the SH09 side." Null means that nothing was recorded. */
export function wayText({ majorRoad, vehicle, descriptor, roadCrossing }: Way, from: LonLat, neighbours: Neighbours): string | null {
  if (majorRoad === null && vehicle === null && descriptor === null) return null
  const reach = vehicle === null ? 'How close vehicles can get isn’t recorded' : reachText(vehicle, from, roadCrossing)
  const [, kind, side] =
    /^(Foot\/Bike|Vehicle) Access from the (previous|next) marker direction \((?:up|down) the trail\)$/.exec(descriptor ?? '') ?? []
  const where = side && sideText(side, neighbours)
  if (kind === 'Foot/Bike') return sentences([majorRoad, reach, `On foot or by bike ${where}`])
  const isReached = vehicle !== null && vehicle !== NO_ACCESS && reach !== vehicle
  if (where && isReached) return sentences([majorRoad, `${reach}, ${where}`])
  if (where) return sentences([majorRoad, reach, `Vehicles come ${where}`])
  return sentences([majorRoad, reach, vehicle === DIRECT && descriptor === DIRECT_AT_POST ? null : descriptor])
}

const GROUNDS: Readonly<Record<string, string>> = {
  'Unsealed road setdown': 'on an unsealed road',
  'Sealed road setdown': 'on a sealed road',
  'Cleared area: flat (min 30 x 30)': 'on flat cleared ground, at least 30 m by 30 m',
  'Cleared area: sloping (min 30 x 30)': 'on sloping cleared ground, at least 30 m by 30 m',
}
const WINCH = 'Winch only'
const WINCH_ZONE = 'Identified suitable winch zone'

/** As in "Can land 870 m south, on an unsealed road." Null means that nothing was recorded. */
export function landingText({ name, type, position }: EmergencyMarker['helicopter'], from: LonLat): string | null {
  const away = awayText(from, position)
  const ground = type && GROUNDS[type]
  if (name === WINCH && (type === null || type === WINCH_ZONE)) return sentences([[WINCH, away, 'no landing'].filter(Boolean).join(', ')])
  if (ground && name !== WINCH) {
    if (away === null) return sentences([`Can land ${ground}`, name && `${name}, location not recorded`])
    return sentences([`Can land ${away}, ${ground}`])
  }
  return sentences([[name, type, away].filter(Boolean).join(', ') || null])
}
