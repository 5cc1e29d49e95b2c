import { pickEditableFields } from '@trailwarden/domain'
import { pointKind } from '@trailwarden/domain/point/point-kind'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { useDraft } from '#data/drafts/use-draft.ts'
import { placeOf } from '#parts/place/place-in-address.ts'
import { useSiteDataState } from '#parts/trail/site-data.ts'
import { PointForm, type Save } from './point-form.tsx'
import { startOf } from './point-values.ts'
import { addPoint, pointFor, usePoints } from './points.ts'

const BLANK = pickEditableFields(pointKind, pointKind.blank)

/** `?at=lat,lng` sets the point's location. `?replaces=places:lookout` names the record of the network's data to correct. */
export function PointAdd() {
  const device = useDevice()
  const { data, isMissing } = useSiteDataState()
  const points = usePoints()
  const [id] = useState(() => crypto.randomUUID())
  const [search] = useSearchParams()
  const [at] = useState(() => placeOf(search.get('at')))
  const named = search.get('replaces')
  const draftKey = named ? `point new ${named}` : 'point new'
  const draft = useDraft(draftKey)
  if (draft.saved === undefined || !points || (named && !data && !isMissing)) return null
  const known = named && data ? pointFor(data.bundle, points, named) : null
  // If a point already corrects this record, the form edits that point. A point that was just saved doesn't count, because the form then
  // opens its page.
  if (known && known.id !== id) return <Navigate to={`/geopoints/edit/${known.id}`} replace />
  const start = { ...BLANK, photos: [], place: at, ...(named && data && startOf(data.bundle, named)) }
  const save: Save = (patch, photos) => addPoint(device, id, patch, { draft: draftKey, photos })
  return <PointForm point={null} id={id} start={start} draft={draft} save={save} />
}
