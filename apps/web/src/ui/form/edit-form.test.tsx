import { screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { show } from '../../testing/show.tsx'
import { EditForm, useEditForm } from './edit-form.tsx'
import { TextField } from './field.tsx'

const schema = z.object({ name: z.string().min(1, 'Enter a name.'), town: z.string().min(3, 'Enter at least 3 characters.') })
type Values = z.infer<typeof schema>
type Save = Parameters<typeof useEditForm<Values>>[0]['save']

function Club({ save, startsReady = false }: { save: Save; startsReady?: boolean }) {
  const form = useEditForm<Values>({ schema, values: { name: '', town: '' }, save, startsReady })
  return (
    <>
      <EditForm form={form} send="Save club">
        <TextField label="Name" {...form.field('name')} />
        <TextField label="Town" {...form.field('town')} />
      </EditForm>
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  )
}

const saves: Save = async () => ({ ok: true })
const name = () => screen.getByRole('textbox', { name: 'Name' })
const town = () => screen.getByRole('textbox', { name: 'Town' })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save club' })
const link = () => screen.getByRole('link', { name: 'Elsewhere' })
const question = () => screen.findByRole('dialog', { name: 'Abandon unsaved changes?' })
const waitUntilReady = () => waitFor(() => expect(button().disabled).toBe(false))

test('shows an error under a field when the person leaves it, and removes the error when it’s fixed', async () => {
  const { user } = show(<Club save={saves} />)
  await user.type(town(), 'ab')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.tab()
  expect((await screen.findByRole('alert')).textContent).toBe('Enter at least 3 characters.')
  expect(screen.getByRole('textbox', { description: 'Enter at least 3 characters.' })).toBe(town())
  expect(town().getAttribute('aria-invalid')).toBe('true')
  await user.type(town(), 'c')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('doesn’t save an incomplete form, shows every error, and focuses the first invalid field', async () => {
  const save = vi.fn(saves)
  const { user } = show(<Club save={save} startsReady />)
  town().focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toHaveLength(2))
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(['Enter a name.', 'Enter at least 3 characters.'])
  expect(document.activeElement).toBe(name())
  expect(save).not.toHaveBeenCalled()
})

test('disables the button until there is a valid change to send, and while sending it', async () => {
  let answer = () => {}
  const save = vi.fn<Save>(() => new Promise((resolve) => (answer = () => resolve({ ok: true }))))
  const { user } = show(<Club save={save} />)
  expect(button().disabled).toBe(true)
  await user.type(name(), 'Riders')
  expect(button().disabled).toBe(true)
  await user.type(town(), 'Bay')
  await waitUntilReady()
  await user.click(button())
  await waitFor(() => expect(save).toHaveBeenCalledWith({ name: 'Riders', town: 'Bay' }))
  expect(button().disabled).toBe(true)
  await user.type(town(), '{Enter}')
  answer()
  await waitFor(() => expect(name()).toHaveProperty('value', ''))
  expect(save).toHaveBeenCalledTimes(1)
})

test('shows a server refusal under its field, focuses the field, and keeps the text', async () => {
  const { user } = show(<Club save={async () => ({ ok: false, field: 'town', message: 'There is a club in this town.' })} />)
  await user.type(town(), 'Bay')
  await user.type(name(), 'Riders')
  await waitUntilReady()
  await user.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('There is a club in this town.')
  expect(screen.getByRole('textbox', { description: 'There is a club in this town.' })).toBe(town())
  await waitFor(() => expect(document.activeElement).toBe(town()))
  expect(name()).toHaveProperty('value', 'Riders')
})

test('asks before the person leaves with unsaved edits; Stay keeps the text and Leave discards it', async () => {
  const { user } = show(<Club save={saves} />)
  await user.type(name(), 'Riders')
  await user.click(link())
  await question()
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(name()).toHaveProperty('value', 'Riders')
  await user.click(link())
  await question()
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await screen.findByRole('heading', { name: 'Another page' })
})

test('asks before the page is closed with unsaved edits, but not without edits or after saving', async () => {
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented ? 'asks' : 'closes'
  }
  const { user } = show(<Club save={saves} />)
  expect(closing()).toBe('closes')
  await user.type(name(), 'Riders')
  expect(closing()).toBe('asks')
  await user.type(town(), 'Bay')
  await waitUntilReady()
  await user.click(button())
  await waitFor(() => expect(name()).toHaveProperty('value', ''))
  expect(closing()).toBe('closes')
  await user.click(link())
  await screen.findByRole('heading', { name: 'Another page' })
})

test('doesn’t prompt about unsaved changes when the next screen opens after saving', async () => {
  const shown = show(<Club save={async () => ({ ok: true, next: () => shown.router.navigate('/saved') })} />)
  await shown.user.type(name(), 'Riders')
  await shown.user.type(town(), 'Bay')
  await waitUntilReady()
  await shown.user.click(button())
  await screen.findByRole('heading', { name: 'Another page' })
})

test('sends values that a password manager filled in without an event', async () => {
  const save = vi.fn(saves)
  const { user } = show(<Club save={save} startsReady />)
  for (const [field, value] of [
    [name(), 'Riders'],
    [town(), 'Bay'],
  ] as const)
    Object.assign(field, { value })
  await user.click(button())
  await waitFor(() => expect(save).toHaveBeenCalledWith({ name: 'Riders', town: 'Bay' }))
})
