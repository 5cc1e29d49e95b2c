import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Position } from '@trailwarden/domain'
import { Link } from 'react-router'
import { externalMapUrl } from '#lib/view-hash.ts'
import type { SymbolName } from '#map/symbols.ts'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconMap } from '#ui/icons.ts'
import { part } from '#ui/part.tsx'
import { iconOpenInNew } from '#ui/screen-icons.ts'
import { colour } from '#ui/theme.ts'
import { mapPath, PlaceLines } from './place-lines.tsx'

const MiniMap = part(() => import('./mini-map.tsx').then((m) => m.MiniMap))

const Frame = styled(Card)({
  display: 'grid',
  // Columns as narrow as the card: left to themselves they are as wide as their longest line, and the card cuts it off.
  gridTemplateColumns: 'minmax(0, 1fr)',
  overflow: 'hidden',
  '& .words': { padding: '12px 16px' },
  '& .acts': { display: 'flex', flexWrap: 'wrap', margin: '0 -12px', '& > *': { maxWidth: '100%' } },
})

/** As high as the map that comes: nothing below it may jump. */
const NotYet = styled('div')({ height: 140, background: colour('surfaceSunken') })

type Props = {
  place: Position | null
  /** How the place is marked on the map. */
  symbol: SymbolName
  /** What the map selects when it is opened from here. */
  shows?: string
  /** Where riders find it until the place is confirmed. */
  until?: Position | null
  /** Where a screen has two of them. */
  name?: string
}

/** Where it is: a picture of the place, the place in words, and the ways to it. */
export function PositionCard({ place, symbol, shows, until = null, name = 'Location' }: Props) {
  return (
    <Frame aria-label={name}>
      {place && <MiniMap fallback={<NotYet />} place={place} symbol={symbol} until={until} />}
      <div className="words">
        <PlaceLines place={place} />
        {place && (
          <div className="acts">
            <Button variant="text" component={Link} to={mapPath(place, shows)}>
              <Icon path={iconMap} />
              View on map
            </Button>
            <Button variant="text" href={externalMapUrl(place.latitude, place.longitude)} target="_blank" rel="noopener noreferrer">
              Open in maps
              <Icon path={iconOpenInNew} size={18} />
            </Button>
          </div>
        )}
      </div>
    </Frame>
  )
}
