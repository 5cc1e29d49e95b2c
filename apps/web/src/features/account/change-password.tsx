import { Link, useNavigate } from 'react-router'
import { useAnswer } from '#data/use-answer.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { PaddedCard } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { PasswordField } from '#ui/form/field.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { changePassword } from './account.ts'
import { ChangePasswordForm, NewPasswordFields } from './login/new-password.tsx'
import { askPasskeys } from './passkey.ts'

const Forgotten = styled('p')({ '& a': { display: 'inline-block', padding: '12px 4px', color: colour('link'), fontWeight: 600 } })

export function ChangePassword() {
  const person = useSignedIn()
  const navigate = useNavigate()
  const { answer: passkeys } = useAnswer(askPasskeys)
  const hasPasskey = passkeys?.ok && passkeys.value.passkeys.length > 0
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
        {hasPasskey && <Notice>You can no longer log in with just your password.</Notice>}
        <EditForm form={form} send="Save">
          {/* Password managers need to know which account the password belongs to. */}
          <input type="text" autoComplete="username" value={person.email} readOnly hidden />
          <PasswordField {...form.field('current')} label="Current password" autoComplete="current-password" />
          <NewPasswordFields form={form} label="New password" />
          <Notice>You’ll be logged out on all your other devices.</Notice>
        </EditForm>
        <Forgotten>
          Forgotten your password? <Link to="/reset-password">Reset it by email</Link>
        </Forgotten>
      </PaddedCard>
    </CentredPage>
  )
}
