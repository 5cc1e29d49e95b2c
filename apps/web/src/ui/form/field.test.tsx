import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { PasswordField, SelectField, TextAreaField, TextField } from './field.tsx'

test('labels a field, and describes it by its help text and then its error', () => {
  show(
    <>
      <TextField label="Phone number" help="With the area code." error="Enter digits only." />
      <TextAreaField label="What is wrong" error="Describe it." />
      <SelectField label="Area" help="Where it is." options={[{ value: 'north', title: 'North' }]} />
    </>,
  )
  const phone = screen.getByRole('textbox', { name: 'Phone number', description: 'With the area code. Enter digits only.' })
  expect(phone.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('textbox', { name: 'What is wrong', description: 'Describe it.' }).getAttribute('aria-invalid')).toBe('true')
  const area = screen.getByRole('combobox', { name: 'Area', description: 'Where it is.' })
  expect(area.getAttribute('aria-invalid')).toBe('false')
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(['Enter digits only.', 'Describe it.'])
})

test('marks an optional field', () => {
  show(<TextField label="Detail" optional />)
  screen.getByLabelText('Detail (optional)')
})

test('focuses the field when its label is tapped', async () => {
  const { user } = show(<TextField label="Name" />)
  await user.click(screen.getByText('Name'))
  await user.keyboard('Ann')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Ann')
})

test('shows a password after Show is pressed, also by keyboard, and hides it after the next press', async () => {
  const { user } = show(<PasswordField label="Password" />)
  const field = screen.getByLabelText('Password')
  await user.type(field, 'one two three')
  expect(field).toHaveProperty('type', 'password')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show password', pressed: false }))
  await user.keyboard('{Enter}')
  expect(field).toMatchObject({ type: 'text', value: 'one two three' })
  await user.click(screen.getByRole('button', { name: 'Show password', pressed: true }))
  expect(field).toHaveProperty('type', 'password')
})

test('selects an option by its label', async () => {
  const options = [
    { value: 1, title: 'Member' },
    { value: 2, title: 'Manager' },
  ]
  const { user } = show(<SelectField label="Role" options={options} />)
  const role = screen.getByRole('combobox', { name: 'Role' })
  await user.selectOptions(role, 'Manager')
  expect(role).toHaveProperty('value', '2')
})
