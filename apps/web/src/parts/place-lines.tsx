import { styled } from '@mui/material/styles'
import { isRough, type Position, placeWords, ROUGHLY_HERE } from '@trailwarden/domain'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
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

const TROUBLE: Record<PositionTrouble, string> = {
  looking: 'Finding you… You can save without it.',
  denied: `${MAP_MESSAGES.locationOff} Turn it on, or choose the place on the map.`,
  unavailable: MAP_MESSAGES.notFound,
}

/** No GPS stood at a place that was chosen on the map: it has no accuracy. */
const accuracyText = ({ accuracyM }: Position) => (accuracyM === null ? 'chosen on the map' : `accurate to ${accuracyM} m`)

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
  const isRoughly = isRough(place.accuracyM)
  const text = isRoughly ? ROUGHLY_HERE : placeWords(data?.index ?? null, place)
  const how = [area, accuracyText(place)].filter(Boolean).join(' · ')
  return (
    <Lines>
      {text && <b>{text}</b>}
      <Muted className={isRoughly ? 'rough' : undefined}>{capital(how)}</Muted>
      <Muted className="numbers">{formatCoordinates(place.latitude, place.longitude)}</Muted>
    </Lines>
  )
}

const CLOSE_UP = 16

/** The map with the place in its middle; `shows` is what it selects. */
export const mapPath = ({ latitude: lat, longitude: lng }: Position, shows?: string) =>
  `/map${shows ? `?show=${shows}` : ''}${formatViewHash({ lat, lng, zoom: CLOSE_UP })}`
