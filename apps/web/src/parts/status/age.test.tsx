import { act, render, screen } from '@testing-library/react'
import type { PageData } from '@trailwarden/site'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { setPageData } from '#data/page-data.ts'
import { PrerenderedAt } from '#platform/clock.ts'
import { show } from '../../testing/show.tsx'
import { Age } from './age.tsx'
import { AgeText } from './age-text.tsx'

const site = { timeZone: 'Australia/Hobart' } as PageData['site']
const EXACT = 'Fri 14-Nov-25 08:20'
const AT = '2025-11-13T21:20:00.000Z'

beforeEach(() => setPageData({ site, status: null }))

const bubble = () => screen.queryByText(EXACT)
const twoHoursAgo = () => new Date(Date.now() - 2.5 * 3_600_000).toISOString()

test('AGE-1 shows an age within its sentence, with a machine-readable time', () => {
  const at = twoHoursAgo()
  show(<Age at={at} lead="Confirmed" />)
  expect(screen.getByRole('button').textContent).toMatch(/^Confirmed 2 h ago, /)
  expect(document.querySelector('time')?.dateTime).toBe(at)
})

test('AGE-1 shows the exact time on hover, focus or tap, and hides it on Escape', async () => {
  const { user } = show(<Age at={AT} />)
  expect(bubble()).toBeNull()
  await user.hover(screen.getByRole('button'))
  expect(bubble()).not.toBeNull()
  await user.unhover(screen.getByRole('button'))
  expect(bubble()).toBeNull()
  await user.tab()
  expect(bubble()).not.toBeNull()
  await user.keyboard('{Escape}')
  expect(bubble()).toBeNull()
  await user.click(screen.getByRole('button'))
  expect(bubble()).not.toBeNull()
})

test('AGE-1 hides the exact time after 5 seconds', () => {
  vi.useFakeTimers()
  try {
    show(<Age at={AT} />)
    act(() => screen.getByRole('button').click())
    act(() => void vi.advanceTimersByTime(4999))
    expect(bubble()).not.toBeNull()
    act(() => void vi.advanceTimersByTime(1))
    expect(bubble()).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('AGE-1 exposes the age and the exact time to screen readers once', async () => {
  const { user } = show(<Age at={AT} lead="Confirmed" />)
  await user.click(screen.getByRole('button'))
  screen.getByRole('button', { name: `Confirmed 14-Nov-25, ${EXACT}` })
})

test('AGE-1 renders plain text inside a link', () => {
  render(<AgeText at={AT} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.body.textContent).toBe(`14-Nov-25, ${EXACT}`)
})

test('AGE-1 renders only the exact time on the server, because people may read the page much later', () => {
  const now = Date.parse(AT) + 60_000
  const written = renderToString(
    <PrerenderedAt value={now}>
      <Age at={AT} lead="Confirmed" />
    </PrerenderedAt>,
  )
  expect(written).toContain('14-Nov-25 08:20')
  expect(written).not.toContain('ago')
  expect(written).not.toMatch(/just now/i)
})
