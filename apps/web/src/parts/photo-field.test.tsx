import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { PhotoField } from './photo-field.tsx'

const aFile = (name: string, type: string) => new File(['not a picture'], name, { type })
const nothing = () => {}

test('without a photo it says so and offers to add one: the button opens the chooser, by keyboard too', async () => {
  const { user } = show(<PhotoField source={null} onPhoto={nothing} onRemove={nothing} />)
  screen.getByText('No images')
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  const opened = vi.fn((event: Event) => event.preventDefault())
  screen.getByLabelText('Photo', { selector: 'input' }).addEventListener('click', opened)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a photo' }))
  await user.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledTimes(1)
})

test('a file that is no jpg, or cannot be read, is refused with a reason', async () => {
  const onPhoto = vi.fn()
  show(<PhotoField source={null} onPhoto={onPhoto} onRemove={nothing} />)
  const chooser = screen.getByLabelText('Photo', { selector: 'input' })
  // As if "All files" were chosen, which gets past the list of types.
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(chooser, aFile('map.png', 'image/png'))
  expect((await screen.findByRole('alert')).textContent).toBe('Only jpg photos can be used.')
  await user.upload(chooser, aFile('broken.jpg', 'image/jpeg'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This photo could not be read. Take or choose another one.'))
  expect(onPhoto).not.toHaveBeenCalled()
})

test('with a photo it is shown as it will be sent, and can be taken again or removed', async () => {
  const onRemove = vi.fn()
  const { user } = show(<PhotoField source="blob:one" onPhoto={nothing} onRemove={onRemove} />)
  expect(screen.getByRole<HTMLImageElement>('img', { name: 'As it will be sent' }).src).toBe('blob:one')
  screen.getByRole('button', { name: 'Retake' })
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(onRemove).toHaveBeenCalledTimes(1)
})
