import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { CallDialog } from './call-dialog.tsx'

test('asks before dialling, calls the network’s number, and shows what to read out', () => {
  show(<CallDialog number="112" onClose={() => {}} />)
  const dialog = screen.getByRole('dialog', { name: 'Call 112?' })
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Call 112' }).href).toBe('tel:112')
  expect(dialog.textContent).toContain('Read out the code on the nearest emergency post.')
})

test('closes without a call when Cancel or Escape is pressed', async () => {
  const onClose = vi.fn()
  const { user } = show(<CallDialog number="000" onClose={onClose} />)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('Tab moves the focus to Cancel first, then to the call button', async () => {
  const { user } = show(<CallDialog number="000" onClose={() => {}} />)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Call 000' }))
})
