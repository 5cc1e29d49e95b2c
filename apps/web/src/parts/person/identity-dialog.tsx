import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { IdentityProof } from '@trailwarden/api'
import { GivenPassword } from '@trailwarden/domain'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { PasswordField } from '#ui/form/field.tsx'
import { reasonOf } from '../form/reason.ts'
import { askPasskey, canUsePasskeys } from './passkey-answer.ts'

const Form = z.object({ password: GivenPassword })
const NOT_USED = 'The passkey wasn’t used. Try again.'

type Props = {
  title: string
  text: string
  send: string
  deletes?: boolean
  hasPasskey?: boolean
  act: (proof: IdentityProof) => Promise<{ ok: true } | { ok: false; message: string }>
  onClose: () => void
}

/** The password or passkey is required again, because an unattended phone must not be enough for sensitive changes. */
export function IdentityDialog({ title, text, send, deletes = false, hasPasskey = true, act, onClose }: Props) {
  const heading = useId()
  const [isAsking, setIsAsking] = useState(false)
  const form = useEditForm({
    schema: Form,
    values: { password: '' },
    leaving: 'free',
    async save({ password }) {
      const done = await act({ password })
      return done.ok ? { ok: true } : { ok: false, field: 'password', message: done.message, clear: ['password'] }
    },
  })
  const fail = (message: string) => form.form.setError('password', { message })
  const provePasskey = async () => {
    setIsAsking(true)
    const asked = await askPasskey()
    if (!asked) fail(NOT_USED)
    else if (!asked.ok) fail(reasonOf(asked))
    else {
      const done = await act({ passkey: asked.value })
      if (!done.ok) fail(done.message)
    }
    setIsAsking(false)
  }
  return (
    <Dialog onClose={onClose} aria-labelledby={heading} slotProps={{ paper: { sx: { borderRadius: '20px', width: 480, m: 2 } } }}>
      <DialogTitle id={heading} variant="h2" sx={{ p: '24px 24px 8px' }}>
        {title}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <p>{text}</p>
        <EditForm form={form} send={send} deletes={deletes}>
          <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        </EditForm>
        {hasPasskey && canUsePasskeys() && (
          <Button disabled={isAsking} onClick={() => void provePasskey()}>
            Use a passkey instead
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
      </DialogContent>
    </Dialog>
  )
}
