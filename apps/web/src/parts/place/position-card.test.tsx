import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { PositionCard } from './position-card.tsx'

const place = { latitude: -41.175321, longitude: 148.1121, accuracyM: 8 }
const card = () => within(screen.getByRole('region', { name: 'Location' }))
const link = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name })

test('shows the coordinates to read out and their accuracy', () => {
  show(<PositionCard place={place} symbol="action" />)
  card().getByText('-41.17532, 148.11210')
  card().getByText('Accurate to 8 m')
})

test('marks an imprecise fix as rough, and shows no accuracy for a location selected on the map', () => {
  show(
    <>
      <PositionCard place={{ ...place, accuracyM: 51 }} symbol="action" />
      <PositionCard place={{ ...place, accuracyM: null }} symbol="action" />
    </>,
  )
  screen.getByText('Roughly here')
  screen.getByText('Only accurate to 51 m')
  screen.getByText('Chosen on the map')
})

test('View on map opens the location with the record selected, and Open in maps opens another tab', async () => {
  const { user, router } = show(<PositionCard place={place} symbol="action" shows="action-7" />)
  expect(link('Open in maps').href).toContain('query=-41.17532,148.11210')
  expect(link('Open in maps').target).toBe('_blank')
  await user.click(link('View on map'))
  const { pathname, search, hash } = router.state.location
  expect(pathname + search + hash).toBe('/map?show=action-7#-41.17532,148.11210,16')
})

test('if the record has no location, shows that and no links', () => {
  show(<PositionCard place={null} symbol="action" />)
  card().getByText('No location')
  expect(screen.queryByRole('link')).toBeNull()
})
