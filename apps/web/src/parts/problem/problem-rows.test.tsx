import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { PhotoRow } from './photo-row.tsx'
import { PlaceRow } from './place-row.tsx'

const createFile = (name: string, type: string) => new File(['not a picture'], name, { type })
const nothing = () => {}
const noPhotos = { photos: { photos: [], taken: {}, stored: [], onChange: nothing }, onTaken: nothing, most: 8 } as const
const place = { latitude: -41.17532, longitude: 148.1121, accuracyM: 6 }
const noPlace = { place: null, name: '', trouble: null, ageMs: 0, onMove: nothing } as const
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const texts = () => screen.getAllByRole('region', { name: 'Location' }).map(({ textContent }) => textContent)

test('UX-2.3 opens the file chooser with Take a photo, also by keyboard', async () => {
  const { user } = show(<PhotoRow {...noPhotos} />)
  const opened = vi.fn((event: Event) => event.preventDefault())
  screen.getByLabelText('Photo', { selector: 'input' }).addEventListener('click', opened)
  await user.tab()
  expect(document.activeElement).toBe(button(/^Take a photo/))
  await user.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledTimes(1)
})

test('refuses a file that isn’t a readable photo, and explains why', async () => {
  const onTaken = vi.fn()
  show(<PhotoRow {...noPhotos} onTaken={onTaken} />)
  const chooser = screen.getByLabelText('Photo', { selector: 'input' })
  // The option "All files" in the file dialog bypasses the list of accepted types.
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(chooser, createFile('map.gif', 'image/gif'))
  expect((await screen.findByRole('alert')).textContent).toBe('You can add JPEG, PNG, WebP and HEIC photos.')
  await user.upload(chooser, createFile('broken.jpg', 'image/jpeg'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Couldn’t read this photo. Take or choose another one.'))
  await user.upload(chooser, createFile('tree.heic', ''))
  const unreadable = 'This browser can’t read HEIC photos. Choose a JPEG, PNG or WebP photo.'
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(unreadable))
  expect(onTaken).not.toHaveBeenCalled()
})

test('ACT-14 shows a photo as it will be sent, and opens all of them with a note and a button to remove each', async () => {
  const photos = [
    { id: 'a', note: '' },
    { id: 'b', note: 'The root' },
  ]
  const onChange = vi.fn()
  const taken = { a: new Blob(['jpeg']), b: new Blob(['jpeg']) }
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: nothing }))
  const { user } = show(<PhotoRow {...noPhotos} photos={{ photos, taken, stored: [], onChange }} />)
  expect((await screen.findByRole<HTMLImageElement>('img', { name: 'Photo as it will be sent' })).src).toBe('blob:one')
  await user.click(button('2 photos Tap to add or remove'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Photos' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/Note for photo 2/).value).toBe('The root')
  await user.type(dialog.getByLabelText(/Note for photo 1/), 'B')
  expect(onChange).toHaveBeenLastCalledWith([{ id: 'a', note: 'B' }, photos[1]])
  await user.click(dialog.getByRole('button', { name: 'Remove photo 1' }))
  expect(onChange).toHaveBeenLastCalledWith([photos[1]])
})

test('ACT-14 accepts at most eight photos', async () => {
  const photos = Array.from({ length: 8 }, (_, i) => ({ id: String(i), note: '' }))
  const { user } = show(<PhotoRow {...noPhotos} photos={{ photos, taken: {}, stored: [], onChange: nothing }} />)
  await user.click(button(/^8 photos/))
  expect(await screen.findByRole('button', { name: 'Add another' })).toHaveProperty('disabled', true)
})

test('UX-2.3 shows the location in one line with its trail and accuracy, and a button to move it', async () => {
  const onMove = vi.fn()
  const { user } = show(<PlaceRow {...noPlace} place={place} name="Bay of Fires" onMove={onMove} />)
  screen.getByText('Bay of Fires · accurate to 6 m')
  screen.getByText('-41.17532, 148.11210')
  await user.click(button('Move the pin'))
  expect(onMove).toHaveBeenCalledTimes(1)
})

test('UX-2.3 a location chosen on the map has no accuracy, and an imprecise or old one shows that', () => {
  show(
    <>
      <PlaceRow {...noPlace} place={{ ...place, accuracyM: null }} />
      <PlaceRow {...noPlace} place={{ ...place, accuracyM: 80 }} name="Icarus" ageMs={250_000} />
    </>,
  )
  const [chosen, old] = texts()
  expect(chosen).toContain('Chosen on the map')
  expect(old).toContain('Icarus · only accurate to 80 m')
  expect(old).toContain('Location from 4 min ago. You may have moved.')
})

test('UX-2.3 explains why there is no location, and offers to choose it on the map', () => {
  show(
    <>
      <PlaceRow {...noPlace} trouble="looking" />
      <PlaceRow {...noPlace} trouble="denied" />
    </>,
  )
  const [looking, denied] = texts()
  expect(looking).toContain('Finding you…')
  expect(denied).toContain('Where is it?Location is off for this site.')
  expect(screen.getAllByRole('button', { name: 'Choose on the map' }).map(({ textContent }) => textContent)).toEqual(['Choose', 'Choose'])
})
