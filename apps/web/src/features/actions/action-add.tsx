import { isManager } from '@trailwarden/domain'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { useDraft } from '#data/use-records.ts'
import { trailOf } from '#parts/place-filled-in.ts'
import { placeOf } from '#parts/place-in-address.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { ActionForm, type Save } from './action-form.tsx'
import { patchOf } from './action-values.ts'
import { recordAction } from './actions.ts'

const DRAFT = 'action new'

export function ActionAdd() {
  const device = useDevice()
  const draft = useDraft(DRAFT)
  const [id] = useState(() => crypto.randomUUID())
  const manages = isManager(useSignedIn())
  const [search] = useSearchParams()
  const [at] = useState(() => placeOf(search.get('at')))
  const { site } = usePageData()
  const [on] = useState(() => trailOf(search, site.areas))
  const save: Save = (values, start, photos, noteId) => {
    const { area, rating, status } = values
    // Required fields are sent even if unchanged; rating and status are for managers.
    const required = { area, ...(manages && { rating, status }) }
    return recordAction(device, id, { ...patchOf(values, start, noteId), ...required }, { draft: DRAFT, photos })
  }
  if (draft.saved === undefined) return null
  return <ActionForm action={null} at={at} on={on} draft={draft} save={save} />
}
