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

/** Other tests in this window may have left toasts behind. */
function showNoToasts() {
  const shown = show(<ToastList />)
  for (const dismiss of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(dismiss)
  return shown
}

const messages = () => within(screen.getByRole('status', { name: 'Messages' }))

test('a toast is announced politely, in a region that was there before it', () => {
  showNoToasts()
  const region = screen.getByRole('status', { name: 'Messages' })
  expect(region.getAttribute('aria-live')).toBe('polite')
  expect(region.textContent).toBe('')
  act(() => toast('success', 'Copied'))
  expect(region.textContent).toBe('Copied')
})

test('a toast goes by itself after five seconds; one that is shown already is not shown twice', () => {
  showNoToasts()
  act(() => toast('error', 'No signal'))
  act(() => void vi.advanceTimersByTime(4000))
  act(() => toast('error', 'No signal'))
  expect(messages().getAllByText('No signal')).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(1000))
  expect(messages().queryByText('No signal')).toBeNull()
})

test('Dismiss puts away its own toast alone', async () => {
  const { user } = showNoToasts()
  act(() => toast('info', 'First'))
  act(() => toast('warning', 'Second'))
  const [dismissFirst] = messages().getAllByRole('button', { name: 'Dismiss' })
  await user.click(dismissFirst as HTMLElement)
  expect(messages().queryByText('First')).toBeNull()
  messages().getByText('Second')
})
