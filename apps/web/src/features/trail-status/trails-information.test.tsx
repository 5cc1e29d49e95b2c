import { cleanup, screen } from '@testing-library/react'
import { NOT_CONFIRMED_SINCE_RESTORE, type PublicStatus } from '@trailwarden/domain'
import type { PageData } from '@trailwarden/site'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPageData } from '#data/page-data.ts'
import { show } from '../../testing/show.tsx'
import { TrailsInformation } from './trails-information.tsx'

const at = new Date().toISOString()
const CLOSED = { id: 's', name: 'South', status: 'Closed' as const, message: 'Bridge out', postedAt: at }
const showNetworks = (networks: PublicStatus['networks']) => {
  // This cast is safe because the component reads only these fields of the site.
  const site = { timeZone: 'Australia/Hobart', statusAgeLimitHours: 72, networks } as unknown as PageData['site']
  setPageData({ site, status: { asOf: at, postedAt: at, orderNumber: 1, epoch: 'one', networks } })
  show(<TrailsInformation />)
  return document.querySelector('header')?.textContent ?? ''
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('HOME-02 shows a network without a status as unknown, and trail information as unavailable if there is no update', () => {
  const silent = { id: 'n', name: 'North', status: null, message: '', postedAt: null }
  showNetworks([silent, CLOSED])
  expect(screen.getByText('Unknown')).toBeTruthy()
  expect(screen.getByText('Bridge out')).toBeTruthy()
  cleanup()
  showNetworks([silent, { ...silent, id: 's', name: 'South' }])
  expect(screen.getByRole('heading', { name: 'Trail information unavailable' })).toBeTruthy()
  expect(screen.queryByText('North')).toBeNull()
})

test('SEC-N3 shows one confirmation time for all networks only if every network is confirmed', () => {
  expect(showNetworks([{ ...CLOSED, id: 'n', name: 'North', status: 'Open' }, CLOSED])).toContain('Confirmed')
  cleanup()
  const lost = { id: 'n', name: 'North', status: null, message: NOT_CONFIRMED_SINCE_RESTORE, postedAt: null }
  expect(showNetworks([lost, CLOSED])).toBe('Trails Information')
  expect(screen.getByText(NOT_CONFIRMED_SINCE_RESTORE)).toBeTruthy()
})
