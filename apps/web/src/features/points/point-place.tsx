import type { Position } from '@trailwarden/domain'
import { isOffTrail } from '@trailwarden/domain/point/point-rules'
import { useEffect, useState } from 'react'
import { formatCoordinates } from '#lib/view-hash.ts'
import type { SymbolName } from '#map/symbols.ts'
import { Remark } from '#parts/form/form-frame.tsx'
import { GRID } from '#parts/map/map-styles.ts'
import { useNearView } from '#parts/place/near-view.ts'
import { useOwnPosition } from '#parts/place/own-position.ts'
import { placeOf } from '#parts/place/place-in-address.ts'
import { PlaceLines } from '#parts/place/place-lines.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconWarningFill } from '#ui/icons/screen-icons.ts'
import { iconMyLocation } from '#ui/icons/tool-icons.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { DESKTOP, font } from '#ui/theme/theme.ts'

const MiniMap = part(() => import('#parts/map/mini-map.tsx').then((m) => m.MiniMap))
// The pin needs the map engine, so it is a separate download.
const MovePin = part(() => import('#parts/place/move-pin.tsx').then((m) => m.MovePin))

const Frame = styled(Card)({
  overflow: 'hidden',
  '--mini-map-height': '200px',
  [DESKTOP]: { '--mini-map-height': '380px' },
  '& .ground': {
    position: 'relative',
    display: 'block',
    width: '100%',
    height: 'var(--mini-map-height)',
    padding: 0,
    border: 0,
    font: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    outlineOffset: -4,
    ...GRID,
  },
  '& .ground > b': {
    position: 'absolute',
    zIndex: 1,
    top: 12,
    left: 12,
    padding: '4px 12px',
    borderRadius: 8,
    background: '#10212A',
    color: '#fff',
    font: font('600 14px/22px'),
  },
  '& .words': { display: 'grid', gap: 12, padding: 16 },
  '& .acts': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))', gap: 8 },
})

type Props = { place: Position | null; symbol: SymbolName; error: string | undefined; onChange: (place: Position) => void }

export function PointPlace({ place, symbol, error, onChange }: Props) {
  const data = useSiteData()
  const [typed, setTyped] = useState<string | null>(null)
  const [asked, setAsked] = useState(0)
  const [isMoving, setIsMoving] = useState(false)
  const own = useOwnPosition(asked)
  const near = useNearView(place === null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: while requested, every better fix is used
  useEffect(() => {
    if (asked > 0 && own.place) onChange(own.place)
  }, [asked, own.place])
  const choose = (chosen: Position) => {
    setAsked(0)
    setTyped(null)
    onChange(chosen)
  }
  const text = typed ?? (place ? formatCoordinates(place.latitude, place.longitude) : '')
  const isUnread = typed !== null && typed.trim() !== '' && placeOf(typed) === null
  const off = place && data && data.bundle.trails.length > 0 && isOffTrail(data.index.nearestTrail([place.longitude, place.latitude]))
  return (
    <Frame aria-label="Location">
      <button type="button" className="ground" onClick={() => setIsMoving(true)}>
        <b>{place ? 'Tap to move the pin' : 'Tap to choose the location'}</b>
        <MiniMap place={place} symbol={symbol} />
      </button>
      <div className="words">
        <TextField
          label="Coordinates"
          help="Move the pin, type the coordinates, or use your current location."
          value={text}
          inputMode="text"
          autoComplete="off"
          placeholder="-41.16214, 148.27731"
          error={isUnread ? 'Enter latitude and longitude, separated by a comma' : error}
          onChange={({ target }) => {
            setTyped(target.value)
            setAsked(0)
            const read = placeOf(target.value)
            if (read) onChange(read)
          }}
          onBlur={() => !isUnread && setTyped(null)}
        />
        <div className="acts">
          <Button variant="outlined" onClick={() => setIsMoving(true)}>
            Move the pin
          </Button>
          <Button
            variant="outlined"
            onClick={() => {
              setTyped(null)
              setAsked((times) => times + 1)
            }}
          >
            <Icon path={iconMyLocation} size={22} />
            Use my location
          </Button>
        </div>
        <PlaceLines place={place} trouble={asked > 0 ? own.trouble : null} ageMs={asked > 0 ? own.ageMs : 0} />
        {off && (
          <Remark role="status">
            <Icon path={iconWarningFill} />
            This point is more than 30 m from any trail. You can still save it.
          </Remark>
        )}
      </div>
      {isMoving && (
        <MovePin
          place={place}
          symbol={symbol}
          near={near}
          onClose={() => setIsMoving(false)}
          onChosen={(moved) => {
            choose(moved)
            setIsMoving(false)
          }}
        />
      )}
    </Frame>
  )
}
