import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { DeleteAccountRequest } from '@trailwarden/api'
import { useNavigate } from 'react-router'
import { forgetPerson } from '#data/session.ts'
import { reasonOf } from '#parts/reason.ts'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { PasswordField } from '#ui/field.tsx'
import { iconDelete } from '#ui/screen-icons.ts'
import { deleteAccount } from './account.ts'
import { AccountDetails } from './account-details.tsx'

/** The question over the account's page. The password is asked for again: a phone left on a table must not be enough. */
export function DeleteAccount() {
  const navigate = useNavigate()
  const cancel = () => void navigate('/account/details', { replace: true })
  const form = useEditForm({
    schema: DeleteAccountRequest,
    values: { password: '' },
    keepsEdits: false,
    async save(input) {
      const answer = await deleteAccount(input)
      if (!answer.ok) return { ok: false, field: 'password', message: reasonOf(answer), clear: ['password'] }
      return { ok: true, next: () => void Promise.resolve(navigate('/', { replace: true })).then(forgetPerson) }
    },
  })
  return (
    <>
      <AccountDetails />
      <Dialog
        open
        onClose={cancel}
        aria-labelledby="delete-title"
        slotProps={{ paper: { sx: { borderRadius: '20px', width: 480, m: 2 } } }}
      >
        <DialogTitle id="delete-title" variant="h2" sx={{ p: '24px 24px 8px' }}>
          Are you sure you want to delete your account?
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <p>This is permanent and cannot be restored. What you reported stays, under the name Former user.</p>
          <EditForm form={form} send="Delete account" icon={iconDelete} deletes>
            <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
          </EditForm>
          <Button onClick={cancel}>Cancel</Button>
        </DialogContent>
      </Dialog>
    </>
  )
}
