import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { WEBHOOK_EVENTS, WebhookCreate, type WebhookEvent, type WebhookMade } from '@trailwarden/api'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { ConfirmProgram } from '#parts/programs/confirm-program.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextField } from '#ui/form/field.tsx'
import { TickField } from '#ui/form/tick-field.tsx'
import { addWebhook, EVENT_TITLES } from './webhooks.ts'

const EVENTS = WEBHOOK_EVENTS.map((value) => ({ value, ...EVENT_TITLES[value] }))

const { name, url, events } = WebhookCreate.shape
const Form = z.object({ name, url, events })
type Wanted = z.infer<typeof Form>
type Values = { name: string; url: string; events: WebhookEvent[] }

export function AddWebhook({ onMade, onClose }: { onMade: (made: WebhookMade) => void; onClose: () => void }) {
  const heading = useId()
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const edit = useEditForm<Values, Wanted>({
    schema: Form,
    values: { name: '', url: '', events: [] },
    leaving: 'free',
    async save(input) {
      setWanted(input)
      // The form stays open until the confirmation dialog succeeds.
      return { ok: false }
    },
  })
  const choose = (chosen: WebhookEvent[]) =>
    edit.form.setValue('events', chosen, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  if (wanted)
    return (
      <ConfirmProgram
        send="Add webhook"
        act={(proof) => addWebhook({ ...wanted, proof })}
        onDone={onMade}
        onImpossible={(why) => {
          setWanted(null)
          edit.form.setError('url', { type: 'server', message: `Couldn’t add the webhook: ${why}` })
        }}
        onClose={() => setWanted(null)}
      />
    )
  return (
    <Dialog onClose={onClose} aria-labelledby={heading} slotProps={{ paper: { sx: { borderRadius: '20px', width: 480, m: 2 } } }}>
      <DialogTitle id={heading} variant="h2" sx={{ p: '24px 24px 8px' }}>
        Add a webhook
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <EditForm form={edit} send="Continue">
          <TextField {...edit.field('name')} label="Name" help="The system that receives the messages" maxLength={60} autoComplete="off" />
          <TextField
            {...edit.field('url')}
            label="Address"
            help="Must begin with https://"
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
