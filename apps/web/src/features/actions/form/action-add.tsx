import { isManager } from '@trailwarden/domain'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { useDraft } from '#data/drafts/use-draft.ts'
import { usePageData } from '#data/page-data.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { trailOf } from '#parts/place/place-filled-in.ts'
import { placeOf } from '#parts/place/place-in-address.ts'
import { recordAction } from '../actions.ts'
import { ActionForm, type Save } from './action-form.tsx'
import { patchOf } from './action-values.ts'

const DRAFT = 'action new'

export function ActionAdd() {
  const device = useDevice()
  const draft = useDraft(DRAFT, { savedOnLeave: true })
  const [id] = useState(() => crypto.randomUUID())
  const manages = isManager(useSignedIn())
  const [search] = useSearchParams()
  const [at] = useState(() => placeOf(search.get('at')))
  const { site } = usePageData()
  const [on] = useState(() => trailOf(search, site.areas))
  const save: Save = (values, start, photos, noteId) => {
    const { area, rating, status } = values
    // These fields are required, so they are sent even if unchanged. Only managers set the rating and status.
    const required = { area, ...(manages && { rating, status }) }
    return recordAction(device, id, { ...patchOf(values, start, noteId), ...required }, { draft: DRAFT, photos })
  }
  if (draft.saved === undefined) return null
  return <ActionForm action={null} at={at} on={on} draft={draft} save={save} />
}
