import { useParams } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { useDraft } from '#data/drafts/use-draft.ts'
import { usePageData } from '#data/page-data.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { RecordMissing } from '#parts/record/record-missing.tsx'
import { editAction, mayDo, useAction } from '../actions.ts'
import { ActionNotHere } from '../lists/archived-actions.tsx'
import { ActionForm, type Save } from './action-form.tsx'
import { patchOf } from './action-values.ts'

export function ActionEdit() {
  const { id = '' } = useParams()
  const { site } = usePageData()
  const me = useSignedIn()
  const device = useDevice()
  const action = useAction(id)
  const draftKey = `action ${id}`
  const draft = useDraft(draftKey)
  const save: Save = (values, start, photos, noteId) => editAction(device, id, patchOf(values, start, noteId), { draft: draftKey, photos })
  if (action === undefined || draft.saved === undefined) return null
  if (action === null) return <ActionNotHere key={id} id={id} />
  if (!mayDo(me, action, site.memberEdits).edit) return <RecordMissing why="not-allowed" />
  return <ActionForm action={action} draft={draft} save={save} />
}
