import { styled } from '@mui/material/styles'
import type { Position } from '@trailwarden/domain'
import { formatCoordinates, formatViewHash } from '#lib/view-hash.ts'
import { Muted } from '#ui/card.tsx'
import { colour } from '#ui/theme.ts'
import type { PositionTrouble } from './own-position.ts'
import { useSiteData } from './site-data.ts'

const Lines = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  '& b': { fontWeight: 700 },
  '& .rough': { color: colour('warningText'), fontWeight: 600 },
  '& .numbers': { fontFeatureSettings: "'tnum'" },
})

/** Beyond this a fix no longer distinguishes one bend of a trail from the next. */
const ROUGH_M = 30
export const isRough = ({ accuracyM }: Position) => accuracyM !== null && accuracyM > ROUGH_M

const TROUBLE: Record<PositionTrouble, string> = {
  looking: 'Finding you… You can save without it.',
  denied: 'Location is off for this site. Turn it on, or choose the place on the map.',
  unavailable: "Your device can't find where you are. Stand in the open and try again.",
}

/** No GPS stood at a place that was chosen on the map: it has no accuracy. */
function accuracyText({ accuracyM }: Position): string {
  if (accuracyM === null) return 'chosen on the map'
  return accuracyM > ROUGH_M ? `roughly here, accurate to ${accuracyM} m` : `accurate to ${accuracyM} m`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type Props = { place: Position | null; area?: string | undefined; trouble?: PositionTrouble | null }

/** A place in words: by trail and post first, then how far off it may be, then coordinates to read out. */
export function PlaceLines({ place, area, trouble = null }: Props) {
  const data = useSiteData()
  if (!place)
    return (
      <Lines>
        <b>No location</b>
        {trouble && <Muted role="status">{TROUBLE[trouble]}</Muted>}
      </Lines>
    )
  const text = data?.index.describe([place.longitude, place.latitude])
  const how = [area, accuracyText(place)].filter(Boolean).join(' · ')
  return (
    <Lines>
      {text && <b>{capital(text)}</b>}
      <Muted className={isRough(place) ? 'rough' : undefined}>{capital(how)}</Muted>
      <Muted className="numbers">{formatCoordinates(place.latitude, place.longitude)}</Muted>
    </Lines>
  )
}

const CLOSE_UP = 16

/** The map with the place in its middle; `shows` is what it selects. */
export const mapPath = ({ latitude: lat, longitude: lng }: Position, shows?: string) =>
  `/map${shows ? `?show=${shows}` : ''}${formatViewHash({ lat, lng, zoom: CLOSE_UP })}`
