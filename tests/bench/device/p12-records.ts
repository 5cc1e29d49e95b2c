export type SampleAction = {
  id: string
  number: string
  title: string
  area: string
  status: 'Unresolved' | 'Resolved'
  rating: 'Extreme' | 'High' | 'Medium' | 'Low' | 'Unrated'
  createdAt: string
  assigned: string | null
  by: string
  completedAt: string | null
  latitude: number
  hasPhoto: boolean
}

const THINGS = [
  'Fallen tree',
  'Creek crossing',
  'Loose berm',
  'Marker post',
  'Branch',
  'Sign',
  'Rock slab',
  'Gate chain',
  'Drain',
  'Bridge',
]
const STATES = [
  'across trail',
  'washed out',
  'with ruts forming',
  'leaning',
  'hanging over trail',
  'missing',
  'slippery after rain',
  'broken',
]
const AREAS = ['Bay of Fires', 'Dreaming Pools', 'Old Salty Dog, St Helens', 'Icarus, St Helens', 'Blue Tier', 'Swell Done, St Helens']
const PEOPLE = [
  'Tom Ashby',
  'Mara Lind',
  'Jack Rowe',
  'Helen Cho',
  'Dan Whitby',
  'Sione Taufa',
  'Priya Nair',
  'Ruth Abel',
  'Owen Marsh',
  'Zoë Hart',
]
const RATINGS = ['High', 'Extreme', 'Medium', 'Low', 'Unrated', 'Medium', 'Low', 'High'] as const

const NEWEST = Date.UTC(2025, 10, 14, 1, 30)
const HOUR_MS = 3_600_000

/** The steps share no factor with the list's length, so that consecutive Actions differ. */
function pick<T>(list: readonly T[], i: number, stride: number): T {
  const value = list[(i * stride + Math.floor(i / list.length)) % list.length]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

export function sampleActions(count: number): SampleAction[] {
  return Array.from({ length: count }, (_, i) => {
    const createdAt = NEWEST - i * 3 * HOUR_MS
    const isResolved = (i * 7) % 10 < 6
    return {
      id: `action-${i}`,
      number: String(count - i).padStart(4, '0'),
      title: `${pick(THINGS, i, 3)} ${pick(STATES, i, 5)}`,
      area: pick(AREAS, i, 5),
      status: isResolved ? 'Resolved' : 'Unresolved',
      rating: pick(RATINGS, i, 3),
      createdAt: new Date(createdAt).toISOString(),
      assigned: i % 5 === 4 ? null : pick(PEOPLE, i, 3),
      by: pick(PEOPLE, i, 7),
      completedAt: isResolved ? new Date(createdAt + 50 * HOUR_MS).toISOString() : null,
      latitude: -41.28 - (i % 100) / 1000,
      hasPhoto: i % 3 !== 2,
    }
  })
}
