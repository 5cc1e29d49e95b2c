import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { PhotoDialog } from './photo-dialog.tsx'
import { PhotoTiles } from './photo-tiles.tsx'
import { Thumbnail } from './thumbnail.tsx'

const photo = (id: string, note = '', stored = true) => ({ id, note, stored })

test('ACT-08 ACT-14 shows "No images" if there are no photos', () => {
  show(<PhotoTiles photos={[]} title="Tree down" />)
  screen.getByText('No images')
})

test('ACT-14 at full size, shows other photos with arrow keys and buttons, uses the note as caption, and closes on Escape', async () => {
  const shown: number[] = []
  let isClosed = false
  const photos = [photo('a', 'From below'), photo('b'), photo('c')]
  const of = (i: number) => (
    <PhotoDialog photos={photos} title="Tree down" shown={i} onShow={(next) => shown.push(next)} onClose={() => (isClosed = true)} />
  )
  const { user } = show(of(0))
  screen.getByRole('dialog', { name: 'Photo 1 of 3' })
  screen.getByText('From below')
  expect(screen.getByRole('button', { name: 'Previous photo' })).toHaveProperty('disabled', true)
  await user.keyboard('{ArrowLeft}{ArrowRight}')
  await user.click(screen.getByRole('button', { name: 'Next photo' }))
  expect(shown).toEqual([1, 1])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(isClosed).toBe(true))
})

test('ACT-14 shows the first photo in lists as a small, lazily loaded image, or a grey tile if there is none', () => {
  show(
    <>
      <Thumbnail photos={[photo('a', 'Root'), photo('b')]} />
      <Thumbnail photos={[]} />
      <Thumbnail photos={[photo('c', '', false)]} />
    </>,
  )
  const images = [...document.body.querySelectorAll('img')]
  expect(images.map((image) => [image.getAttribute('src'), image.getAttribute('loading'), image.alt])).toEqual([
    ['/api/photos/a?size=small', 'lazy', ''],
  ])
  expect(document.body.querySelectorAll('svg')).toHaveLength(2)
})
