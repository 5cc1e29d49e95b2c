import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#testing/show.tsx'
import { FactList } from './popup.tsx'

test('UX-2.10 preserves paragraphs in notes', () => {
  const notes = 'The way from town to the trail head.\n\nAdditional Notes\n \nPart of it is a shared path.\nGive way to walkers.'
  show(
    <FactList
      facts={[
        ['Area', 'St Helens'],
        ['Notes', notes],
        ['Kind', null],
      ]}
    />,
  )
  expect(screen.getAllByRole('paragraph').map(({ textContent }) => textContent)).toEqual([
    'The way from town to the trail head.',
    'Additional Notes',
    'Part of it is a shared path.\nGive way to walkers.',
  ])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toContain('Not recorded')
})
