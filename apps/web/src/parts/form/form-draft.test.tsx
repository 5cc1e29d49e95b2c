import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextField } from '#ui/form/field.tsx'
import { show } from '../../testing/show.tsx'
import { useFormDraft } from './form-draft.tsx'

const Required = z.string().check(z.minLength(1, 'Required'))
const schema = z.object({ words: Required, area: Required })
const AREAS = ['Bay of Fires', 'St Helens'].map((value) => ({ value, title: value }))
const START = { words: '', area: '' }
const noStore = {
  photos: {},
  savedOnLeave: false,
  change: () => undefined,
  flush: async () => undefined,
  keepPhotos: async () => undefined,
  drop: async () => undefined,
}

function Form() {
  const edit = useEditForm({ schema, values: START, save: async () => ({ ok: true }) })
  const saved = { words: 'Fallen tree', area: '' }
  useFormDraft(edit.form, { saved, ...noStore }, { saved, keep: (values) => values, startAgain: () => START })
  return (
    <EditForm form={edit} send="Save">
      <TextField {...edit.field('words')} label="In a few words" />
      <ChoiceField {...edit.field('area')} label="Area" options={AREAS} />
    </EditForm>
  )
}

test('SYNC-01 restores a draft without errors on untouched fields, and one more choice completes it', async () => {
  const { user } = show(<Form />)
  await waitFor(() => expect(screen.getByLabelText('In a few words')).toHaveProperty('value', 'Fallen tree'))
  expect(screen.queryByText('Required')).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'St Helens' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false))
})
