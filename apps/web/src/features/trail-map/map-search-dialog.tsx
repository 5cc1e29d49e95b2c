import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type FormEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatCoordinates, formatViewHash, showPath } from '#lib/view-hash.ts'
import type { FeatureRef, LonLat } from '#map/map-data.ts'
import { useSiteData } from '#parts/site-data.ts'
import { WHOLE_PHONE } from '#ui/dialog-paper.ts'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconClose } from '#ui/screen-icons.ts'
import { colour, DESKTOP } from '#ui/theme.ts'
import { isLatitude, isLongitude, parseCoordinates, searchByName } from './find-on-map.ts'
import { nameOfRecord } from './map-records.ts'
import { NamedList } from './named-list.tsx'
import { findRecord } from './site-records.ts'

const PAPER = {
  ...WHOLE_PHONE,
  [DESKTOP]: { position: 'absolute', top: 96, width: 560, height: 'auto', maxHeight: 'calc(100dvh - 128px)', borderRadius: '16px' },
}

const Top = styled('div')({ display: 'flex', alignItems: 'flex-end', gap: 4, padding: '12px 4px 12px 16px', '& > div': { flex: 1 } })
const Status = styled('p')({ padding: '0 16px 10px', fontSize: 14, lineHeight: '20px', color: colour('text2') })
const Hits = styled('div')({ flex: '0 1 auto', overflowY: 'auto' })
const ByNumbers = styled('form')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr auto',
  gap: 12,
  alignItems: 'start',
  padding: 16,
  borderTop: `1px solid ${colour('line')}`,
  '& button': { marginTop: 26, minHeight: 56 },
})

const MOST = 30
const CLOSE_UP = 16

/** By name of a trail, marker or place, or by latitude and longitude. */
export function MapSearchDialog({ label, onClose }: { label: string; onClose: () => void }) {
  const navigate = useNavigate()
  const bundle = useSiteData()?.bundle ?? null
  const [query, setQuery] = useState('')
  const place = parseCoordinates(query)
  const hits = useMemo(() => (bundle ? searchByName(bundle, query, MOST) : []), [bundle, query])
  const goTo = ([lng, lat]: LonLat) => {
    onClose()
    void navigate(`/map${formatViewHash({ lat, lng, zoom: CLOSE_UP })}`, { replace: true })
  }
  const open = (feature: FeatureRef) => {
    const record = bundle && findRecord(bundle, feature)
    if (!record) return
    const { at } = nameOfRecord(record)
    onClose()
    const isLine = record.source === 'trails' || record.source === 'access-routes'
    // Without a place the map stays where it is.
    const hash = at ? formatViewHash({ lat: at[1], lng: at[0], zoom: isLine ? 14 : CLOSE_UP }) : location.hash
    void navigate(showPath(feature, hash), { replace: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (place) goTo(place)
    else if (hits[0]) open(hits[0].feature)
  }
  return (
    <Dialog open onClose={onClose} transitionDuration={0} slotProps={{ paper: { sx: PAPER, 'aria-label': 'Search the map' } }}>
      <form onSubmit={submit}>
        <Top>
          <TextField
            label={label}
            type="search"
            name="query"
            value={query}
            maxLength={100}
            autoComplete="off"
            autoFocus
            onChange={({ target }) => setQuery(target.value)}
          />
          <IconButton aria-label="Close" onClick={onClose}>
            <Icon path={iconClose} />
          </IconButton>
        </Top>
      </form>
      <Status role="status">{statusOf(query, place, hits.length, bundle !== null)}</Status>
      {place && (
        <Hits>
          <Button fullWidth variant="text" onClick={() => goTo(place)}>
            Go to {formatCoordinates(place[1], place[0])}
          </Button>
        </Hits>
      )}
      {!place && (
        <Hits>
          <NamedList items={hits} onOpen={open} />
        </Hits>
      )}
      <NumberForm onPlace={goTo} />
    </Dialog>
  )
}

function statusOf(query: string, place: LonLat | null, hits: number, hasData: boolean): string {
  if (query.trim() === '') return 'Names of trails, emergency posts and places, or two numbers.'
  if (place) return 'A place on the map.'
  if (!hasData) return 'The data of the trails has not arrived yet.'
  if (hits === 0) return 'Nothing of that name.'
  return hits === MOST ? `The first ${MOST}` : `${hits} found`
}

const STEP = '0.00001'

function NumberForm({ onPlace }: { onPlace: (at: LonLat) => void }) {
  const [latitude, setLatitude] = useState('')
  const [longitude, setLongitude] = useState('')
  const [isTried, setIsTried] = useState(false)
  const issue = (typed: string, isRight: (value: number) => boolean, text: string) =>
    isTried && (typed.trim() === '' || !isRight(Number(typed))) ? text : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    const [lat, lng] = [Number(latitude), Number(longitude)]
    if (latitude.trim() !== '' && longitude.trim() !== '' && isLatitude(lat) && isLongitude(lng)) onPlace([lng, lat])
  }
  return (
    <ByNumbers onSubmit={submit} noValidate aria-label="By coordinates">
      <TextField
        label="Latitude"
        type="number"
        min={-90}
        max={90}
        step={STEP}
        inputMode="decimal"
        value={latitude}
        error={issue(latitude, isLatitude, 'From -90 to 90')}
        onChange={({ target }) => setLatitude(target.value)}
      />
      <TextField
        label="Longitude"
        type="number"
        min={-180}
        max={180}
        step={STEP}
        inputMode="decimal"
        value={longitude}
        error={issue(longitude, isLongitude, 'From -180 to 180')}
        onChange={({ target }) => setLongitude(target.value)}
      />
      <Button type="submit" variant="outlined">
        Go
      </Button>
    </ByNumbers>
  )
}
