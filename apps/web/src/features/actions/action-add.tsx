import { isManager } from '@trailwarden/domain'
import { useState } from 'react'
import { usePhone } from '#data/phone-session.ts'
import { useDraft } from '#data/use-records.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { ActionForm, type Save } from './action-form.tsx'
import { patchOf } from './action-values.ts'
import { recordAction } from './actions.ts'

const DRAFT = 'action new'

export function ActionAdd() {
  const phone = usePhone()
  const draft = useDraft(DRAFT)
  const [id] = useState(() => crypto.randomUUID())
  const manages = isManager(useSignedIn())
  const save: Save = (values, start, photo, noteId) => {
    const { area, rating, status } = values
    // What must be there is said even where it is as it began; rating and status are for managers to say.
    const required = { area, ...(manages && { rating, status }) }
    return recordAction(phone, id, { ...patchOf(values, start, noteId), ...required }, { draft: DRAFT, ...(photo && { photo }) })
  }
  if (draft.kept === undefined) return null
  return <ActionForm action={null} draft={draft} save={save} />
}
