import { ChangeEmailRequest } from '@trailwarden/api'
import { useNavigate } from 'react-router'
import { reasonOf } from '#parts/form/reason.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { PaddedCard } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { PasswordField, TextField } from '#ui/form/field.tsx'
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
          <Notice>We’ll email a link to the new address. Keep using your current email to log in until you’ve opened the link.</Notice>
        </EditForm>
      </PaddedCard>
    </CentredPage>
  )
}
