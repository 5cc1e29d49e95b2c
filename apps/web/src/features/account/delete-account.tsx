import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { DeleteAccountRequest } from '@trailwarden/api'
import { useNavigate } from 'react-router'
import { forgetPerson } from '#data/session.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { PasswordField } from '#ui/form/field.tsx'
import { iconDelete } from '#ui/icons/screen-icons.ts'
import { deleteAccount } from './account.ts'
import { AccountDetails } from './account-details.tsx'

/** The password prevents someone else from deleting the account on an unattended phone. */
export function DeleteAccount() {
  const navigate = useNavigate()
  const cancel = () => void navigate('/account/details', { replace: true })
  const form = useEditForm({
    schema: DeleteAccountRequest,
    values: { password: '' },
    leaving: 'free',
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
        hasAddress
        onClose={cancel}
        aria-labelledby="delete-title"
        slotProps={{ paper: { sx: { borderRadius: '20px', width: 480, m: 2 } } }}
      >
        <DialogTitle id="delete-title" variant="h2" sx={{ p: '24px 24px 8px' }}>
          Are you sure you want to delete your account?
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <p>This is permanent and can’t be undone. Your Actions will stay, with “Former user” in place of your name.</p>
          <EditForm form={form} send="Delete account" icon={iconDelete} deletes>
            <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
          </EditForm>
          <Button onClick={cancel}>Cancel</Button>
        </DialogContent>
      </Dialog>
    </>
  )
}
