import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { ChoiceField } from './choice-field.tsx'

const options = [
  { value: 'low', title: 'Low' },
  { value: 'high', title: 'High' },
  { value: 'extreme', title: 'Extreme' },
]
const choice = (title: string) => screen.getByRole<HTMLInputElement>('radio', { name: title })
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').flatMap(({ checked, value }) => (checked ? [value] : []))

test('labels the group, selects an option when its text is tapped, and deselects the others', async () => {
  const onChange = vi.fn()
  const { user } = show(<ChoiceField label="Rating" name="rating" options={options} onChange={onChange} />)
  screen.getByRole('group', { name: 'Rating' })
  expect(chosen()).toEqual([])
  await user.click(screen.getByText('High'))
  expect(chosen()).toEqual(['high'])
  await user.click(screen.getByText('Low'))
  expect(chosen()).toEqual(['low'])
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('changes the selection with arrow keys, and skips the rest of the group with Tab', async () => {
  const { user } = show(
    <>
      <ChoiceField label="Rating" name="rating" options={options} />
      <button type="button">Next</button>
    </>,
  )
  await user.click(choice('Low'))
  await user.keyboard('{ArrowRight}')
  expect(chosen()).toEqual(['high'])
  expect(document.activeElement).toBe(choice('High'))
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(chosen()).toEqual(['extreme'])
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }))
})

test('announces the error and links it to the group', () => {
  show(<ChoiceField label="Rating" name="rating" options={options} error="Choose a rating." />)
  expect(screen.getByRole('alert').textContent).toBe('Choose a rating.')
  screen.getByRole('group', { name: 'Rating', description: 'Choose a rating.' })
})
