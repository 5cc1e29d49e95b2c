import { ChangeEmailRequest } from '@trailwarden/api'
import { useNavigate } from 'react-router'
import { reasonOf } from '#parts/reason.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { PaddedCard } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { changeEmail } from './account.ts'

export function ChangeEmail() {
  const person = useSignedIn()
  const navigate = useNavigate()
  const form = useEditForm({
    schema: ChangeEmailRequest,
    values: { email: '', password: '' },
    async save(input) {
      const answer = await changeEmail(input)
      if (answer.ok) return { ok: true, next: () => navigate('/account/details') }
      return answer.code === 'wrong-password'
        ? { ok: false, field: 'password', message: reasonOf(answer), clear: ['password'] }
        : { ok: false }
    },
  })
  return (
    <CentredPage>
      <PaddedCard>
        <EditForm form={form} send="Send">
          <TextField label="Current email" value={person.email} readOnly />
          <TextField {...form.field('email')} label="New email" type="email" inputMode="email" autoComplete="email" />
          <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
          <Notice>A link goes to the new address. Until you follow it, you log in with the current one.</Notice>
        </EditForm>
      </PaddedCard>
    </CentredPage>
  )
}
