import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
afterEach(() => void vi.restoreAllMocks())

test('newest first; a press on a heading sorts by it, a second one the other way round, by keyboard too', async () => {
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

test('search narrows the rows and announces how many are left; when nothing matches one press brings all back', async () => {
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

test('Filter opens a field under each heading and counts those in use', async () => {
  const { user } = showTable()
  await user.click(screen.getByRole('button', { name: 'Filter', expanded: false }))
  await user.type(screen.getByRole('textbox', { name: 'Filter Status' }), 'unres')
  await waitFor(() => expect(titles()).toEqual(['=1+1', 'Tree down']))
  screen.getByRole('button', { name: 'Filter (1)', expanded: true })
})

test('groups have headings with counts that open and close', async () => {
  const { user } = showTable({ groupBy: 'status', expanded: ['Unresolved'] })
  const group = (name: RegExp, expanded: boolean) => screen.getByRole('button', { name, expanded })
  group(/^Unresolved/, true)
  expect(titles()).toEqual(['=1+1', 'Tree down'])
  await user.click(group(/^Resolved/, false))
  expect(titles()).toEqual(['=1+1', 'Tree down', 'Bridge out'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Group by' }), 'Group: none')
  expect(titles()).toEqual(['Bridge out', '=1+1', 'Tree down'])
})

test('CSV takes away the rows that are shown, in their order, and no cell of it is run as a formula', async () => {
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

test('a phone shows cards instead, and keeps sorting and filters behind one button', async () => {
  setWindowWidth(390)
  const { user } = showTable()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Bridge out', '=1+1', 'Tree down'])
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Sort: Title')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['=1+1', 'Bridge out', 'Tree down'])
})

test('without records it says so, and offers nothing to clear', () => {
  showTable({ rows: [] })
  screen.getByText('No hazards yet.')
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})
