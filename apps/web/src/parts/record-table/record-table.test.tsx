import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { firstSyncPosition } from '@trailwarden/sync'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followPerson, whenDeviceOpens } from '#data/device/device-session.ts'
import { show } from '../../testing/show.tsx'
import { setWindowWidth } from '../../testing/window-width.ts'
import type { Column } from './column.ts'
import { RecordTable } from './record-table.tsx'

type Hazard = { id: string; title: string; status: string; createdAt: string }
const rows: Hazard[] = [
  { id: '1', title: 'Tree down', status: 'Unresolved', createdAt: '2026-03-01T00:00:00Z' },
  { id: '2', title: 'Bridge out', status: 'Resolved', createdAt: '2026-03-03T00:00:00Z' },
  { id: '3', title: '=1+1', status: 'Unresolved', createdAt: '2026-03-02T00:00:00Z' },
]
const columns: Column<Hazard>[] = [
  { id: 'title', title: 'Title', type: 'text', value: ({ title }) => title, primary: true },
  { id: 'status', title: 'Status', type: 'text', value: ({ status }) => status, group: ['Unresolved', 'Resolved'] },
  { id: 'createdAt', title: 'Created', type: 'date', value: ({ createdAt }) => createdAt },
]

type Changes = Partial<Parameters<typeof RecordTable<Hazard>>[0]>
const showTable = (changes: Changes = {}) =>
  show(
    <RecordTable
      collection="hazards"
      rows={rows}
      columns={columns}
      timeZone="Australia/Hobart"
      card={({ title }) => <b>{title}</b>}
      empty="No hazards yet."
      {...changes}
    />,
  )

const titles = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
const search = () => screen.getByRole('textbox', { name: 'Search hazards' })
const count = () => screen.getByRole('status').textContent

beforeEach(() => setWindowWidth(1440))
afterEach(() => {
  vi.restoreAllMocks()
  act(() => void followPerson(null))
})

test('TBL-01 sorts newest first by default, by a heading when it’s pressed, and in reverse when it’s pressed again; also by keyboard', async () => {
  const { user } = showTable()
  const heading = (name: string) => screen.getByRole('columnheader', { name })
  expect(titles()).toEqual(['Bridge out', '=1+1', 'Tree down'])
  expect(heading('Created').getAttribute('aria-sort')).toBe('descending')
  await user.click(within(heading('Title')).getByRole('button'))
  expect(titles()).toEqual(['=1+1', 'Bridge out', 'Tree down'])
  expect(heading('Title').getAttribute('aria-sort')).toBe('ascending')
  await user.keyboard('{Enter}')
  expect(titles()).toEqual(['Tree down', 'Bridge out', '=1+1'])
  expect(heading('Title').getAttribute('aria-sort')).toBe('descending')
  expect(heading('Created').getAttribute('aria-sort')).toBeNull()
})

test('TBL-01 narrows the rows by search, announces the count, and clears a search without results with one press', async () => {
  const { user } = showTable()
  expect(count()).toBe('3 hazards')
  await user.type(search(), 'tree')
  await waitFor(() => expect(titles()).toEqual(['Tree down']))
  expect(count()).toBe('1 of 3 hazards')
  await user.type(search(), 'x')
  await screen.findByText('No Hazards match.')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(titles()).toHaveLength(3)
  expect(search()).toHaveProperty('value', '')
})

test('TBL-01 opens a filter field under each heading, and counts the active filters', async () => {
  const { user } = showTable()
  await user.click(screen.getByRole('button', { name: 'Filter', expanded: false }))
  await user.type(screen.getByRole('textbox', { name: 'Filter Status' }), 'unres')
  await waitFor(() => expect(titles()).toEqual(['=1+1', 'Tree down']))
  screen.getByRole('button', { name: 'Filter (1)', expanded: true })
})

