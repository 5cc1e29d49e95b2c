import { ChangeNameRequest } from '@trailwarden/api'
import { useNavigate } from 'react-router'
import { reasonOf } from '#parts/form/reason.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { PaddedCard } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextField } from '#ui/form/field.tsx'
import { changeName } from './account.ts'

export function ChangeName() {
  const person = useSignedIn()
  const navigate = useNavigate()
  const form = useEditForm({
    schema: ChangeNameRequest,
    values: { displayName: '' },
    async save(input) {
      const answer = await changeName(input)
      if (answer.ok) return { ok: true, next: () => navigate('/account/details') }
      return answer.code === 'not-valid' ? { ok: false, field: 'displayName', message: reasonOf(answer) } : { ok: false }
    },
  })
  return (
    <CentredPage>
      <PaddedCard>
        <EditForm form={form} send="Save">
          <TextField label="Current name" value={person.displayName} readOnly />
          <TextField {...form.field('displayName')} label="New name" autoComplete="name" />
          <Notice>After changing your name, you may need to log in again on other devices.</Notice>
        </EditForm>
      </PaddedCard>
    </CentredPage>
  )
}
