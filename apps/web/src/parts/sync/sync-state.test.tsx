import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { setWindowWidth } from '../../testing/window-width.ts'
import { SyncStateLine } from './sync-state.tsx'

test('describes each state in text, never by colour only', () => {
  setWindowWidth(390)
  show(
    <ul>
      <li>
        <SyncStateLine state="local" />
      </li>
      <li>
        <SyncStateLine state="sent" />
      </li>
      <li>
        <SyncStateLine state="attention" />
      </li>
    </ul>,
  )
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Saved on this phone', 'Sent', 'Needs you'])
})

test('refers to a computer as a computer, and explains what happens next in the long form', () => {
  setWindowWidth(1440)
  show(<SyncStateLine state="local" long />)
  screen.getByText('Saved on this computer. It will be sent when you have signal.')
})

test('accepts custom text from the screen', () => {
  show(<SyncStateLine state="local" text="Photo waits for signal" />)
  screen.getByText('Photo waits for signal')
  expect(screen.queryByText(/Saved/)).toBeNull()
})
