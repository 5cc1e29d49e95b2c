import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { KeyCreate, type KeyMade } from '@trailwarden/api'
import { KEY_SCOPES, type KeyScope, ProgramName } from '@trailwarden/domain'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { ConfirmProgram } from '#parts/programs/confirm-program.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { TickField } from '#ui/form/tick-field.tsx'
import { makeKey, SCOPE_TITLES } from './keys.ts'

const LASTS = [
  { value: '30', title: '30 days' },
  { value: '90', title: '3 months' },
  { value: '182', title: '6 months' },
  { value: '365', title: '1 year' },
]
const SCOPES = KEY_SCOPES.map((value) => ({ value, ...SCOPE_TITLES[value] }))

const Form = z.object({ name: ProgramName, scopes: KeyCreate.shape.scopes, days: z.enum(['30', '90', '182', '365']) })
type Values = { name: string; scopes: KeyScope[]; days: string }

export function MakeKey({ onMade, onClose }: { onMade: (made: KeyMade) => void; onClose: () => void }) {
  const heading = useId()
  const [wanted, setWanted] = useState<Omit<KeyCreate, 'proof'> | null>(null)
  const edit = useEditForm<Values, z.infer<typeof Form>>({
    schema: Form,
    values: { name: '', scopes: [], days: '365' },
    leaving: 'free',
    async save({ name, scopes, days }) {
      setWanted({ name, scopes, days: Number(days) })
      // The form stays open until the confirmation dialog succeeds.
      return { ok: false }
    },
  })
  const choose = (chosen: KeyScope[]) =>
    edit.form.setValue('scopes', chosen, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  if (wanted)
    return (
      <ConfirmProgram
        send="Create API key"
        act={(proof) => makeKey({ ...wanted, proof })}
        onDone={onMade}
        onImpossible={(why) => {
          setWanted(null)
          edit.form.setError('name', { type: 'server', message: `Couldn’t create the key: ${why}` })
        }}
        onClose={() => setWanted(null)}
      />
    )
  return (
    <Dialog onClose={onClose} aria-labelledby={heading} slotProps={{ paper: { sx: { borderRadius: '20px', width: 480, m: 2 } } }}>
      <DialogTitle id={heading} variant="h2" sx={{ p: '24px 24px 8px' }}>
        Create API key
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <EditForm form={edit} send="Continue">
          <TextField
            {...edit.field('name')}
            label="Name"
            help="The sign, website or program that will use the key"
            maxLength={60}
            autoComplete="off"
          />
          <TickField
            label="Permissions"
            options={SCOPES}
            chosen={edit.form.watch('scopes')}
            onChange={choose}
            error={edit.form.getFieldState('scopes', edit.form.formState).error?.message}
          />
          <SelectField {...edit.field('days')} label="Works for" options={LASTS} />
        </EditForm>
        <Button onClick={onClose}>Cancel</Button>
      </DialogContent>
    </Dialog>
  )
}
