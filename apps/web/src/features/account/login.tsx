import Button from '@mui/material/Button'
import { LoginRequest } from '@trailwarden/domain'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { signedInAs } from '#data/session.ts'
import { SiteCard } from '#parts/site-card.tsx'
import { Muted } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight, iconLogin } from '#ui/icons.ts'
import { LinkList } from '#ui/link-list.tsx'
import { logIn, loginReason } from './account.ts'

export function Login() {
  const { site } = usePageData()
  const form = useEditForm({
    schema: LoginRequest,
    values: { email: '', password: '' },
    keepsEdits: false,
    startsReady: true,
    async save(input) {
      const answer = await logIn(input)
      // Being signed in leads on from here: the route's guard knows where to.
      if (answer.ok) return { ok: true, next: () => signedInAs(answer.value.person) }
      return { ok: false, field: 'password', message: loginReason(answer), clear: answer.code === 'no-answer' ? [] : ['password'] }
    },
  })
  return (
    <CentredPage>
      <SiteCard>
        <EditForm form={form} send="Login" icon={iconLogin}>
          <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="username" />
          <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        </EditForm>
        <Button component={Link} to="/reset-password">
          Reset password
        </Button>
      </SiteCard>
      <LinkList as="nav" aria-label="Other ways">
        <Link to="/register">
          Register
          <Icon path={iconChevronRight} />
        </Link>
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
