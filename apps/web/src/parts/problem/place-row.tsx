import { accuracyText, decimalDegrees, type Position, placeWords, precisionOfPlace, ROUGHLY_HERE } from '@trailwarden/domain'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { styled } from '#ui/styled.ts'
import { font } from '#ui/theme/theme.ts'
import type { OwnPosition, PositionTrouble } from '../place/own-position.ts'
import { useSiteData } from '../trail/site-data.ts'
import { iconPlace } from './problem-icons.ts'
import { RowCard } from './row-card.tsx'

const Row = styled(RowCard)({ paddingRight: 4, '& b': { font: font('600 15px/21px') }, '& > button': { padding: '0 10px' } })

const TROUBLE: Record<PositionTrouble, { title: string; text: string }> = {
  looking: { title: 'Finding you…', text: 'Or choose the location on the map.' },
  denied: { title: 'Where is it?', text: MAP_MESSAGES.locationOff },
  unavailable: { title: 'Where is it?', text: MAP_MESSAGES.notFound },
}
const NOT_CHOSEN = { title: 'No location', text: 'Choose the location on the map.' }

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type Props = { place: Position | null; name: string; trouble: OwnPosition['trouble']; ageMs: number; onMove: () => void }

/** `name` is the trail, or the area away from trails. */
export function PlaceRow({ place, name, trouble, ageMs, onMove }: Props) {
  const data = useSiteData()
  const { title, text, isRough } = place
    ? { ...wordsOf(place, ageMs, name), title: titleOf(data?.index ?? null, place, ageMs) }
    : { ...(trouble ? TROUBLE[trouble] : NOT_CHOSEN), isRough: false }
  return (
    <Row aria-label="Location">
      <Icon path={iconPlace} />
      <div role="status">
        <b>{title}</b>
        <small className={isRough ? 'rough' : undefined}>{text}</small>
        {place && ageMs > 0 && <small className="rough">Location from {Math.floor(ageMs / 60_000)} min ago. You may have moved.</small>}
      </div>
      <Button variant="text" aria-label={place ? 'Move the pin' : 'Choose on the map'} onClick={onMove}>
        {place ? 'Move' : 'Choose'}
      </Button>
    </Row>
  )
}

function titleOf(index: Parameters<typeof placeWords>[0], place: Position, ageMs: number): string {
  const { band, decimals } = precisionOfPlace(place.accuracyM, ageMs)
  const words = placeWords(index, place)
  return words ?? (band === 'exact' ? decimalDegrees([place.longitude, place.latitude], decimals) : ROUGHLY_HERE)
}

/** The app didn't measure a place that someone chose on the map, so that place has no accuracy. */
function wordsOf({ accuracyM }: Position, ageMs: number, name: string) {
  const precision = precisionOfPlace(accuracyM, ageMs)
  const how = accuracyM === null ? 'chosen on the map' : accuracyText(precision)
  return { text: capital([name, how].filter(Boolean).join(' · ')), isRough: precision.band !== 'exact' }
}
