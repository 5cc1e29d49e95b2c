import { UserPatch } from '@trailwarden/api'
import type { Person } from '@trailwarden/domain'
import { useCallback } from 'react'
import { useNavigate, useParams } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { ACCOUNT_MESSAGES } from '#lib/messages/account.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { PaddedCard } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { DeleteUser } from './delete-user.tsx'
import { askUser, changeUser, mayDo } from './people.ts'

export function UserEdit() {
  const { id = '' } = useParams()
  const { answer } = useAnswer(useCallback(() => askUser(id), [id]))
  return <CentredPage>{answer && (answer.ok ? <UserForm user={answer.value.user} /> : <Notice>{reasonOf(answer)}</Notice>)}</CentredPage>
}

function UserForm({ user }: { user: Person }) {
  const navigate = useNavigate()
  const { site } = usePageData()
  const may = mayDo(useSignedIn(), user)
  const form = useEditForm({
    schema: UserPatch,
    values: { phone: user.phone, role: user.role },
    async save({ phone, role }) {
      // Only changed fields are sent, so that the form doesn't overwrite a role that someone else has changed.
      const patch = { ...(phone !== user.phone && { phone }), ...(role !== user.role && { role }) }
      const answer = await changeUser(user.id, patch)
      return answer.ok ? { ok: true, next: () => navigate('/management/users') } : { ok: false }
    },
  })
  const leave = () => {
    form.unsaved.current = false
    void navigate('/management/users')
  }
  const roles = may.changeRole ? may.roles : [user.role]
  return (
    <>
      <PaddedCard>
        <EditForm form={form} send="Save">
          <TextField label="Name" value={user.displayName} readOnly />
          <TextField label="Email" value={user.email} readOnly />
          <TextField
            {...form.field('phone')}
            label="Phone"
            optional
            type="tel"
            inputMode="tel"
            autoComplete="off"
            readOnly={!may.changePhone}
          />
          <SelectField
            {...form.field('role', { valueAsNumber: true })}
            label="Role"
            help={may.changeRole ? ACCOUNT_MESSAGES.roleHelp : ACCOUNT_MESSAGES.roleClosed}
            disabled={!may.changeRole}
            options={roles.map((value) => ({ value, title: site.roleTitles[value] ?? String(value) }))}
          />
        </EditForm>
      </PaddedCard>
      {may.delete && <DeleteUser id={user.id} onDelete={leave} />}
    </>
  )
}
