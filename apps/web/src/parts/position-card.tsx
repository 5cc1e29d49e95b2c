import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Position } from '@trailwarden/domain'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { externalMapUrl, formatCoordinates, formatViewHash } from '#lib/view-hash.ts'
import type { SymbolName } from '#map/symbols.ts'
import { Card, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconMap, iconOpenInNew } from '#ui/icons.ts'
import { part } from '#ui/part.tsx'
import { colour } from '#ui/theme.ts'
import type { PositionTrouble } from './own-position.ts'
import { iconLocationOff } from './record-icons.ts'
import { useSiteData } from './site-data.ts'

const MiniMap = part(() => import('./mini-map.tsx').then((m) => m.MiniMap))

const Frame = styled(Card)({
  display: 'grid',
  // Columns as narrow as the card: left to themselves they are as wide as their longest line, and the card cuts it off.
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  overflow: 'hidden',
  '& .words': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, padding: '12px 16px' },
  '& b': { fontFeatureSettings: "'tnum'", fontWeight: 700 },
  '& .none': { display: 'flex', alignItems: 'center', gap: 10, minHeight: 32, fontWeight: 600 },
  '& .rough': { color: colour('warningText') },
  '& .acts': { display: 'flex', flexWrap: 'wrap', margin: '0 -12px', '& > *': { minWidth: 48, maxWidth: '100%' } },
})

/** As high as the map that comes: nothing below it may jump. */
const NotYet = styled('div')({ height: 140, background: colour('surfaceSunken') })

/** Beyond this a fix no longer distinguishes one bend of a trail from the next. */
const ROUGH_M = 30
const CLOSE_UP = 16
const VIEW = 'View on map'
const OPEN = 'Open in maps'
/** No GPS stood there: it has no accuracy. */
const CHOSEN = 'Chosen on the map'

const TROUBLE: Record<PositionTrouble, string> = {
  looking: 'Looking for your position. You can save without it.',
  denied: 'This app may not read your position. Allow it in the settings of your browser.',
  unavailable: 'Your device finds no position. Stand in the open and try again.',
}

type Props = {
  place: Position | null
  /** How the place is marked on the map. */
  symbol: SymbolName
  /** What the map selects when it is opened from here. */
  shows?: string
  /** Beside other things on a phone: what leads away is an icon. */
  isCompact?: boolean
  trouble?: PositionTrouble | null
  children?: ReactNode
}

/** Where it is: a picture of the place, coordinates to read out, how far off they may be, and the same by trail and distance. */
export function PositionCard({ place, symbol, shows, isCompact = false, trouble = null, children }: Props) {
  const text = useSiteData()?.index.describe(place ? [place.longitude, place.latitude] : [0, 0])
  return (
    <Frame aria-label="Location">
      {place && <MiniMap fallback={<NotYet />} place={place} symbol={symbol} />}
      <div className="words">
        {place ? (
          <>
            <b>{formatCoordinates(place.latitude, place.longitude)}</b>
            {place.accuracyM === null ? <Muted>{CHOSEN}</Muted> : <Accuracy metres={place.accuracyM} />}
            {text && <Muted>{text}</Muted>}
          </>
        ) : (
          <>
            <span className="none">
              <Icon path={iconLocationOff} />
              No location
            </span>
            {trouble && <Muted role="status">{TROUBLE[trouble]}</Muted>}
          </>
        )}
        <div className="acts">
          {place && (
            <>
              <Button variant="text" component={Link} to={mapPath(place, shows)} {...(isCompact && { 'aria-label': VIEW })}>
                <Icon path={iconMap} />
                {!isCompact && VIEW}
              </Button>
              <Button
                variant="text"
                href={externalMapUrl(place.latitude, place.longitude)}
                target="_blank"
                rel="noopener noreferrer"
                {...(isCompact && { 'aria-label': OPEN })}
              >
                {!isCompact && OPEN}
                <Icon path={iconOpenInNew} size={isCompact ? 24 : 18} />
              </Button>
            </>
          )}
          {children}
        </div>
      </div>
    </Frame>
  )
}

const mapPath = ({ latitude: lat, longitude: lng }: Position, shows: string | undefined) =>
  `/map${shows ? `?show=${shows}` : ''}${formatViewHash({ lat, lng, zoom: CLOSE_UP })}`

function Accuracy({ metres }: { metres: number }) {
  if (metres <= ROUGH_M) return <Muted>GPS accuracy {metres} m</Muted>
  return <Muted className="rough">GPS accuracy {metres} m: rough. Stand in the open for a better one.</Muted>
}
