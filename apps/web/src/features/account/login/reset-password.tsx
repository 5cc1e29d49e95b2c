import { OpenedLink, ResetPasswordRequest } from '@trailwarden/api'
import { TAKE_BACK_DAYS } from '@trailwarden/domain'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '#data/api.ts'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { formatExact } from '#lib/dates.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { SiteCard } from '#parts/page/site-card.tsx'
import { useLinkToken } from '#parts/person/link-token.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextField } from '#ui/form/field.tsx'
import { TickField } from '#ui/form/tick-field.tsx'
import { requestReset, resetReason, setPassword } from '../account.ts'
import { NewPasswordFields, SetPasswordForm } from './new-password.tsx'

export function ResetPassword() {
  const token = useLinkToken()
  return (
    <CentredPage>
      <SiteCard>{token ? <UseLink token={token} /> : <RequestLink />}</SiteCard>
    </CentredPage>
  )
}

function RequestLink() {
  const form = useEditForm({
    schema: ResetPasswordRequest,
    values: { email: '' },
    leaving: 'free',
    async save({ email }) {
      const answer = await requestReset(email)
      return answer.ok ? { ok: true } : { ok: false, field: 'email', message: resetReason(answer) }
    },
  })
  return (
    <EditForm form={form} send="Send">
      <Muted>If there’s an account for this email address, we’ll send a link to set a new password.</Muted>
      <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="username" />
    </EditForm>
  )
}

/** The link either sets a password or recovers the account from someone else, and only the server knows which. */
function UseLink({ token }: { token: string }) {
  const { answer, askAgain } = useAnswer(useCallback(() => callApi('POST', '/api/account/open-link', OpenedLink, { token }), [token]))
  if (!answer) return <Muted role="status">Checking the link…</Muted>
  if (answer.ok) return <SetPassword token={token} link={answer.value} />
  return (
    <>
      <Notice>{reasonOf(answer)}</Notice>
      {answer.code === 'link-expired' ? <RequestLink /> : <Button onClick={askAgain}>Try again</Button>}
    </>
  )
}

function SetPassword({ token, link }: { token: string; link: OpenedLink }) {
  const { timeZone } = usePageData().site
  const [removed, setRemoved] = useState<string[]>([])
  const passkeys = link.newPasskeys.map(({ id, device, createdAt }) => ({
    value: id,
    title: device,
    help: `Added ${formatExact(new Date(createdAt), timeZone)}`,
  }))
  const navigate = useNavigate()
  const form = useEditForm({
    schema: SetPasswordForm,
    values: { password: '', confirm: '' },
    async save({ password }) {
      const answer = await setPassword({ token, password, removePasskeys: removed })
      if (answer.ok) return { ok: true, next: () => navigate('/login', { replace: true }) }
      return { ok: false, field: 'password', message: reasonOf(answer) }
    },
  })
  return (
    <EditForm form={form} send="Save">
      {link.purpose === 'take-back' ? (
        <>
          <Notice>Setting a new password locks out anyone else using your account.</Notice>
          <Muted>
            Choose a new password. You’ll be logged out on all your devices. Then log in with {link.email}.
            {passkeys.length > 0 &&
              ` We’ll remove passkeys added in the last ${TAKE_BACK_DAYS} days: ${passkeys.map(({ title }) => title).join(', ')}.`}
          </Muted>
        </>
      ) : (
        <Muted>Choose a new password. You’ll be logged out on all your devices.</Muted>
      )}
      <NewPasswordFields form={form} />
      {link.purpose === 'set-password' && passkeys.length > 0 && (
        <TickField
          label={`Passkeys added in the last ${TAKE_BACK_DAYS} days. Select any that aren’t yours to remove them.`}
          options={passkeys}
          chosen={removed}
          onChange={setRemoved}
        />
      )}
    </EditForm>
  )
}
