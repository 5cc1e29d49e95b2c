import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { PHOTOS_MAX, type Position, precisionOfPlace } from '@trailwarden/domain'
import { Link } from 'react-router'
import type { Photos } from '#data/device/device.ts'
import { externalMapUrl } from '#lib/view-hash.ts'
import type { SymbolName } from '#map/symbols.ts'
import { Card, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconMap } from '#ui/icons/icons.ts'
import { iconOpenInNew } from '#ui/icons/screen-icons.ts'
import { iconMyLocation } from '#ui/icons/tool-icons.ts'
import { part } from '#ui/part.tsx'
import { colour } from '#ui/theme/theme.ts'
import { GRID } from '../map/map-styles.ts'
import type { PositionTrouble } from '../place/own-position.ts'
import { mapPath, PlaceLines } from '../place/place-lines.tsx'
import { iconImage, iconLocationOff, iconPhotoCamera } from '../record/record-icons.ts'
import { PhotoFields, type PhotoFieldsProps } from './photo-fields.tsx'
import { usePhotoInput } from './photo-input.tsx'
import { usePhotoUrl } from './photo-url.ts'

const MiniMap = part(() => import('../map/mini-map.tsx').then((m) => m.MiniMap))

const line = `1px solid ${colour('line')}`

const Frame = styled(Card)({ position: 'relative', overflow: 'hidden' })

const Halves = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gridTemplateRows: '140px auto',
  '& > *:nth-of-type(2n)': { borderLeft: line },
  '& .none': { display: 'grid', placeContent: 'center', color: colour('text2'), background: colour('surfaceSunken') },
  '& .ground': { overflow: 'hidden', '&.none': GRID },
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
  '& > button': {
    minHeight: 56,
    padding: '4px 6px',
    borderRadius: 0,
    borderTop: line,
    outlineOffset: -4,
    whiteSpace: 'normal',
    lineHeight: 1.2,
    // The default outline colour isn't visible inside the filled button.
    '&:focus-visible': { outlineColor: 'currentColor' },
  },
})

const Words = styled('section')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 4,
  padding: '12px 16px 4px',
  borderTop: line,
  '& .acts': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', margin: '0 -12px', '& a, & > button': { color: colour('link') } },
})

const Issue = styled(Muted)({ padding: '8px 16px', borderTop: line, color: colour('errorText') })

type Props = {
  photos: PhotoFieldsProps
  onTaken: (photos: Photos) => void
  most?: number
  place: Position | null
  area: string
  symbol: SymbolName
  trouble: PositionTrouble | null
  ageMs?: number
  onMovePin: () => void
  onFindMe: () => void
}

export function PhotoAndPlace({ photos, onTaken, most = PHOTOS_MAX, place, area, symbol, trouble, ageMs = 0, onMovePin, onFindMe }: Props) {
  const [first] = photos.photos
  const room = most - photos.photos.length
  const { input, choose, issue } = usePhotoInput(onTaken, room)
  const known = first && (photos.stored.find(({ id }) => id === first.id) ?? { id: first.id, stored: false })
  const photo = usePhotoUrl(known ?? null, undefined, first && photos.taken[first.id])
  return (
    <Frame aria-label="Photo and place">
      {input}
      <Halves>
        <div className={photo ? 'photo' : 'photo none'}>
          {photo ? <img src={photo} alt="As it will be sent" /> : <Icon path={iconImage} />}
        </div>
        <div className={place ? 'ground' : 'ground none'}>
          {place ? <MiniMap place={place} symbol={symbol} /> : <Icon path={iconLocationOff} />}
        </div>
        <Button variant="text" onClick={choose} disabled={room <= 0}>
          <Icon path={iconPhotoCamera} size={22} />
          {first ? 'Add another' : 'Take a photo'}
        </Button>
        <Button variant={place && precisionOfPlace(place.accuracyM, ageMs).band === 'exact' ? 'text' : 'contained'} onClick={onMovePin}>
          Move the pin
        </Button>
      </Halves>
      {issue && <Issue role="alert">{issue}</Issue>}
      <PhotoFields {...photos} />
      <Words aria-label="Location">
        <PlaceLines place={place} area={area} trouble={trouble} ageMs={ageMs} />
        <div className="acts">
          <Button variant="text" onClick={onFindMe}>
            <Icon path={iconMyLocation} size={22} />
            Find me
          </Button>
          {place && (
            <>
              <IconButton component={Link} to={mapPath(place)} aria-label="View on map">
                <Icon path={iconMap} />
              </IconButton>
              <IconButton
                href={externalMapUrl(place.latitude, place.longitude)}
                target="_blank"
                rel="noopener noreferrer"
                aria-label="Open in maps"
              >
                <Icon path={iconOpenInNew} />
              </IconButton>
            </>
          )}
        </div>
      </Words>
    </Frame>
  )
}
