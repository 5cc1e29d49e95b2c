import { accuracyText, decimalDegrees, type Position, placeWords, precisionOfPlace, ROUGHLY_HERE } from '@trailwarden/domain'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { formatViewHash } from '#lib/view-hash.ts'
import { Muted } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { useSiteData } from '../trail/site-data.ts'
import type { PositionTrouble } from './own-position.ts'

const Lines = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  '& b': { fontWeight: 700 },
  '& .rough': { color: colour('warningText'), fontWeight: 600 },
  '& .numbers': { fontFeatureSettings: "'tnum'" },
})

const TROUBLE: Record<PositionTrouble, string> = {
  looking: 'Finding your location… You can save without it.',
  denied: `${MAP_MESSAGES.locationOff} Turn it on, or choose the location on the map.`,
  unavailable: MAP_MESSAGES.notFound,
}

/** GPS didn't measure a location chosen on the map, so the location has no accuracy. */
const howText = ({ accuracyM }: Position, ageMs: number) =>
  accuracyM === null ? 'chosen on the map' : accuracyText(precisionOfPlace(accuracyM, ageMs))

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type Props = { place: Position | null; area?: string | undefined; trouble?: PositionTrouble | null; ageMs?: number }

export function PlaceLines({ place, area, trouble = null, ageMs = 0 }: Props) {
  const data = useSiteData()
  if (!place)
    return (
      <Lines>
        <b>No location</b>
        {trouble && <Muted role="status">{TROUBLE[trouble]}</Muted>}
      </Lines>
    )
  const { band, decimals } = precisionOfPlace(place.accuracyM, ageMs)
  const text = placeWords(data?.index ?? null, place) ?? (band === 'exact' ? null : ROUGHLY_HERE)
  const how = [area, howText(place, ageMs)].filter(Boolean).join(' · ')
  return (
    <Lines>
      {text && <b>{text}</b>}
      <Muted className={band === 'exact' ? undefined : 'rough'}>{capital(how)}</Muted>
      {ageMs > 0 && (
        <Muted className="rough" role="status">
          Location from {Math.floor(ageMs / 60_000)} min ago. You may have moved.
        </Muted>
      )}
      <Muted className="numbers">{decimalDegrees([place.longitude, place.latitude], decimals)}</Muted>
    </Lines>
  )
}

const CLOSE_UP = 16

/** `shows` is the id of a feature to select on the map. */
export const mapPath = ({ latitude: lat, longitude: lng }: Position, shows?: string) =>
  `/map${shows ? `?show=${shows}` : ''}${formatViewHash({ lat, lng, zoom: CLOSE_UP })}`
