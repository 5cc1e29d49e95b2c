import type { PublicStatus } from '@trailwarden/domain'
import type { PageData } from '@trailwarden/site'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { receiveStatus, setPageData, usePageData } from './page-data.ts'

const HOUR_MS = 3_600_000
const NOON = Date.parse('2026-06-01T12:00:00Z')

/** A status as one of the servers returns it; `hours`: when it was posted, by the clock of the server that took it. */
function aStatus(status: 'Open' | 'Closed', hours: number, more: Partial<PublicStatus> = {}): PublicStatus {
  const postedAt = new Date(NOON + hours * HOUR_MS).toISOString()
  return { asOf: postedAt, postedAt, epoch: 'one', networks: [{ id: 'n', name: 'North', status, message: '', postedAt }], ...more }
}

/** What the page shows after receiving these, one after the other. */
function shownAfter(...received: PublicStatus[]): string | null | undefined {
  // Safe: nothing here reads the site.
  setPageData({ site: {} as PageData['site'], status: null })
  for (const status of received) receiveStatus(status)
  return renderToStaticMarkup(createElement(() => createElement('p', {}, usePageData().status?.networks[0]?.status))).slice(3, -4)
}

test('SEC-H1 a page shows the post with the highest number, whatever the servers’ clocks say', () => {
  const open = aStatus('Open', 0, { orderNumber: 5 })
  for (const hours of [-24, -0.2, 0.2, 24]) {
    const closed = aStatus('Closed', hours, { orderNumber: 6 })
    expect(shownAfter(open, closed)).toBe('Closed')
    expect(shownAfter(closed, open)).toBe('Closed')
    // A copy of the older one, given out by a server whose clock runs a day ahead.
    expect(shownAfter(closed, { ...open, asOf: new Date(NOON + 48 * HOUR_MS).toISOString() })).toBe('Closed')
    // By sync, without an epoch.
    const { epoch: _, ...bySync } = closed
    expect(shownAfter(open, bySync, open)).toBe('Closed')
  }
})

test('SEC-H1 after a restore the page believes the server again, although its numbers are lower', () => {
  const lost = aStatus('Closed', 0, { orderNumber: 9 })
  const restored = aStatus('Open', -24, { orderNumber: 5, epoch: 'two', asOf: new Date(NOON + HOUR_MS).toISOString() })
  expect(shownAfter(lost, restored)).toBe('Open')
  // An older server sends no number: then times decide, as before.
  expect(shownAfter(lost, aStatus('Open', 1))).toBe('Open')
  expect(shownAfter(lost, aStatus('Open', -1))).toBe('Closed')
})
