import { styled } from '@mui/material/styles'
import { useParams } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { useDraft } from '#data/use-records.ts'
import { REFUSALS } from '#lib/messages/refusal.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { Notice } from '#ui/notice.tsx'
import { ActionForm, type Save } from './action-form.tsx'
import { patchOf } from './action-values.ts'
import { editAction, mayDo, useAction } from './actions.ts'

const Page = styled('div')({ padding: 16 })

export function ActionEdit() {
  const { id = '' } = useParams()
  const { site } = usePageData()
  const me = useSignedIn()
  const device = useDevice()
  const action = useAction(id)
  const draftKey = `action ${id}`
  const draft = useDraft(draftKey)
  const save: Save = (values, start, photo, noteId) =>
    editAction(device, id, patchOf(values, start, noteId), { draft: draftKey, ...(photo && { photo }) })
  if (action === undefined || draft.saved === undefined) return null
  if (action === null || !mayDo(me, action, site.memberEdits).edit)
    return (
      <Page>
        <Notice>{REFUSALS[action ? 'not-allowed' : 'not-found']}</Notice>
      </Page>
    )
  return <ActionForm action={action} draft={draft} save={save} />
}
