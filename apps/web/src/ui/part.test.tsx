import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { ToastList } from './feedback/toast-list.tsx'
import { part } from './part.tsx'

// React logs errors that a boundary catches, which these tests expect.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

const Chart = ({ of }: { of: string }) => <p>Chart of {of}</p>

test('shows a placeholder until the part is downloaded, then the part with its props', async () => {
  let arrive = () => {}
  const Part = part(() => new Promise<typeof Chart>((resolve) => (arrive = () => resolve(Chart))))
  show(<Part of="rain" fallback={<p>Loading</p>} />)
  screen.getByText('Loading')
  await act(async () => arrive())
  await screen.findByText('Chart of rain')
  expect(screen.queryByText('Loading')).toBeNull()
})

test('shows the fallback and keeps the page working if the download fails', async () => {
  const Part = part(() => Promise.reject<typeof Chart>(new Error('no signal')))
  show(
    <>
      <h1>Weather</h1>
      <Part of="rain" failed={<p>No chart</p>} />
    </>,
  )
  await screen.findByText('No chart')
  screen.getByRole('heading', { name: 'Weather' })
})

function Page({ part: Part }: { part: ReturnType<typeof part<{ of: string }>> }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open chart
      </button>
      {isOpen && <Part of="rain" onClose={() => setIsOpen(false)} />}
      <ToastList />
    </>
  )
}

test('reports and closes a part that can’t be loaded, and requests it again on the next tap', async () => {
  let hasSignal = false
  const Part = part(async () => {
    if (!hasSignal) throw new Error('no signal')
    return Chart
  })
  const { user } = show(<Page part={Part} />)
  await user.click(screen.getByRole('button', { name: 'Open chart' }))
  await screen.findByText('Couldn’t load this. Check your connection and try again.')
  hasSignal = true
  await user.click(screen.getByRole('button', { name: 'Open chart' }))
  await screen.findByText('Chart of rain')
})
