import { ResetPasswordRequest } from '@trailwarden/api'
import { useNavigate } from 'react-router'
import { useLinkToken } from '#parts/link-token.ts'
import { reasonOf } from '#parts/reason.ts'
import { SiteCard } from '#parts/site-card.tsx'
import { Muted } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { TextField } from '#ui/field.tsx'
import { requestReset, resetReason, setPassword } from './account.ts'
import { NewPasswordFields, SetPasswordForm } from './new-password.tsx'

/** Asks for a link; opened by that link, it sets the new password. */
export function ResetPassword() {
  const token = useLinkToken()
  return (
    <CentredPage>
      <SiteCard>{token ? <SetPassword token={token} /> : <RequestLink />}</SiteCard>
    </CentredPage>
  )
}

function RequestLink() {
  const form = useEditForm({
    schema: ResetPasswordRequest,
    values: { email: '' },
    keepsEdits: false,
    async save({ email }) {
      const answer = await requestReset(email)
      return answer.ok ? { ok: true } : { ok: false, field: 'email', message: resetReason(answer) }
    },
  })
  return (
    <EditForm form={form} send="Send">
      <Muted>We send a link to set a new password to this address, if it has an account.</Muted>
      <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="username" />
    </EditForm>
  )
}

function SetPassword({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useEditForm({
    schema: SetPasswordForm,
    values: { password: '', confirm: '' },
    async save({ password }) {
      const answer = await setPassword({ token, password })
      if (answer.ok) return { ok: true, next: () => navigate('/login', { replace: true }) }
      return { ok: false, field: 'password', message: reasonOf(answer) }
    },
  })
  return (
    <EditForm form={form} send="Save">
      <Muted>Choose a new password. Every device that is signed in as you is signed out.</Muted>
      <NewPasswordFields form={form} />
    </EditForm>
  )
}
