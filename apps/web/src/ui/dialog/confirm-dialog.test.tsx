import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

function Asking({ answer, disabled = false }: { answer: (text: string) => void; disabled?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = (text: string) => () => {
    answer(text)
    setIsOpen(false)
  }
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Remove
      </button>
      {isOpen && (
        <ConfirmDialog
          title="Delete this map?"
          confirm={{ title: 'Delete', act: close('delete'), deletes: true, disabled }}
          cancel={{ title: 'Keep', act: close('keep') }}
          onClose={close('closed')}
        >
          It can be downloaded again.
        </ConfirmDialog>
      )}
    </>
  )
}

async function ask(disabled = false) {
  const answer = vi.fn()
  const { user } = show(<Asking answer={answer} disabled={disabled} />)
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByRole('dialog', { name: 'Delete this map?' })
  return { user, answer }
}

test.each([
  ['Delete', 'delete'],
  ['Keep', 'keep'],
])('%s returns its own result, and the page behind is inert until then', async (title, expected) => {
  const { user, answer } = await ask()
  screen.getByText('It can be downloaded again.')
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  await user.click(screen.getByRole('button', { name: title }))
  expect(answer.mock.calls).toEqual([[expected]])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByRole('button', { name: 'Remove' })
})

test('returns the safe result on Escape, and moves the focus back to the button that opened the dialog', async () => {
  const { user, answer } = await ask()
  await user.keyboard('{Escape}')
  expect(answer.mock.calls).toEqual([['closed']])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' })))
})

test('keeps the focus inside the dialog with Tab', async () => {
  const { user } = await ask()
  const dialog = screen.getByRole('dialog')
  for (let presses = 0; presses < 6; presses++) {
    await user.tab()
    expect(dialog.closest('[role=presentation]')?.contains(document.activeElement)).toBe(true)
  }
})

test('disables a button that isn’t available yet', async () => {
  const { user, answer } = await ask(true)
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  expect(answer.mock.calls).toEqual([['keep']])
})
