import { useParams } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { useDraft } from '#data/use-records.ts'
import { RecordMissing } from '#parts/record-missing.tsx'
import { useSignedIn } from '#parts/signed-in.ts'
import { ActionForm, type Save } from './action-form.tsx'
import { patchOf } from './action-values.ts'
import { editAction, mayDo, useAction } from './actions.ts'
import { ActionNotHere } from './archived-actions.tsx'

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
