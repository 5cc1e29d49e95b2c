import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { ToastList } from './toast-list.tsx'
import { toast, toastWithUndo } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  act(() => vi.runAllTimers())
  vi.useRealTimers()
})

function showNoToast() {
  const shown = show(<ToastList />)
  for (const dismiss of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(dismiss)
  return shown
}

const messages = () => within(screen.getByRole('status', { name: 'Messages' }))

test('announces a toast politely in an existing live region', () => {
  showNoToast()
  const region = screen.getByRole('status', { name: 'Messages' })
  expect(region.getAttribute('aria-live')).toBe('polite')
  expect(region.textContent).toBe('')
  act(() => toast('success', 'Copied'))
  expect(region.textContent).toBe('Copied')
})

test('SHELL-09 UX-2.6 hides a toast after three seconds, and doesn’t repeat one that is already visible', () => {
  showNoToast()
  act(() => toast('error', 'No signal'))
  act(() => void vi.advanceTimersByTime(2000))
  act(() => toast('error', 'No signal'))
  expect(messages().getAllByText('No signal')).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(999))
  messages().getByText('No signal')
  act(() => void vi.advanceTimersByTime(1))
  expect(messages().queryByText('No signal')).toBeNull()
})

test('UX-2.6 shows one toast at a time; the next one replaces it and stays for its full time', () => {
  showNoToast()
  act(() => toast('info', 'Logging in'))
  act(() => void vi.advanceTimersByTime(2500))
  act(() => toast('success', 'Logged in'))
  expect(messages().queryByText('Logging in')).toBeNull()
  act(() => void vi.advanceTimersByTime(2500))
  messages().getByText('Logged in')
  act(() => void vi.advanceTimersByTime(500))
  expect(messages().queryByText('Logged in')).toBeNull()
})

test('SHELL-09 UX-2.6 shows a toast with a link for eight seconds, or until someone follows the link', async () => {
  const { user, router } = showNoToast()
  act(() => toast('success', 'Action 0042 sent', { title: 'See', to: '/actions/view/1' }))
  act(() => void vi.advanceTimersByTime(7900))
  await user.click(messages().getByRole('link', { name: 'See' }))
  expect(router.state.location.pathname).toBe('/actions/view/1')
})

test('UX-2.6 shows longer messages for longer', () => {
  showNoToast()
  const sentence = 'This phone is full. Your changes are still in the form. Free up some space, or save again when you have signal.'
  act(() => toast('error', sentence))
  act(() => void vi.advanceTimersByTime(5000))
  messages().getByText(sentence)
})

test('SHELL-09 hides the toast when Dismiss is pressed', async () => {
  const { user } = showNoToast()
  act(() => toast('info', 'First'))
  await user.click(messages().getByRole('button', { name: 'Dismiss' }))
  expect(messages().queryByText('First')).toBeNull()
})

test('REP-3 SYN-4 lets the person undo each change for its full time, whatever else happens', () => {
  showNoToast()
  const undone: string[] = []
  const changed = (what: string) => act(() => void toastWithUndo('1 changed.', () => undone.push(what), 10_000))
  changed('first')
  act(() => void vi.advanceTimersByTime(9000))
  changed('second')
  act(() => toast('info', 'Sent'))
  const texts = () => [...screen.getByRole('status', { name: 'Messages' }).children].map(({ textContent }) => textContent)
  expect(texts()).toEqual(['1 changed.Undo', '1 changed.Undo', 'Sent'])
  fireEvent.click(messages().getAllByRole('button', { name: 'Undo' })[0] as HTMLElement)
  expect(undone).toEqual(['first'])
  act(() => void vi.advanceTimersByTime(9999))
  expect(texts()).toEqual(['1 changed.Undo'])
  fireEvent.click(messages().getByRole('button', { name: 'Undo' }))
  expect(undone).toEqual(['first', 'second'])
  expect(texts()).toEqual([])
})

test('REP-3 keeps the last four changes that can be undone, so that they don’t fill a small screen', () => {
  showNoToast()
  for (const n of [1, 2, 3, 4, 5]) act(() => void toastWithUndo(`Declined ${n}`, () => {}, 10_000))
  expect(screen.queryByText('Declined 1')).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(4)
  act(() => void vi.advanceTimersByTime(10_000))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
