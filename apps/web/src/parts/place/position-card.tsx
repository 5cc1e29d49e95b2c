import type { Position } from '@trailwarden/domain'
import { Link } from 'react-router'
import { externalMapUrl } from '#lib/view-hash.ts'
import type { SymbolName } from '#map/symbols.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconMap } from '#ui/icons/icons.ts'
import { iconOpenInNew } from '#ui/icons/screen-icons.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { mapPath, PlaceLines } from './place-lines.tsx'

const MiniMap = part(() => import('../map/mini-map.tsx').then((m) => m.MiniMap))

const Frame = styled(Card)({
  display: 'grid',
  // Without the limit, the column would be as wide as its longest line, and the card would cut that line off.
  gridTemplateColumns: 'minmax(0, 1fr)',
  overflow: 'hidden',
  '& .words': { padding: '12px 16px' },
  '& .acts': { display: 'flex', flexWrap: 'wrap', margin: '0 -12px', '& > *': { maxWidth: '100%' } },
})

const NotYet = styled('div')({ height: 140, background: colour('surfaceSunken') })

type Props = {
  place: Position | null
  symbol: SymbolName
  /** The map selects this feature when someone opens the map from the card. */
  shows?: string
  until?: Position | null
  name?: string
}

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
            <Button
              variant="text"
              component="a"
              href={externalMapUrl(place.latitude, place.longitude)}
              target="_blank"
              rel="noopener noreferrer"
            >
              Open in maps
              <Icon path={iconOpenInNew} size={18} />
            </Button>
          </div>
        )}
      </div>
    </Frame>
  )
}
