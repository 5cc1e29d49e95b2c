import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { PhotoAndPlace } from './photo-and-place.tsx'

const aFile = (name: string, type: string) => new File(['not a picture'], name, { type })
const nothing = () => {}
const place = { latitude: -41.17532, longitude: 148.1121, accuracyM: 6 }
const empty = {
  photos: { photos: [], taken: {}, stored: [], onChange: nothing },
  onTaken: nothing,
  place: null,
  area: '',
  symbol: 'action',
  trouble: null,
  onMovePin: nothing,
  onFindMe: nothing,
} as const
const button = (name: string) => screen.getByRole('button', { name })

test('UX-2.3 opens the file chooser with Take a photo, also by keyboard', async () => {
  const { user } = show(<PhotoAndPlace {...empty} />)
  expect(screen.queryByRole('button', { name: /Remove photo/ })).toBeNull()
  const opened = vi.fn((event: Event) => event.preventDefault())
  screen.getByLabelText('Photo', { selector: 'input' }).addEventListener('click', opened)
  await user.tab()
  expect(document.activeElement).toBe(button('Take a photo'))
  await user.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledTimes(1)
})

test('refuses a file that isn’t a readable JPEG, and explains why', async () => {
  const onTaken = vi.fn()
  show(<PhotoAndPlace {...empty} onTaken={onTaken} />)
  const chooser = screen.getByLabelText('Photo', { selector: 'input' })
  // The option "All files" in the file dialog bypasses the list of accepted types.
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(chooser, aFile('map.png', 'image/png'))
  expect((await screen.findByRole('alert')).textContent).toBe('You can only add JPEG photos.')
  await user.upload(chooser, aFile('broken.jpg', 'image/jpeg'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Couldn’t read this photo. Take or choose another one.'))
  expect(onTaken).not.toHaveBeenCalled()
})

test('ACT-14 shows each photo as it will be sent, with a note and a button to remove it', async () => {
  const photos = [
    { id: 'a', note: '' },
    { id: 'b', note: 'The root' },
  ]
  const onChange = vi.fn()
  const taken = { a: new Blob(['jpeg']), b: new Blob(['jpeg']) }
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: nothing }))
  const { user } = show(<PhotoAndPlace {...empty} photos={{ photos, taken, stored: [], onChange }} />)
  expect((await screen.findByRole<HTMLImageElement>('img', { name: 'As it will be sent' })).src).toBe('blob:one')
  button('Add another')
  expect(screen.getByLabelText<HTMLInputElement>(/Note for photo 2/).value).toBe('The root')
  await user.type(screen.getByLabelText(/Note for photo 1/), 'B')
  expect(onChange).toHaveBeenLastCalledWith([{ id: 'a', note: 'B' }, photos[1]])
  await user.click(button('Remove photo 1'))
  expect(onChange).toHaveBeenLastCalledWith([photos[1]])
})

test('ACT-14 accepts at most eight photos', () => {
  const photos = Array.from({ length: 8 }, (_, i) => ({ id: String(i), note: '' }))
  show(<PhotoAndPlace {...empty} photos={{ photos, taken: {}, stored: [], onChange: nothing }} />)
  expect(button('Add another')).toHaveProperty('disabled', true)
})

test('UX-2.3 shows the location’s area, accuracy, coordinates and map links, and always Move the pin and Find me', async () => {
  const [onMovePin, onFindMe] = [vi.fn(), vi.fn()]
  const { user } = show(<PhotoAndPlace {...empty} place={place} area="Bay of Fires" onMovePin={onMovePin} onFindMe={onFindMe} />)
  screen.getByText('Bay of Fires · accurate to 6 m')
  screen.getByText('-41.17532, 148.11210')
  for (const name of ['View on map', 'Open in maps']) screen.getByRole('link', { name })
  await user.click(button('Move the pin'))
  await user.click(button('Find me'))
  expect([onMovePin, onFindMe].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('UX-2.3 explains why there is no location, what to do about it, and that the person can save without one', () => {
  show(
    <>
      <PhotoAndPlace {...empty} trouble="looking" />
      <PhotoAndPlace {...empty} trouble="denied" />
    </>,
  )
  expect(screen.getAllByText('No location')).toHaveLength(2)
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
    'Finding your location… You can save without it.',
    'Location is off for this site. Turn it on, or choose the place on the map.',
  ])
  expect(screen.getAllByRole('button', { name: 'Move the pin' })).toHaveLength(2)
})
