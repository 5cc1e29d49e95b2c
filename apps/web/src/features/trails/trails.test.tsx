import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BLANK_CLOSURE } from '@trailwarden/domain'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { setPageData } from '#data/page-data.ts'
import { setSiteData } from '#parts/trail/site-data.ts'
import { trailData, trailPageData } from '#testing/trail-data.ts'
import { Trails } from './trails.tsx'

beforeEach(() => {
  setPageData(trailPageData)
  setSiteData(trailData)
})

function open(path: string) {
  const router = createMemoryRouter([{ path: '/trails/:slug?', element: <Trails /> }], { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return { router, user: userEvent.setup() }
}

const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent)

test('TRAILS-1 lists each trail’s grade, length, type, status and status age, and each network’s status', () => {
  open('/trails')
  const group = screen.getByRole('region', { name: 'St Helens Open' })
  const row = within(group).getByRole('link', { name: /^Old Salty Dog/ })
  expect(row.textContent).toMatch(/Old Salty Dog Blue, intermediate, 2\.0 km · Descent Open 2 h ago/)
  expect(row.getAttribute('href')).toBe('/trails/old-salty-dog')
  expect(within(group).getByText('6 trails')).toBeDefined()
  expect(within(group).getByRole('heading', { name: 'Link trails' })).toBeDefined()
})

test('TRAILS-1 combines filter chips with search, stores both in the URL, and clears them with one button if nothing matches', async () => {
  const { router, user } = open('/trails?grade=black')
  expect(rows()).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Blue' }))
  expect(rows()).toHaveLength(4)
  await user.click(screen.getByRole('button', { name: 'Black' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search trails' }), 'salty')
  expect(router.state.location.search).toBe('?q=salty&grade=blue')
  expect(screen.getByRole('status').textContent).toBe('1 of 7 trails')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Network' }), 'Bay of Fires')
  expect(screen.getByRole('heading', { name: 'No trails match' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(router.state.location.search).toBe('')
  expect(rows()).toHaveLength(7)
})

test('TRAILS-2 shows a trail’s type, status and figures', () => {
  open('/trails/old-salty-dog')
  const main = document.body
  expect(screen.getByText('Old Salty Dog', { selector: 'h2' })).toBeDefined()
  screen.getByRole('button', { name: /^Confirmed 2 h ago/ })
  for (const words of ['Blue, intermediate · Descent · St Helens', 'Open', 'St Helens: Soft after rain.'])
    expect(within(main).getByText(words)).toBeDefined()
  const numbers = [...(document.querySelector('dl')?.children ?? [])].map((one) => one.textContent)
  // The ride takes 6 to 12 min for 2 km, plus 2 min for the climb of 20 m.
  expect(numbers).toEqual(['Length2.0 km', 'Descent160 m', 'Ride time10–15 min'])
  expect(screen.getByRole('img', { name: /^Elevation from 200 m at the start to 60 m at the finish/ })).toBeDefined()
  expect(within(main).getByText('The long way down.')).toBeDefined()
})

test('TRAILS-2 lists posts in riding order with signal, distance from the start, and the hazards between them', () => {
  open('/trails/old-salty-dog')
  const strip = screen.getByRole('region', { name: 'Emergency posts' })
  expect(within(strip).getByRole('heading', { name: '2 emergency posts' })).toBeDefined()
  expect(within(strip).getByText('SH07 to SH08, with signal levels')).toBeDefined()
  const stops = within(strip)
    .getAllByRole('listitem')
    .map((stop) => stop.textContent?.replace(/\s+/g, ' ').trim())
  expect(stops.slice(0, 5)).toEqual([
    'Start',
    'SH07 Telstra signal good, 500 m from the start',
    'Loose rock 500 m after SH07, towards SH08 · 16-Nov-19',
    'SH08 Telstra signal none, 1.5 km from the start',
    'Finish 2.0 km',
  ])
})

test('TRAILS-2 collapses problems older than a year, and shows when there are no others', () => {
  open('/trails/old-salty-dog')
  const problems = screen.getByRole('region', { name: 'Problems' })
  expect(within(problems).getByText('No open problems reported.')).toBeDefined()
  const fold = within(problems).getByText('1 unchecked problem from 2019').closest('details')
  expect(fold?.open).toBe(false)
  expect(fold?.querySelector('a')?.getAttribute('href')).toMatch(/^\/map\?show=hazards:loose-rock#/)
  cleanup()
  open('/trails/wedged-in')
  expect(screen.getByRole('region', { name: 'Problems' }).textContent).toBe('ProblemsNo open problems reported.')
})

test('TRAILS-2 puts notes for operators at the end of the page', () => {
  const trails = trailData.bundle.trails.map((one) =>
    one.id === 'wedged-in' ? { ...one, notes: 'Narrow.\n\nAdditional Notes\n\nTell customers to ring.' } : one,
  )
  setSiteData({ ...trailData, bundle: { ...trailData.bundle, trails } })
  open('/trails/wedged-in')
  expect(screen.getByRole('region', { name: 'Description' }).textContent).toBe('Narrow.')
  expect(screen.getAllByRole('region').at(-1)?.textContent).toBe('For operatorsTell customers to ring.')
})

test('TRAILS-2 collapses a list of more than 12 posts, and omits unknown values', () => {
  const { router } = open('/trails/bay-of-fires')
  expect(screen.getByText('BF01 to BF13, 13 posts')).toBeDefined()
  for (const unknown of ['Climb', 'Descent', 'Ride time', 'Elevation']) expect(screen.queryByText(unknown)).toBeNull()
  expect(router.state.location.pathname).toBe('/trails/bay-of-fires')
})

test('TRAILS-3 offers all trails at the URL of an unknown trail', () => {
  open('/trails/nowhere')
  expect(screen.getByRole('heading', { name: 'We couldn’t find this trail' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'All trails' }).getAttribute('href')).toBe('/trails')
})

test('TRAILS-2 fills in the trail when a visitor reports a problem, and links to directions to the trailhead', () => {
  open('/trails/old-salty-dog')
  expect(screen.getByRole('link', { name: 'Report' }).getAttribute('href')).toBe('/report?area=St+Helens&trail=Old+Salty+Dog')
  expect(screen.getByRole('link', { name: 'Directions' }).getAttribute('href')).toMatch(/destination=-41\.30\d+,148\.2/)
  expect(screen.getByRole('link', { name: 'Open map' }).getAttribute('href')).toMatch(/^\/map\?show=trails:old-salty-dog$/)
})

function post(of: object, more: object = {}) {
  const { status } = trailPageData
  if (!status) throw new Error('expected the test data to have a status')
  const networks = status.networks.map((network) => (network.id === 'st-helens' ? { ...network, ...of } : network))
  setPageData({ ...trailPageData, status: { ...status, asOf: new Date().toISOString(), networks, ...more } })
}

const closure = (of: object) => ({
  ...BLANK_CLOSURE,
  id: '0190a000-0000-7000-8000-000000000001',
  networkId: 'st-helens',
  ...of,
})

test('STAT-2 shows a trail beside a closed one as Open, names the closure, and lists the closure below the network', () => {
  const partial = { status: 'Partially Open', base: 'Open' }
  post({ ...partial, exceptions: 'Mack 10 closed.', message: 'Greasy.' })
  open('/trails/wedged-in')
  expect(screen.getByText('Elsewhere in the network: Mack 10 closed.')).toBeDefined()
  expect(screen.getByText('St Helens: Greasy.')).toBeDefined()
  expect(screen.queryByText('Partially Open')).toBeNull()
  cleanup()
  const section = closure({ trailId: 'old-salty-dog', section: { from: 'SH07', to: 'SH08' } })
  post({ ...partial, exceptions: 'Part of Old Salty Dog closed.', message: '' }, { closures: [section] })
  open('/trails/wedged-in')
  expect(screen.getByText('Elsewhere in the network: closed between SH07 and SH08.')).toBeDefined()
  cleanup()
  post({ ...partial, message: 'Closed between SH07 and SH08 after a storm' }, { closures: [section] })
  open('/trails/wedged-in')
  expect(screen.getByText('Elsewhere in the network: closed between SH07 and SH08 after a storm.')).toBeDefined()
  cleanup()
  post({ status: 'Partially Open', base: 'Partially Open', message: 'Care everywhere' })
  open('/trails/wedged-in')
  expect(screen.getByText('Partially Open')).toBeDefined()
  expect(screen.getByText('St Helens: Care everywhere')).toBeDefined()
  cleanup()
  post({ ...partial, exceptions: 'Mack 10 closed.', message: 'Greasy.' })
  open('/trails')
  expect(within(screen.getByRole('region', { name: 'St Helens Partially Open' })).getByText('Mack 10 closed. Greasy.')).toBeDefined()
})

test('STAT-4 shows closures planned within 7 days on the trail page and in the list, but no later ones', () => {
  const startsAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  post(
    {},
    {
      closures: [
        closure({ trailId: 'wedged-in', startsAt: startsAt(3), message: 'Trees are being felled' }),
        closure({ trailId: 'old-salty-dog', section: { from: 'SH07', to: 'SH08' }, level: 'Limited', startsAt: startsAt(2) }),
        closure({ trailId: 'mack-9', startsAt: startsAt(8) }),
      ],
    },
  )
  open('/trails')
  const line = (name: RegExp) => screen.getByRole('link', { name }).querySelector('[data-upcoming]')?.textContent?.trim()
  expect(line(/^Wedged In/)).toMatch(/^Closes \w{3} \d\d:\d\d$/)
  expect(line(/^Old Salty Dog/)).toMatch(/^Limited from \w{3} \d\d:\d\d$/)
  expect(line(/^Mack 9/)).toBeUndefined()
  cleanup()
  open('/trails/wedged-in')
  expect(screen.getByText(/^Closes (Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day \d\d:\d\d$/)).toBeDefined()
  expect(screen.getByText('Trees are being felled.')).toBeDefined()
})
