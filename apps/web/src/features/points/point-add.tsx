import { writtenOf } from '@trailwarden/domain'
import { pointKind } from '@trailwarden/domain/point/point-kind'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { placeOf } from '#parts/place-in-address.ts'
import { useSiteDataState } from '#parts/site-data.ts'
import { PointForm } from './point-form.tsx'
import { startOf } from './point-values.ts'
import { addPoint } from './points.ts'

const BLANK = writtenOf(pointKind, pointKind.blank)

/** `?at=lat,lng`: where it is to stand. `?replaces=places:lookout`: what of the network's data it corrects. */
export function PointAdd() {
  const device = useDevice()
  const { data, isMissing } = useSiteDataState()
  const [id] = useState(() => crypto.randomUUID())
  const [search] = useSearchParams()
  const [at] = useState(() => placeOf(search.get('at')))
  const named = search.get('replaces')
  if (named && !data && !isMissing) return null
  const start = { ...BLANK, place: at, ...(named && data && startOf(data.bundle, named)) }
  return <PointForm point={null} id={id} start={start} save={(patch) => addPoint(device, id, patch)} />
}
