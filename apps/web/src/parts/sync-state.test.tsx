import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { setWindowWidth } from '../testing/window-width.ts'
import { SyncStateLine } from './sync-state.tsx'

test('each state has its own words, so that colour is never alone', () => {
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

test('a computer is called a computer, and the long form says what happens next', () => {
  setWindowWidth(1440)
  show(<SyncStateLine state="local" long />)
  screen.getByText('Saved on this computer. It will be sent when there is signal.')
})

test('a screen may say it in words of its own', () => {
  show(<SyncStateLine state="local" text="Photo waits for signal" />)
  screen.getByText('Photo waits for signal')
  expect(screen.queryByText(/Saved/)).toBeNull()
})
