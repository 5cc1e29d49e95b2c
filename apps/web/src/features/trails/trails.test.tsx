import { ThemeProvider } from '@mui/material/styles'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { setPageData } from '#data/page-data.ts'
import { setSiteData } from '#parts/site-data.ts'
import { trailData, trailPageData } from '#testing/trail-data.ts'
import { theme } from '#ui/theme.ts'
import { Trails } from './trails.tsx'

beforeEach(() => {
  setPageData(trailPageData)
  setSiteData(trailData)
})

function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/trails/:slug?', element: <Trails /> },
      { path: '/404', element: <h1>Page Not Found</h1> },
    ],
    { initialEntries: [path] },
  )
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  )
  return { router, user: userEvent.setup() }
}

const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent)

test('TRAILS-1 the list says grade, length, kind, status and age of each trail; each network says its own', () => {
  open('/trails')
  const group = screen.getByRole('region', { name: 'St Helens Open' })
  const row = within(group).getByRole('link', { name: /^Old Salty Dog/ })
  expect(row.textContent).toMatch(/Old Salty Dog Blue, intermediate, 2\.0 km · Descent Open 2 h ago/)
  expect(row.getAttribute('href')).toBe('/trails/old-salty-dog')
  expect(within(group).getByText('6 trails')).toBeDefined()
  expect(within(group).getByRole('heading', { name: 'Link trails' })).toBeDefined()
})

test('TRAILS-1 chips and search combine and stand in the address; where nothing matches, one button clears them', async () => {
  const { router, user } = open('/trails?grade=black')
  expect(rows()).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Blue' }))
  expect(rows()).toHaveLength(4)
  await user.click(screen.getByRole('button', { name: 'Black' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search trails' }), 'salty')
  expect(router.state.location.search).toBe('?q=salty&grade=blue')
  expect(screen.getByRole('status').textContent).toBe('1 of 7 trails')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Network' }), 'Bay of Fires')
  expect(screen.getByRole('heading', { name: 'No trail matches' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(router.state.location.search).toBe('')
  expect(rows()).toHaveLength(7)
})

test('TRAILS-2 a trail says what it is, how it is, and how much of a ride it is', () => {
  open('/trails/old-salty-dog')
  const main = document.body
  expect(screen.getByRole('heading', { name: 'Old Salty Dog' })).toBeDefined()
  screen.getByRole('button', { name: /^Confirmed 2 h ago/ })
  for (const words of ['Blue, intermediate · St Helens', 'Open', 'Soft after rain.', 'Status of the network'])
    expect(within(main).getByText(words)).toBeDefined()
  const numbers = [...(document.querySelector('dl')?.children ?? [])].map((one) => one.textContent)
  // 2 km: 6 and 12 min, with 2 for 20 m of climb.
  expect(numbers).toEqual(['Length2.0 km', 'Climb20 m', 'Descent160 m', 'Ride10–15 min'])
  expect(screen.getByRole('img', { name: /^Elevation from 200 m at the start to 60 m at the finish/ })).toBeDefined()
  expect(within(main).getByText('One way, downhill')).toBeDefined()
  expect(within(main).getByText('The long way down.')).toBeDefined()
})

test('TRAILS-2 posts stand in riding order with signal in words and the distance from the start, hazards between them', () => {
  open('/trails/old-salty-dog')
  const strip = screen.getByRole('region', { name: 'Posts on the way' })
  const stops = within(strip)
    .getAllByRole('listitem')
    .map((stop) => stop.textContent?.replace(/\s+/g, ' ').trim())
  expect(stops.slice(0, 5)).toEqual([
    'Start',
    'SH07 Telstra signal good, 500 m from the start',
    'Loose rock 500 m after SH07, towards SH08 · reported 16-Nov-19',
    'SH08 Telstra signal none, 1.5 km from the start',
    'Finish 2.0 km',
  ])
  expect(
    within(screen.getByRole('region', { name: 'Reported problems' }))
      .getByRole('link')
      .getAttribute('href'),
  ).toMatch(/^\/map\?show=hazards:loose-rock#/)
})

test('TRAILS-2 over 12 posts fold; what is not known is left out, and an unknown trail is no page', () => {
  const { router } = open('/trails/bay-of-fires')
  expect(screen.getByText('BF01 to BF13, 13 posts')).toBeDefined()
  for (const unknown of ['Climb', 'Descent', 'Ride', 'Elevation', 'Direction']) expect(screen.queryByText(unknown)).toBeNull()
  expect(router.state.location.pathname).toBe('/trails/bay-of-fires')
})

test('TRAILS-3 an address without a trail leads to "Page Not Found"', async () => {
  open('/trails/nowhere')
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeDefined()
})

test('TRAILS-2 a visitor reports with the trail filled in; directions lead to the trail head', () => {
  open('/trails/old-salty-dog')
  expect(screen.getByRole('link', { name: 'Report a problem here' }).getAttribute('href')).toBe(
    '/report?area=St+Helens&trail=Old+Salty+Dog',
  )
  expect(screen.getByRole('link', { name: 'Directions' }).getAttribute('href')).toMatch(/destination=-41\.30\d+,148\.2/)
  expect(screen.getByRole('link', { name: 'See on map' }).getAttribute('href')).toMatch(
    /^\/map\?show=trails:old-salty-dog#-41\.30\d+,148\.2\d+,1\d/,
  )
})
