import { rolesToGrant, UserCreate } from '@trailwarden/api'
import { INVITATION_DAYS, MEMBER } from '@trailwarden/domain'
import { useNavigate } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { PaddedCard } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { iconPersonAdd } from '#ui/icons/screen-icons.ts'
import { addUser } from './people.ts'

export function UserAdd() {
  const navigate = useNavigate()
  const { site } = usePageData()
  const roles = rolesToGrant(useSignedIn())
  const form = useEditForm({
    schema: UserCreate,
    values: { displayName: '', email: '', role: MEMBER },
    async save(input) {
      const answer = await addUser(input)
      if (answer.ok) return { ok: true, next: () => navigate('/management/users') }
      return answer.code === 'email-unavailable' ? { ok: false, field: 'email', message: reasonOf(answer) } : { ok: false }
    },
  })
  return (
    <CentredPage>
      <PaddedCard>
        <EditForm form={form} send="Save" icon={iconPersonAdd}>
          <TextField {...form.field('displayName')} label="Name" help="First name, or first and last name" autoComplete="off" />
          <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="off" />
          <SelectField
            {...form.field('role', { valueAsNumber: true })}
            label="Role"
            options={roles.map((value) => ({ value, title: site.roleTitles[value] ?? String(value) }))}
          />
          <Notice>We’ll email them a link to set a password. The link works for {INVITATION_DAYS} days.</Notice>
        </EditForm>
      </PaddedCard>
    </CentredPage>
  )
}
