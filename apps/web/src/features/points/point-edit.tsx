import { pickEditableFields } from '@trailwarden/domain'
import { pointKind } from '@trailwarden/domain/point/point-kind'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { useDraft } from '#data/drafts/use-draft.ts'
import { photoValuesOf } from '#parts/photo/photo-values.ts'
import { RecordMissing } from '#parts/record/record-missing.tsx'
import { PointForm, type Save } from './point-form.tsx'
import { editPoint, type SeenPoint, usePoint } from './points.ts'

export function PointEdit() {
  const { id = '' } = useParams()
  const point = usePoint(id)
  if (point === undefined) return null
  if (point === null) return <RecordMissing />
  return <Shown key={id} point={point} />
}

function Shown({ point }: { point: SeenPoint }) {
  const device = useDevice()
  const [start] = useState(() => ({ ...pickEditableFields(pointKind, point), photos: photoValuesOf(point.photos) }))
  const draftKey = `point ${point.id}`
  const draft = useDraft(draftKey)
  if (draft.saved === undefined) return null
  const save: Save = (patch, photos) => editPoint(device, point.id, patch, { draft: draftKey, photos })
  return <PointForm point={point} id={point.id} start={start} draft={draft} save={save} />
}
