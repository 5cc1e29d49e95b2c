import { distanceM } from '@trailwarden/domain'
import type { Position } from '@trailwarden/site'
import type { Random } from '../random.ts'

/** As in real surveys, spellings differ between the points file and the markers file. */

export const LANDING_ZONES = ['Cleared area: flat (min 30 x 30)', 'Cleared area: sloping (min 30 x 30)', 'Unsealed road setdown'] as const

export const ROUTE_TYPES = ['4wd', '2wd', 'foot'] as const
export const ROUTE_STROKES = { '4wd': 'red', '2wd': 'purple', foot: 'pink' } as const
export const ROUTE_NOTES = {
  '4wd': ['Steep sections, difficult 4WD terrain.', 'Difficult access road', 'N/A'],
  '2wd': ['N/A', 'May cross private land. Prior access request may be necessary.'],
  foot: ['N/A'],
} as const

export const MARKER_NOTES = ['Post stands on the uphill side.', 'Overgrown in spring.', 'Creek crossing 50 m on.'] as const
const POINT_NOTES = ['Gate may be locked.', 'Steep sections, difficult 4WD terrain.', 'Turning room for one vehicle.'] as const

type Spellings = {
  vehicle: readonly [string, ...string[]]
  vegetation: readonly [string, ...string[]]
  width: readonly [string, ...string[]]
}

const WIDTHS = ['Medium formed flow trail', 'Narrow formed flow trail', 'Wide 4wd track', 'Wide unsealed Rd (shared 4WD)'] as const

export const MARKER_SPELLINGS: Spellings = {
  vehicle: [
    'No vehicle access',
    '4wd vehicle access- on trail',
    '4wd vehicle access- parallel rd',
    '2wd vehicle access- unsealed parallel rd',
    '2wd vehicle access- sealed road to junction',
  ],
  vegetation: ['Clear', 'Low Canopy- Sparse', 'Low Canopy - Dense', 'High Canopy - Sparse', 'High Canopy - Dense'],
  width: WIDTHS,
}

const POINT_SPELLINGS: Spellings = {
  vehicle: [
    'No vehicle access',
    '4wd vehicle access on trail',
    '4wd vehicle access on a parallel road',
    '2wd vehicle access via sealed road to junction or unsealed parallel road',
  ],
  vegetation: ['Clear', 'Low Canopy - Sparse', 'Low Canopy - Dense', 'High Canopy - Sparse', 'High Canopy - Dense'],
  width: [...WIDTHS, 'Wide unsealed path (dual use)'],
}

const GRADIENTS = [
  'Flat',
  'Easy down',
  'Easy up',
  'Easy undulating',
  'Moderate down',
  'Moderate up',
  'Moderate undulating',
  'Steep up',
  'Steep down',
] as const
const CONDITIONS = ['Hard pack', 'Rocky', 'Sandy', 'Muddy', 'Unsealed Rd', 'Sealed Rd'] as const

export function terrain(random: Random, spellings: Spellings) {
  return {
    gradient: random.pick(GRADIENTS),
    condition: random.pick(CONDITIONS),
    width: random.pick(spellings.width),
    vehicle: random.pick(spellings.vehicle),
    distance_2wd: String(Math.round(random.between(0, 6)) * 1000),
    vegetation: random.pick(spellings.vegetation),
  }
}

const MONTHS = ['Mar', 'Apr', 'May', 'Oct', 'Nov'] as const

/** As in real surveys, some records have neither date nor author. The author is always the team, to avoid inventing a person. */
export function signed(random: Random) {
  if (random.next() < 0.1) return { created_at: '', created_by: '' }
  const day = String(Math.round(random.between(1, 28))).padStart(2, '0')
  return { created_at: `${day}-${random.pick(MONTHS)}-${random.pick(['19', '20', '21'])}`, created_by: 'Survey team' }
}

export function pointProperties(random: Random, description: string) {
  const full = terrain(random, POINT_SPELLINGS)
  const sparse = Object.fromEntries(Object.entries(full).map(([field, value]) => [field, random.next() < 0.4 ? '' : value]))
  return {
    description,
    accuracy: random.next() < 0.5 ? '' : Math.round(random.between(3, 12)),
    ...sparse,
    confirmation_lat: '',
    notes: random.next() < 0.3 ? random.pick(POINT_NOTES) : '',
    type: 'N/A',
    ...signed(random),
  }
}

/** Readings vary gradually along the trail, as with hills. A few are missing. */
export function readingText(random: Random, markerNumber: number, carrierIndex: number): string {
  const swell = Math.sin(markerNumber / (2.3 + carrierIndex) + carrierIndex * 2)
  const reading = Math.round(117 + swell * 16 + carrierIndex * 4 + random.between(-5, 5))
  return random.next() < 0.04 + 0.08 * carrierIndex ? '' : String(Math.min(141, Math.max(95, reading)))
}

const DIRECTIONS = ['previous marker direction (up the trail)', 'next marker direction (down the trail)'] as const

export function way(
  prefix: 'access_' | 'egress_access_',
  random: Random,
  point: { name: string; position: Position } | undefined,
  { road, marker }: { road: string; marker: Position },
) {
  const metres = point ? distanceM(point.position, marker) : Number.POSITIVE_INFINITY
  const by = random.pick(['Foot/Bike', 'Vehicle'])
  const reach =
    metres < 40
      ? 'Direct access'
      : metres < 500
        ? `Limited (within ${metres < 100 ? 100 : 500}m of EM) ${random.pick(['4WD only', '2WD'])}`
        : 'No access past Rd x Trail'
  return {
    [`${prefix}descriptor_name`]: point?.name ?? '',
    [`${prefix}descriptor`]: metres < 40 ? 'Direct Access at EM' : `${by} Access from the ${random.pick(DIRECTIONS)}`,
    [`${prefix}road_crossing_lat`]: point?.position[1] ?? '',
    [`${prefix}road_crossing_lon`]: point?.position[0] ?? '',
    [`${prefix}vehicle_access`]: reach,
    [`${prefix}major_rd_ref`]: road,
  }
}
