import { type FormEvent, useState } from 'react'
import type { LonLat } from '#map/map-data.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { isLatitude, isLongitude, LATITUDE_RANGE, LONGITUDE_RANGE } from '../search/find-on-map.ts'

const ByNumbers = styled('form')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr auto',
  gap: 12,
  alignItems: 'start',
  padding: 16,
  borderTop: `1px solid ${colour('line')}`,
  '& button': { marginTop: 26, minHeight: 56 },
})

export function NumberForm({ onPlace }: { onPlace: (at: LonLat) => void }) {
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
        step="0.00001"
        inputMode="decimal"
        value={latitude}
        error={issue(latitude, isLatitude, LATITUDE_RANGE)}
        onChange={({ target }) => setLatitude(target.value)}
      />
      <TextField
        label="Longitude"
        type="number"
        min={-180}
        max={180}
        step="0.00001"
        inputMode="decimal"
        value={longitude}
        error={issue(longitude, isLongitude, LONGITUDE_RANGE)}
        onChange={({ target }) => setLongitude(target.value)}
      />
      <Button type="submit" variant="outlined">
        Go
      </Button>
    </ByNumbers>
  )
}
