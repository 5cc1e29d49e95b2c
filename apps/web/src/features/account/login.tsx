import Button from '@mui/material/Button'
import { LoginRequest } from '@trailwarden/api'
import { wayIn } from '@trailwarden/domain'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { signedInAs } from '#data/session.ts'
import { ACCOUNT_MESSAGES } from '#lib/messages/account.ts'
import { SiteCard } from '#parts/site-card.tsx'
import { Muted } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight, iconLogin } from '#ui/icons.ts'
import { LinkList } from '#ui/link-list.tsx'
import { Notice } from '#ui/notice.tsx'
import { part } from '#ui/part.tsx'
import { toast } from '#ui/toasts.ts'
import { logIn, loginReason } from './account.ts'
import { canUsePasskeys, logInWithPasskey } from './passkey.ts'

/** For those who sign in so alone. */
const SignOnButton = part(() => import('./single-sign-on.tsx').then((m) => m.SignOnButton))
const SignOnReturn = part(() => import('./single-sign-on.tsx').then((m) => m.SignOnReturn))

export function Login() {
  const { site } = usePageData()
  const { registration, singleSignOn } = site.signIn
  const way = wayIn(registration)
  const [needsPasskey, setNeedsPasskey] = useState(false)
  const form = useEditForm({
    schema: LoginRequest,
    values: { email: '', password: '', recoveryCode: '' },
    keepsEdits: false,
    startsReady: true,
    async save(input) {
      const answer = await logIn(input)
      // Being signed in leads on from here: the route's guard knows where to.
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
        <EditForm form={form} send="Login" icon={iconLogin}>
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
            {way === 'register' ? 'Register' : 'Ask for an account'}
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
      <Muted sx={{ textAlign: 'center' }}>You can read trail status, the map and the guide without an account.</Muted>
    </CentredPage>
  )
}

function PasskeyButton() {
  const [isAsking, setIsAsking] = useState(false)
  const press = async () => {
    setIsAsking(true)
    const done = await logInWithPasskey()
    setIsAsking(false)
    if (!done.ok) return toast('error', ACCOUNT_MESSAGES.notLoggedIn(done.message))
    toast('success', ACCOUNT_MESSAGES.loggedIn)
    signedInAs(done.value)
  }
  return (
    <Button variant="outlined" sx={{ minHeight: 56 }} disabled={isAsking} onClick={() => void press()}>
      Log in with a passkey
    </Button>
  )
}
