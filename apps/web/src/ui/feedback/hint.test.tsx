import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { Hint } from './hint.tsx'

const hint = () => screen.queryByText('Filter')
const aFilter = (
  <Hint text="Filter">
    <button type="button" aria-label="Filter" />
  </Hint>
)

test('shows the name of an icon while the pointer is over it', async () => {
  const { user } = show(aFilter)
  expect(hint()).toBeNull()
  await user.hover(screen.getByRole('button'))
  expect(hint()).not.toBeNull()
  await user.unhover(screen.getByRole('button'))
  expect(hint()).toBeNull()
})

test('shows the name on keyboard focus, hides it on Escape, and doesn’t repeat it to screen readers', async () => {
  const { user } = show(aFilter)
  await user.tab()
  expect(hint()).not.toBeNull()
  expect(screen.getAllByRole('button', { name: 'Filter' })).toHaveLength(1)
  expect(hint()?.getAttribute('aria-hidden')).toBe('true')
  await user.keyboard('{Escape}')
  expect(hint()).toBeNull()
  await user.tab()
  await user.tab({ shift: true })
  expect(hint()).not.toBeNull()
})
