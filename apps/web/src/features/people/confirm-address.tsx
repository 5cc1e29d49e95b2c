import type { IdentityProof, UserAccess } from '@trailwarden/api'
import { ADMINISTRATOR, Email, type Person } from '@trailwarden/domain'
import { useState } from 'react'
import * as z from 'zod/mini'
import { callApi } from '#data/api.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { IdentityDialog } from '#parts/person/identity-dialog.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextField } from '#ui/form/field.tsx'

const Form = z.object({ email: Email })

type Props = { user: Person; access: UserAccess['people'][number]; onChange: () => void }

/** The address was changed after the backup, so after a restore administrators confirm or correct the address. */
export function ConfirmAddress({ user, access, onChange }: Props) {
  const me = useSignedIn()
  const [email, setEmail] = useState<string | null>(null)
  const form = useEditForm({
    schema: Form,
    values: { email: '' },
    leaving: 'free',
    async save(input) {
      setEmail(input.email)
      return { ok: true }
    },
  })
  if (me.role < ADMINISTRATOR || !access.isAddressDoubtful) return null
  const confirm = async (proof: IdentityProof) => {
    const answer = await callApi('POST', `/api/users/${user.id}/address`, null, { email, proof })
    if (!answer.ok) return { ok: false as const, message: reasonOf(answer) }
    toast('success', 'Email address confirmed')
    setEmail(null)
    onChange()
    return answer
  }
  return (
    <>
      <Notice>
        The server was restored from a backup made before this account’s email address changed. The address shown is the old one and may
        belong to someone else. We won’t send account emails to it until it’s confirmed.{' '}
        {me.id === user.id
          ? 'Change your email address under Account, or ask another administrator to confirm it.'
          : 'Ask the user for their address, but not by email.'}
      </Notice>
      {me.id !== user.id && (
        <EditForm form={form} send="Confirm address">
          <TextField {...form.field('email')} label="Their email address" type="email" inputMode="email" autoComplete="off" />
        </EditForm>
      )}
      {email && (
        <IdentityDialog
          title={`Confirm ${user.displayName}’s address?`}
          text={`The owner of ${email} will be able to set a new password for this account. The user will be logged out everywhere.`}
          send="Confirm address"
          act={confirm}
          onClose={() => setEmail(null)}
        />
      )}
    </>
  )
}
