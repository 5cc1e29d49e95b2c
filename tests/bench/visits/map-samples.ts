import type { SiteBundle } from '@trailwarden/site'

const RATINGS = ['Unrated', 'Low', 'Medium', 'High', 'Extreme'] as const

export type SampleAction = { id: string; lat: number; lng: number; rating: (typeof RATINGS)[number] }

function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export function sampleActions({ trails }: Pick<SiteBundle, 'trails'>, count: number): SampleAction[] {
  const next = numbers(7)
  const points = trails.flatMap(({ lines }) => lines.flat())
  return Array.from({ length: count }, (_, i) => {
    const [lng = 0, lat = 0] = points[Math.floor(next() * points.length)] ?? []
    const off = () => (next() - 0.5) * 0.002
    return {
      id: `${i.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
      lat: lat + off(),
      lng: lng + off(),
      rating: RATINGS[Math.floor(next() * RATINGS.length)] ?? 'Unrated',
    }
  })
}
