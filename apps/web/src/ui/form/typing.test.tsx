import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { useIsTyping } from './typing.ts'

function Form() {
  return (
    <>
      {!useIsTyping() && <p>A bar above all</p>}
      <input aria-label="In a few words" />
      <input type="radio" aria-label="North Wood" />
    </>
  )
}

const bar = () => screen.queryByText('A bar above all')

test('UX-2.5 delays layout changes until the person stops typing, and until after the click that ends typing', async () => {
  const { user } = show(<Form />)
  await user.type(screen.getByLabelText('In a few words'), 'Tree')
  expect(bar()).toBeNull()
  const choice = screen.getByRole('radio')
  await user.pointer({ keys: '[MouseLeft>]', target: choice })
  expect(document.activeElement).toBe(choice)
  expect(bar()).toBeNull()
  await user.pointer({ keys: '[/MouseLeft]', target: choice })
  expect(await screen.findByText('A bar above all')).toBeTruthy()
})