test('TBL-01 shows groups with counts under headings that open and close them', async () => {
  const { user } = showTable({ groupBy: 'status', expanded: ['Unresolved'] })
  const group = (name: RegExp, expanded: boolean) => screen.getByRole('button', { name, expanded })
  group(/^Unresolved/, true)
  expect(titles()).toEqual(['=1+1', 'Tree down'])
  await user.click(group(/^Resolved/, false))
  expect(titles()).toEqual(['=1+1', 'Tree down', 'Bridge out'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Group by' }), 'Group: none')
  expect(titles()).toEqual(['Bridge out', '=1+1', 'Tree down'])
})

test('TBL-01 exports the visible rows to CSV in order, with no cell that would run as a formula', async () => {
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`)
  const downloaded = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const onExport = vi.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  const { user } = showTable({ onExport })
  await user.type(search(), 'unres')
  await waitFor(() => expect(titles()).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'CSV' }))
  expect(onExport).toHaveBeenLastCalledWith(2)
  expect(downloaded).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(downloaded).toHaveBeenCalledTimes(1))
  expect(downloaded.mock.contexts[0]).toHaveProperty('download', expect.stringMatching(/^hazards-\d{4}-\d\d-\d\d\.csv$/))
  expect(await blobs[0]?.text()).toBe("Title,Status,Created\r\n'=1+1,Unresolved,02-Mar-26\r\nTree down,Unresolved,01-Mar-26\r\n")
})

test('TBL-02 shows email addresses and phone numbers as links, and names with a photo or initials', () => {
  const contact: Column<Hazard>[] = [
    { id: 'person', title: 'Name', type: 'avatar', value: ({ status }) => status, picture: ({ id }) => (id === '1' ? 'photo-1' : null) },
    { id: 'email', title: 'Email', type: 'email', value: ({ title }) => title },
    { id: 'phone', title: 'Phone', type: 'messaging', value: ({ createdAt }) => createdAt },
  ]
  const people = [
    { id: '1', title: 'ann@example.org?cc=b@example.org', status: 'Ann Hill', createdAt: '+61 491 570 156' },
    { id: '2', title: 'bo@example.org', status: 'Bo Vale', createdAt: 'by post' },
  ]
  showTable({ columns: contact, rows: people })
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(link('bo@example.org')).toBe('mailto:bo@example.org')
  expect(link('ann@example.org?cc=b@example.org')).toBe('mailto:ann@example.org%3Fcc%3Db%40example.org')
  expect(link('+61 491 570 156')).toBe('sms:+61491570156')
  expect(screen.queryByRole('link', { name: 'by post' })).toBeNull()
  const [, ann, bo] = screen.getAllByRole('row')
  expect(ann?.querySelector('img')?.getAttribute('src')).toContain('photo-1')
  expect(bo?.textContent).toContain('BV')
})

test('TBL-01 uses narrow columns in windows under 1400 px, and hides a column only below its own limit', () => {
  const sized: Column<Hazard>[] = [
    { id: 'edit', title: 'Edit', type: 'text', width: 75, narrowWidth: 50, value: () => 'Edit' },
    { id: 'by', title: 'By', type: 'text', width: 118, dropBelow: 1200, value: ({ status }) => status },
  ]
  const widthsAt = (px: number) => {
    setWindowWidth(px)
    showTable({ columns: sized })
    const widths = [...document.querySelectorAll('col')].map((col) => col.getAttribute('width'))
    cleanup()
    return widths
  }
  expect([1440, 1400, 1399, 1280, 1199].map(widthsAt)).toEqual([['75', '118'], ['75', '118'], ['50', '118'], ['50', '118'], ['50']])
})

test('shows cards on a phone, with one button for sorting and filters', async () => {
  setWindowWidth(390)
  const { user } = showTable()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Bridge out', '=1+1', 'Tree down'])
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Sort: Title')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['=1+1', 'Bridge out', 'Tree down'])
})

test('SYN-3 shows that there are no records only after the server has responded, without a button to clear filters', async () => {
  void followPerson({ id: crypto.randomUUID(), displayName: 'Mara' })
  const { db } = await whenDeviceOpens()
  showTable({ rows: [] })
  await screen.findByText('Loading…')
  await db.meta.put({ key: 'position', position: { ...firstSyncPosition('mara', 'phone', Date.now()), completeAtMs: Date.now() } })
  await screen.findByText('No hazards yet.')
  expect(screen.queryByText('Loading…')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})
