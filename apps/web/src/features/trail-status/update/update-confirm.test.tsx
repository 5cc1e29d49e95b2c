import { screen, within } from '@testing-library/react'
import type { MessageProblem } from '@trailwarden/domain'
import { expect, test, vi } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { UpdateConfirm } from './update-confirm.tsx'

const SAME = { status: 'Closed' as const, exceptions: '', message: 'Creek is up.', lines: [] }
const NOW = { status: 'Open' as const, exceptions: '', message: 'All trails open.', lines: [] }
const NEXT = {
  status: 'Partially Open' as const,
  exceptions: 'Icarus closed.',
  message: 'All trails open.',
  lines: ['Icarus: Closed until Friday.'],
}
const CONTRADICTION = {
  isContradiction: true,
  text: 'The message says “All trails open”, but Icarus is closed.',
  suggestion: 'Icarus is closed.',
}

function ask(problem: MessageProblem | null) {
  const [answer, onEdit] = [vi.fn(), vi.fn()]
  const networks = [
    { id: 'pools', name: 'Pools', now: SAME, next: SAME, problem: null },
    { id: 'hills', name: 'Hills', now: NOW, next: NEXT, problem },
  ]
  const { user } = show(
    <UpdateConfirm networks={networks} isOnline={false} waits={null} confirmsAll post={{}} answer={answer} onEdit={onEdit} />,
  )
  return { user, answer, onEdit, send: screen.getByRole('button', { name: 'Send' }) }
}

test('STAT-3 first shows every old and new sentence of changed networks, then each unchanged network in one line', async () => {
  const { user, answer, send } = ask(null)
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toBe(
    'HillsRiders now seeOpenAll trails open.Riders will seePartially OpenIcarus closed.All trails open.Icarus: Closed until Friday.',
  )
  expect(second?.textContent).toBe('PoolsClosedSame, confirmed nowCreek is up.')
  await user.click(send)
  expect(answer).toHaveBeenCalledWith({ sentAnyway: false })
})

test('STAT-3 disables Send until the contradiction’s checkbox is ticked, and includes the confirmation in the result', async () => {
  const { user, answer, onEdit, send } = ask(CONTRADICTION)
  const hills = within(screen.getAllByRole('listitem')[0] as HTMLElement)
  hills.getByText(CONTRADICTION.text)
  expect(send).toHaveProperty('disabled', true)
  await user.click(hills.getByRole('button', { name: 'Edit message for Hills' }))
  expect(onEdit).toHaveBeenCalledWith('hills')
  await user.click(hills.getByRole('checkbox', { name: 'Send it as it is' }))
  await user.click(send)
  expect(answer).toHaveBeenCalledWith({ sentAnyway: true })
})

test('STAT-3 asks about an unchanged message, but lets the manager send it', async () => {
  const { user, answer, send } = ask({ isContradiction: false, text: 'The message hasn’t changed. Is it still right?', suggestion: null })
  screen.getByText('The message hasn’t changed. Is it still right?')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(send)
  expect(answer).toHaveBeenCalledWith({ sentAnyway: false })
})
