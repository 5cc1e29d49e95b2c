import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { WEBHOOK_EVENTS, WebhookCreate, type WebhookEvent, type WebhookMade } from '@trailwarden/api'
import { useId } from 'react'
import { reasonOf } from '#parts/reason.ts'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { TextField } from '#ui/field.tsx'
import { TickField } from './tick-field.tsx'
import { addWebhook, EVENT_TITLES } from './webhooks.ts'

const EVENTS = WEBHOOK_EVENTS.map((value) => ({ value, ...EVENT_TITLES[value] }))

type Values = { name: string; url: string; events: WebhookEvent[] }

/** Whom to tell, where, and of what. */
export function AddWebhook({ onMade, onClose }: { onMade: (made: WebhookMade) => void; onClose: () => void }) {
  const heading = useId()
  const edit = useEditForm<Values, WebhookCreate>({
    schema: WebhookCreate,
    values: { name: '', url: '', events: [] },
    keepsEdits: false,
    async save(input) {
      const answer = await addWebhook(input)
      if (!answer.ok)
        return { ok: false, field: 'url', message: answer.code === 'not-valid' ? `Not possible: ${answer.detail}` : reasonOf(answer) }
      return { ok: true, next: () => onMade(answer.value) }
    },
  })
  const choose = (chosen: WebhookEvent[]) =>
    edit.form.setValue('events', chosen, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} slotProps={{ paper: { sx: { borderRadius: '20px', width: 480, m: 2 } } }}>
      <DialogTitle id={heading} variant="h2" sx={{ p: '24px 24px 8px' }}>
        Add a webhook
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <EditForm form={edit} send="Add webhook">
          <TextField {...edit.field('name')} label="Name" help="Of the system that listens" maxLength={60} autoComplete="off" />
          <TextField
            {...edit.field('url')}
            label="Address"
            help="Begins with https://"
            type="url"
            inputMode="url"
            maxLength={500}
            autoComplete="off"
          />
          <TickField
            label="Send"
            options={EVENTS}
            chosen={edit.form.watch('events')}
            onChange={choose}
            error={edit.form.getFieldState('events', edit.form.formState).error?.message}
          />
        </EditForm>
        <Button onClick={onClose}>Cancel</Button>
      </DialogContent>
    </Dialog>
  )
}
