import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { followPerson } from '#data/device/device-session.ts'
import { setPageData } from '#data/page-data.ts'
import { show } from '#testing/show.tsx'
import { trailPageData } from '#testing/trail-data.ts'
import { HomeCards } from './home-cards.tsx'

afterEach(() => {
  cleanup()
  act(() => void followPerson(null))
})

const isShownTo = (role: number) => {
  setPageData(trailPageData)
  void followPerson(role === 0 ? null : { id: crypto.randomUUID(), displayName: 'Mara' })
  show(<HomeCards role={role} />)
  const isShown = screen.queryByRole('region', { name: 'My Actions' }) !== null
  cleanup()
  return isShown
}

test('HOME-03 shows My Actions on home only to administrators', () => {
  expect([0, 1, 2, 3, 4].map(isShownTo)).toEqual([false, false, false, false, true])
})
