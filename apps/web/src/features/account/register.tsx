import { Link } from 'react-router'
import { signedInAs } from '#data/session.ts'
import { reasonOf } from '#parts/reason.ts'
import { SiteCard } from '#parts/site-card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight } from '#ui/icons.ts'
import { LinkList } from '#ui/link-list.tsx'
import { iconPersonAdd } from '#ui/screen-icons.ts'
import { register } from './account.ts'
import { NewPasswordFields, RegisterForm } from './new-password.tsx'

export function Register() {
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
    <CentredPage>
      <SiteCard>
        <EditForm form={form} send="Register" icon={iconPersonAdd}>
          <TextField {...form.field('displayName')} label="Display name" help="First name, or first and last name" autoComplete="name" />
          <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="username" />
          <NewPasswordFields form={form} />
        </EditForm>
      </SiteCard>
      <LinkList as="nav" aria-label="Other ways">
        <Link to="/login">
          I have an account
          <Icon path={iconChevronRight} />
        </Link>
      </LinkList>
    </CentredPage>
  )
}
