import { distanceM, type LonLat } from '../geo/trail-reference-geometry.ts'

/** `onTrail` is null for a job away from trails. */
export type JobPlace = { position: LonLat; onTrail: { trail: string; alongM: number } | null } | null

/**
 * WD5: trail by trail, each in the trail's direction, beginning near the first job of the list. The next trail is always the trail with the
 * nearest first job. Jobs without a place come last, in their original order.
 */
export function alongTheTrails<Job>(jobs: readonly Job[], placeOf: (job: Job) => JobPlace): Job[] {
  const placed = jobs.flatMap((job) => {
    const place = placeOf(job)
    return place ? [{ job, place }] : []
  })
  const trailOf = ({ place }: (typeof placed)[number]) => place.onTrail?.trail ?? null
  const left = [...new Set(placed.map(trailOf))].flatMap((trail) => {
    const members = placed.filter((one) => trailOf(one) === trail)
    return trail === null
      ? members.map((one) => [one])
      : [members.toSorted((a, b) => (a.place.onTrail?.alongM ?? 0) - (b.place.onTrail?.alongM ?? 0))]
  })
  const ordered: typeof placed = []
  let here = placed[0]?.place.position
  while (here && left.length > 0) {
    const from = here
    const nearest = left.toSorted((a, b) => distanceTo(from, a[0]) - distanceTo(from, b[0]))[0] ?? []
    left.splice(left.indexOf(nearest), 1)
    ordered.push(...nearest)
    here = nearest.at(-1)?.place.position
  }
  return [...ordered.map(({ job }) => job), ...jobs.filter((job) => !placeOf(job))]
}

const distanceTo = (from: LonLat, to: { place: NonNullable<JobPlace> } | undefined) => (to ? distanceM(from, to.place.position) : Infinity)

/** Along the trail if both jobs are on one trail, otherwise in a straight line. Null if either place is unknown. */
export function wayBetween(from: JobPlace, to: JobPlace): { metres: number; isAlongTrail: boolean } | null {
  if (!from || !to) return null
  if (from.onTrail && to.onTrail && from.onTrail.trail === to.onTrail.trail)
    return { metres: Math.abs(to.onTrail.alongM - from.onTrail.alongM), isAlongTrail: true }
  return { metres: distanceM(from.position, to.position), isAlongTrail: false }
}
