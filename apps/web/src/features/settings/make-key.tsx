import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { KeyCreate, type KeyMade } from '@trailwarden/api'
import { KEY_SCOPES, type KeyScope, ProgramName } from '@trailwarden/domain'
import { useId } from 'react'
import * as z from 'zod/mini'
import { reasonOf } from '#parts/reason.ts'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { makeKey, SCOPE_TITLES } from './keys.ts'
import { TickField } from './tick-field.tsx'

const LASTS = [
  { value: '30', title: '30 days' },
  { value: '90', title: '3 months' },
  { value: '182', title: '6 months' },
  { value: '365', title: '1 year' },
]
const SCOPES = KEY_SCOPES.map((value) => ({ value, ...SCOPE_TITLES[value] }))

const Form = z.object({ name: ProgramName, scopes: KeyCreate.shape.scopes, days: z.enum(['30', '90', '182', '365']) })
type Values = { name: string; scopes: KeyScope[]; days: string }

/** What the key is for, what it may do, and until when. */
export function MakeKey({ onMade, onClose }: { onMade: (made: KeyMade) => void; onClose: () => void }) {
  const heading = useId()
  const edit = useEditForm<Values, z.infer<typeof Form>>({
    schema: Form,
    values: { name: '', scopes: [], days: '365' },
    keepsEdits: false,
    async save({ name, scopes, days }) {
      const answer = await makeKey({ name, scopes, days: Number(days) })
      if (!answer.ok) return { ok: false, field: 'name', message: answer.code === 'not-valid' ? answer.detail : reasonOf(answer) }
      return { ok: true, next: () => onMade(answer.value) }
    },
  })
  const choose = (chosen: KeyScope[]) =>
    edit.form.setValue('scopes', chosen, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} slotProps={{ paper: { sx: { borderRadius: '20px', width: 480, m: 2 } } }}>
      <DialogTitle id={heading} variant="h2" sx={{ p: '24px 24px 8px' }}>
        Make a key
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <EditForm form={edit} send="Make key">
          <TextField
            {...edit.field('name')}
            label="Name"
            help="Of the sign, page or program that will use it"
            maxLength={60}
            autoComplete="off"
          />
          <TickField
            label="May do"
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
