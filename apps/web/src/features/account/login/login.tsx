import { LoginRequest } from '@trailwarden/api'
import { wayIn } from '@trailwarden/domain'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { signedInAs } from '#data/session.ts'
import { SiteCard } from '#parts/page/site-card.tsx'
import { canUsePasskeys } from '#parts/person/passkey-answer.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { PasswordField, TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight, iconLogin } from '#ui/icons/icons.ts'
import { LinkList } from '#ui/link-list.tsx'
import { part } from '#ui/part.tsx'
import { logIn, loginReason } from '../account.ts'
import { PasskeyButton } from './passkey-button.tsx'

/** Sites without single sign-on don't download these parts. */
const SignOnButton = part(() => import('./single-sign-on.tsx').then((m) => m.SignOnButton))
const SignOnReturn = part(() => import('./single-sign-on.tsx').then((m) => m.SignOnReturn))

export function Login() {
  const { site } = usePageData()
  const { registration, singleSignOn } = site.signIn
  const way = wayIn(registration)
  const hasSignal = useHasSignal()
  const [needsPasskey, setNeedsPasskey] = useState(false)
  const form = useEditForm({
    schema: LoginRequest,
    values: { email: '', password: '', recoveryCode: '' },
    leaving: 'free',
    startsReady: true,
    async save(input) {
      const answer = await logIn(input)
      // After login, the route's guard redirects the person.
      if (answer.ok) return { ok: true, next: () => signedInAs(answer.value.person) }
      if (answer.code === 'passkey-needed') {
        setNeedsPasskey(true)
        return { ok: false }
      }
      if (answer.code === 'wrong-recovery-code')
        return { ok: false, field: 'recoveryCode', message: loginReason(answer), clear: ['recoveryCode'] }
      return { ok: false, field: 'password', message: loginReason(answer), clear: answer.code === 'no-answer' ? [] : ['password'] }
    },
  })
  return (
    <CentredPage>
      {singleSignOn && <SignOnReturn />}
      <SiteCard>
        {!hasSignal && <Notice>You need signal to log in. Reports and maps work without it.</Notice>}
        <EditForm form={{ ...form, isReady: form.isReady && hasSignal }} send="Login" icon={iconLogin}>
          <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="username" />
          <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
          {needsPasskey && (
            <>
              <Notice>This account has a passkey. Log in with the passkey, or enter a recovery code.</Notice>
              <TextField
                {...form.field('recoveryCode')}
                label="Recovery code"
                autoComplete="one-time-code"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
              />
            </>
          )}
        </EditForm>
        {canUsePasskeys() && <PasskeyButton />}
        {singleSignOn && <SignOnButton name={singleSignOn} />}
        <Button component={Link} to="/reset-password">
          Reset password
        </Button>
      </SiteCard>
      <LinkList as="nav" aria-label="Other ways">
        {way && (
          <Link to="/register">
            Register
            <Icon path={iconChevronRight} />
          </Link>
        )}
        <Link to="/information/request-account">
          Request an Account
          <Icon path={iconChevronRight} />
        </Link>
        <a href={`mailto:${site.supportEmail}`}>
          Support
          <Icon path={iconChevronRight} />
        </a>
      </LinkList>
      <Muted sx={{ textAlign: 'center' }}>You don’t need an account to see trail status, the map or the guide.</Muted>
    </CentredPage>
  )
}
