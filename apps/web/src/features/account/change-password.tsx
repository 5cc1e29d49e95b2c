import { useNavigate } from 'react-router'
import { reasonOf } from '#parts/form/reason.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { PaddedCard } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { PasswordField } from '#ui/form/field.tsx'
import { changePassword } from './account.ts'
import { ChangePasswordForm, NewPasswordFields } from './login/new-password.tsx'

export function ChangePassword() {
  const person = useSignedIn()
  const navigate = useNavigate()
  const form = useEditForm({
    schema: ChangePasswordForm,
    values: { current: '', password: '', confirm: '' },
    leaving: 'free',
    async save({ confirm: _typedAgain, ...input }) {
      const answer = await changePassword(input)
      if (answer.ok) return { ok: true, next: () => navigate('/account/details') }
      if (answer.code === 'wrong-password') return { ok: false, field: 'current', message: reasonOf(answer), clear: ['current'] }
      return answer.code === 'weak-password' ? { ok: false, field: 'password', message: reasonOf(answer) } : { ok: false }
    },
  })
  return (
    <CentredPage>
      <PaddedCard>
        <EditForm form={form} send="Save">
          {/* Password managers need to know which account the password belongs to. */}
          <input type="text" autoComplete="username" value={person.email} readOnly hidden />
          <PasswordField {...form.field('current')} label="Current password" autoComplete="current-password" />
          <NewPasswordFields form={form} label="New password" />
          <Notice>You’ll be logged out on all your other devices.</Notice>
        </EditForm>
      </PaddedCard>
    </CentredPage>
  )
}
