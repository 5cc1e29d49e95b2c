import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { PasswordAgainRequest } from '@trailwarden/api'
import { useId } from 'react'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { PasswordField } from '#ui/field.tsx'

type Props = {
  title: string
  text: string
  send: string
  deletes?: boolean
  act: (password: string) => Promise<{ ok: true } | { ok: false; message: string }>
  onClose: () => void
}

/** Asks for the password again: a phone left on a table must not be enough. */
export function PasswordDialog({ title, text, send, deletes = false, act, onClose }: Props) {
  const heading = useId()
  const form = useEditForm({
    schema: PasswordAgainRequest,
    values: { password: '' },
    keepsEdits: false,
    async save({ password }) {
      const done = await act(password)
      return done.ok ? { ok: true } : { ok: false, field: 'password', message: done.message, clear: ['password'] }
    },
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} slotProps={{ paper: { sx: { borderRadius: '20px', width: 480, m: 2 } } }}>
      <DialogTitle id={heading} variant="h2" sx={{ p: '24px 24px 8px' }}>
        {title}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <p>{text}</p>
        <EditForm form={form} send={send} deletes={deletes}>
          <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        </EditForm>
        <Button onClick={onClose}>Cancel</Button>
      </DialogContent>
    </Dialog>
  )
}
