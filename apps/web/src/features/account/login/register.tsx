import { AccountRequest } from '@trailwarden/api'
import { wayIn } from '@trailwarden/domain'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { signedInAs } from '#data/session.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { SiteCard } from '#parts/page/site-card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { iconPersonAdd } from '#ui/icons/screen-icons.ts'
import { LinkList } from '#ui/link-list.tsx'
import { register, requestAccount } from '../account.ts'
import { NewPasswordFields, RegisterForm } from './new-password.tsx'

export function Register() {
  const { site } = usePageData()
  const way = wayIn(site.signIn.registration)
  return (
    <CentredPage>
      {way === 'register' && <RegisterCard />}
      {way === 'request' && <RequestCard />}
      {way === null && (
        <Notice>
          Accounts are by invitation only. <Link to="/information/request-account">Ask the trail team</Link> for one.
        </Notice>
      )}
      <LinkList as="nav" aria-label="Other ways">
        <Link to="/login">
          I already have an account
          <Icon path={iconChevronRight} />
        </Link>
      </LinkList>
    </CentredPage>
  )
}

function RequestCard() {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const form = useEditForm({
    schema: AccountRequest,
    values: { displayName: '', email: '' },
    async save(input) {
      const answer = await requestAccount(input)
      return answer.ok ? { ok: true, next: () => setAskedFor(input.email) } : { ok: false }
    },
  })
  if (askedFor)
    return (
      <Notice>
        We’ve sent your request to the trail team. If it’s approved, we’ll send a link to {askedFor} so you can set your password. You can
        close this page.
      </Notice>
    )
  return (
    <SiteCard>
      <EditForm form={form} send="Send request" icon={iconPersonAdd}>
        <TextField {...form.field('displayName')} label="Display name" help="First name, or first and last name" autoComplete="name" />
        <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="username" />
        <Notice>The trail team reviews each request. If it’s approved, we’ll email you a link to set your password.</Notice>
      </EditForm>
    </SiteCard>
  )
}

function RegisterCard() {
  const form = useEditForm({
    schema: RegisterForm,
    values: { displayName: '', email: '', password: '', confirm: '' },
    async save({ confirm: _typedAgain, ...input }) {
      const answer = await register(input)
      if (answer.ok) return { ok: true, next: () => signedInAs(answer.value.person) }
      if (answer.code === 'email-unavailable') return { ok: false, field: 'email', message: reasonOf(answer) }
      return answer.code === 'weak-password' ? { ok: false, field: 'password', message: reasonOf(answer) } : { ok: false }
    },
  })
  return (
    <SiteCard>
      <EditForm form={form} send="Register" icon={iconPersonAdd}>
        <TextField {...form.field('displayName')} label="Display name" help="First name, or first and last name" autoComplete="name" />
        <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="username" />
        <NewPasswordFields form={form} />
      </EditForm>
    </SiteCard>
  )
}
