import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { ToastList } from './toast-list.tsx'
import { toast } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  act(() => vi.runAllTimers())
  vi.useRealTimers()
})

/** Other tests in this window may have left a toast behind. */
function showNoToast() {
  const shown = show(<ToastList />)
  for (const dismiss of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(dismiss)
  return shown
}

const messages = () => within(screen.getByRole('status', { name: 'Messages' }))

test('a toast is announced politely, in a region that was there before it', () => {
  showNoToast()
  const region = screen.getByRole('status', { name: 'Messages' })
  expect(region.getAttribute('aria-live')).toBe('polite')
  expect(region.textContent).toBe('')
  act(() => toast('success', 'Copied'))
  expect(region.textContent).toBe('Copied')
})

test('UX-2.6 a toast goes by itself after three seconds; one that is shown already is not shown again', () => {
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

test('UX-2.6 there is one toast at a time: the next takes the place of the one before, and has its own time', () => {
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

test('UX-2.6 a toast that leads somewhere stays eight seconds, and is gone once it was followed', async () => {
  const { user, router } = showNoToast()
  act(() => toast('success', 'Report 0042 sent', { title: 'See', to: '/actions/view/1' }))
  act(() => void vi.advanceTimersByTime(7900))
  await user.click(messages().getByRole('link', { name: 'See' }))
  expect(router.state.location.pathname).toBe('/actions/view/1')
})

test('UX-2.6 a sentence that takes longer to read stays longer', () => {
  showNoToast()
  const sentence = 'There is no room left on this phone. What you wrote stays in the form: free some space, or save again later.'
  act(() => toast('error', sentence))
  act(() => void vi.advanceTimersByTime(5000))
  messages().getByText(sentence)
})

test('Dismiss puts the toast away', async () => {
  const { user } = showNoToast()
  act(() => toast('info', 'First'))
  await user.click(messages().getByRole('button', { name: 'Dismiss' }))
  expect(messages().queryByText('First')).toBeNull()
})

test('what was done last can be undone for as long as it says, also when the words are the same', () => {
  showNoToast()
  const undone: string[] = []
  const changed = (what: string) =>
    act(() => toast('success', '1 changed.', { title: 'Undo', act: () => undone.push(what), forMs: 10_000 }))
  changed('first')
  act(() => void vi.advanceTimersByTime(9000))
  changed('second')
  act(() => void vi.advanceTimersByTime(9999))
  fireEvent.click(messages().getByRole('button', { name: 'Undo' }))
  expect(undone).toEqual(['second'])
  expect(messages().queryByText('1 changed.')).toBeNull()
})
