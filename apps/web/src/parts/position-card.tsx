import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Place } from '@trailwarden/domain'
import type { ReactNode } from 'react'
import { Card, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconOpenInNew } from '#ui/icons.ts'
import { colour } from '#ui/theme.ts'
import type { PositionTrouble } from './own-position.ts'
import { iconLocationOff } from './record-icons.ts'
import { useSiteData } from './site-data.ts'

const Frame = styled(Card)({
  display: 'grid',
  alignContent: 'start',
  gap: 2,
  padding: '12px 16px',
  overflow: 'hidden',
  '& b': { fontFeatureSettings: "'tnum'", fontWeight: 700 },
  '& .none': { display: 'flex', alignItems: 'center', gap: 10, minHeight: 32, fontWeight: 600 },
  '& .rough': { color: colour('warningText') },
  '& .acts': { display: 'flex', flexWrap: 'wrap', marginLeft: -12 },
})

/** Beyond this a fix no longer tells one bend of a trail from the next. */
const ROUGH_M = 30

const coordinates = ({ latitude, longitude }: Place) => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

const TROUBLE: Record<PositionTrouble, string> = {
  looking: 'Looking for your position. You can save without it.',
  denied: 'This app may not read your position. Allow it in the settings of your browser.',
  unavailable: 'Your device finds no position. Stand in the open and try again.',
}

type Props = { place: Place | null; trouble?: PositionTrouble | null; children?: ReactNode }

/** Where it is: coordinates to read out, how far off they may be, and the same in the trail's own words. */
export function PositionCard({ place, trouble = null, children }: Props) {
  const words = useSiteData()?.index.describe(place ? [place.longitude, place.latitude] : [0, 0])
  return (
    <Frame aria-label="Location">
      {place ? (
        <>
          <b>{coordinates(place)}</b>
          {place.accuracyM !== null && <Accuracy metres={place.accuracyM} />}
          {words && <Muted>{words}</Muted>}
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
          <Button
            variant="text"
            href={`https://www.google.com/maps/search/?api=1&query=${place.latitude},${place.longitude}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            Open in maps
            <Icon path={iconOpenInNew} size={18} />
          </Button>
        )}
        {children}
      </div>
    </Frame>
  )
}

function Accuracy({ metres }: { metres: number }) {
  if (metres <= ROUGH_M) return <Muted>GPS accuracy {metres} m</Muted>
  return <Muted className="rough">GPS accuracy {metres} m: rough. Stand in the open for a better one.</Muted>
}
