import { decimalDegrees, distanceFrom, type LonLat, precisionOfPlace } from '@trailwarden/domain'
import type { SiteData } from '#parts/trail/site-data.ts'

type Placed = { position: LonLat; accuracyM: number | null }

function farText(distanceM: number, accuracyM: number | null): string | null {
  const far = distanceFrom(precisionOfPlace(accuracyM), distanceM)
  return far && `${far} ${far.startsWith('within') ? 'of' : 'from'} the post`
}

/** The distance, the description and the coordinates are no more precise than the hazard's location is known. */
export const hazardPlace = (
  { index }: { index: Pick<SiteData['index'], 'describe'> },
  { position, accuracyM }: Placed,
  distanceM: number,
) =>
  [farText(distanceM, accuracyM), index.describe({ position, accuracyM }), decimalDegrees(position, precisionOfPlace(accuracyM).decimals)]
    .filter(Boolean)
    .join(', ')
