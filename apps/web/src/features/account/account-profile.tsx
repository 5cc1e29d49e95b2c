import { MePatch } from '@trailwarden/api'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { ACCOUNT_MESSAGES } from '#lib/messages/account.ts'
import { AccountPage } from '#parts/page/account-page.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { PaddedCard } from '#ui/card.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { LinkList } from '#ui/link-list.tsx'
import { changeProfile } from './account.ts'
import { OwnPicture } from './own-picture.tsx'

export function AccountProfile() {
  const { site } = usePageData()
  const person = useSignedIn()
  const form = useEditForm({
    schema: MePatch,
    values: { phone: person.phone },
    async save(input) {
      const answer = await changeProfile(input)
      return answer.ok ? { ok: true, values: { phone: answer.value.person.phone } } : { ok: false }
    },
  })
  return (
    <AccountPage>
      <OwnPicture person={person} />
      <PaddedCard>
        <EditForm form={form} send="Save">
          <TextField {...form.field('phone')} label="Phone" optional type="tel" inputMode="tel" autoComplete="tel" />
          <TextField
            label="Role"
            help={ACCOUNT_MESSAGES.roleClosed}
            value={`${site.roleTitles[person.role]} (Level ${person.role})`}
            disabled
            readOnly
          />
        </EditForm>
      </PaddedCard>
      <LinkList as="nav" aria-label="Your name">
        <Link to="/change-name">
          Change name
          <Icon path={iconChevronRight} />
        </Link>
      </LinkList>
    </AccountPage>
  )
}
