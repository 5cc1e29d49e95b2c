import type { PublicStatus } from '@trailwarden/domain'
import type { PageData } from '@trailwarden/site'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { chooseStart, setPageData, usePageData } from './page-data.ts'
import { receiveStatus } from './status/received-status.ts'

const HOUR_MS = 3_600_000
const NOON = Date.parse('2026-06-01T12:00:00Z')

/** `hours` is the time of the post, by that server's clock. */
function createStatus(status: 'Open' | 'Closed', hours: number, more: Partial<PublicStatus> = {}): PublicStatus {
  const postedAt = new Date(NOON + hours * HOUR_MS).toISOString()
  return { asOf: postedAt, postedAt, epoch: 'one', networks: [{ id: 'n', name: 'North', status, message: '', postedAt }], ...more }
}

function shownAfter(...received: PublicStatus[]): string | null | undefined {
  // The cast is safe because the tests don't read the site.
  setPageData({ site: {} as PageData['site'], status: null })
  for (const status of received) void receiveStatus(status)
  return renderToStaticMarkup(createElement(() => createElement('p', {}, usePageData().status?.networks[0]?.status))).slice(3, -4)
}

test('SEC-H1 shows the update with the highest number, whatever the servers’ clocks show', () => {
  const open = createStatus('Open', 0, { orderNumber: 5 })
  for (const hours of [-24, -0.2, 0.2, 24]) {
    const closed = createStatus('Closed', hours, { orderNumber: 6 })
    expect(shownAfter(open, closed)).toBe('Closed')
    expect(shownAfter(closed, open)).toBe('Closed')
    expect(shownAfter(closed, { ...open, asOf: new Date(NOON + 48 * HOUR_MS).toISOString() })).toBe('Closed')
    // The posting time dates a status that arrives through sync.
    expect(shownAfter(open, { ...closed, asOf: closed.postedAt ?? '' }, open)).toBe('Closed')
  }
})

test('STAT-9 keeps showing Closed after a restore until the next update, whatever its order number', () => {
  const lost = createStatus('Closed', 0, { orderNumber: 9 })
  const restored = createStatus('Open', -24, { orderNumber: 5, epoch: 'two', asOf: new Date(NOON + HOUR_MS).toISOString() })
  expect(shownAfter(lost, restored)).toBe('Closed')
  expect(shownAfter(restored, lost)).toBe('Closed')
  const postedAgain = createStatus('Open', 2, { orderNumber: 6, epoch: 'two' })
  expect(shownAfter(lost, restored, postedAgain)).toBe('Open')
  expect(shownAfter(lost, restored, postedAgain, lost)).toBe('Open')
  // An older server sends no order number, so the times decide.
  const { epoch: _, ...older } = createStatus('Open', 1)
  expect(shownAfter(lost, older)).toBe('Open')
  expect(shownAfter(lost, { ...older, postedAt: restored.postedAt })).toBe('Closed')
})

test('STAT-9 starts with the newer of the embedded and the stored status, and marks the status as uncertain after a restore', () => {
  const page = (status: PublicStatus | null) => ({ site: {} as PageData['site'], status })
  const [older, newer] = [page(createStatus('Open', 0, { orderNumber: 5 })), page(createStatus('Closed', -1, { orderNumber: 6 }))]
  expect(chooseStart(older, newer)).toEqual({ data: newer, isCertain: true })
  expect(chooseStart(newer, older)).toEqual({ data: newer, isCertain: true })
  expect(chooseStart(older, null)).toEqual({ data: older, isCertain: true })
  expect(chooseStart(page(null), newer)).toEqual({ data: newer, isCertain: true })
  const restored = page(createStatus('Open', 1, { orderNumber: 7, epoch: 'two' }))
  expect(chooseStart(restored, newer)).toEqual({ data: newer, isCertain: false })
})
